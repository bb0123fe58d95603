import type { MessageFromPage, MessageToPage } from '../protocol/pageMessages';
import { personsZone } from './formSteps';
import { HostRequests } from './hostRequests';
import { type Dispatch, initialState, type PageState, type PageStep } from './pageState';
import { trimmedQuestion } from './questionForm';
import { receiveMessage } from './receiveMessage';
import { withTimeBar } from './timeBarRequests';

/** What a change brings besides: the bars of other hits are requested, and a changed form is sent first. */
export function completeStep(before: PageState, changed: PageStep): PageStep {
  const step = withTimeBar(changed);
  const { form, panelId } = step.state;
  if (panelId === undefined || (form === before.form && panelId === before.panelId)) return step;
  // Actions are about the form as last sent.
  return { ...step, posts: [{ kind: 'edited', question: trimmedQuestion(form) }, ...(step.posts ?? [])] };
}

/** The state of the page, which changes by `dispatch`, and by messages of the host. */
export class PageStore {
  state = initialState(undefined);
  private readonly requests: HostRequests;

  /** @param draw draws the state, each time that it has changed */
  constructor(
    postMessage: (message: MessageFromPage) => void,
    private readonly draw: (store: PageStore) => void,
  ) {
    this.requests = new HostRequests(postMessage);
  }

  readonly dispatch: Dispatch = (change, ...args) => {
    const { state, posts = [] } = completeStep(this.state, change(this.state, ...args));
    this.state = state;
    this.draw(this);
    for (const post of posts) this.requests.send(post);
  };

  /** @param saved what the page kept in VS Code; the host parses it, because it may be of an earlier version */
  begin(saved: unknown): void {
    this.draw(this);
    this.requests.send({ kind: 'ready', saved, zone: personsZone() });
  }

  receive(message: MessageToPage): void {
    const reply = this.requests.receive(message);
    if (reply !== undefined) this.dispatch(receiveMessage, reply);
  }
}
