import './jitless';
import './documentLanguage';
import { type MessageFromPage, parseToPage } from '../protocol/pageMessages';
import { parseSavedState, type SavedState } from '../protocol/savedState';
import { initialState, type PageAction, savedState } from './pageState';
import { reducePage } from './reduce';
import { render } from './render';
import { provideTextColors } from './textColors';

/** VS Code's API for pages: https://code.visualstudio.com/api/extension-guides/webview */
declare function acquireVsCodeApi(): {
  postMessage(message: MessageFromPage): void;
  getState(): unknown;
  setState(state: SavedState): void;
};

const host = acquireVsCodeApi();

/** Makes request ids unique across pages: the host may still reply to a request of the page before this one. */
const pageId = crypto.getRandomValues(new Uint32Array(2)).join('-');
let requests = 0;

const saved = parseSavedState(host.getState());
let state = initialState(saved);
provideTextColors(document.body);
const draw = render(document.body, state, dispatch);

function dispatch(action: PageAction): void {
  requests++;
  const step = reducePage(state, action, `${pageId}-${requests}`);
  state = step.state;
  const kept = savedState(state);
  if (kept !== undefined) host.setState(kept);
  draw(state);
  for (const message of step.posts ?? []) host.postMessage(message);
}

addEventListener('message', (event: MessageEvent<unknown>) => {
  const message = parseToPage(event.data);
  if (message !== undefined) dispatch({ kind: 'received', message });
});
host.postMessage({ kind: 'ready', ...(saved?.layout !== undefined && { layout: saved.layout }) });
