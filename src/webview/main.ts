import './documentLanguage';
import type { MessageFromPage, MessageToPage } from '../protocol/pageMessages';
import type { SavedState } from '../protocol/savedState';
import { drawPage } from './page';
import { PageStore } from './pageStore';
import { provideTextColors } from './textColors';

/** VS Code's API for pages: https://code.visualstudio.com/api/extension-guides/webview */
declare function acquireVsCodeApi(): {
  postMessage(message: MessageFromPage): void;
  setState(state: SavedState): void;
};

const host = acquireVsCodeApi();
const store = new PageStore(
  (message) => host.postMessage(message),
  (page) => {
    if (page.view.saved !== undefined) host.setState(page.view.saved);
    drawPage(document.body, page);
  },
  (isBusy) => document.body.setAttribute('aria-busy', String(isBusy)),
);
addEventListener('message', ({ data }: MessageEvent<MessageToPage>) => store.receive(data));
provideTextColors(document.body);
store.begin();
