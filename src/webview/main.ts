import './documentLanguage';
import type { MessageFromPage, MessageToPage } from '../protocol/pageMessages';
import type { SavedState } from '../protocol/savedState';
import { drawPage } from './page';
import { savedState } from './pageState';
import { PageStore } from './pageStore';
import { provideTextColors } from './textColors';

/** VS Code's API for pages: https://code.visualstudio.com/api/extension-guides/webview */
declare function acquireVsCodeApi(): {
  postMessage(message: MessageFromPage): void;
  getState(): unknown;
  setState(state: SavedState): void;
};

const host = acquireVsCodeApi();
const store = new PageStore(
  (message) => host.postMessage(message),
  ({ state, dispatch }) => {
    const kept = savedState(state);
    if (kept !== undefined) host.setState(kept);
    drawPage(document.body, state, dispatch);
  },
);
addEventListener('message', ({ data }: MessageEvent<MessageToPage>) => store.receive(data));
provideTextColors(document.body);
store.begin(host.getState());
