import './documentLanguage';
import type { MessageFromPage, MessageToPage } from '../protocol/pageMessages';
import type { SavedState } from '../protocol/savedState';
import { HostRequests } from './hostRequests';
import { drawPage } from './page';
import { initialState, type PageAction, savedState } from './pageState';
import { reducePage } from './reduce';
import { provideTextColors } from './textColors';

/** VS Code's API for pages: https://code.visualstudio.com/api/extension-guides/webview */
declare function acquireVsCodeApi(): {
  postMessage(message: MessageFromPage): void;
  getState(): unknown;
  setState(state: SavedState): void;
};

const host = acquireVsCodeApi();
const requests = new HostRequests((message) => host.postMessage(message));
let state = initialState(undefined);
provideTextColors(document.body);
drawPage(document.body, state, dispatch);

function dispatch(action: PageAction): void {
  const step = reducePage(state, action);
  state = step.state;
  const kept = savedState(state);
  if (kept !== undefined) host.setState(kept);
  drawPage(document.body, state, dispatch);
  for (const message of step.posts ?? []) requests.send(message);
}

addEventListener('message', (event: MessageEvent<MessageToPage>) => {
  const message = requests.receive(event.data);
  if (message !== undefined) dispatch({ kind: 'received', message });
});
// The host parses it: it may be of an earlier version.
requests.send({ kind: 'ready', saved: host.getState() });
