import type { MessageFromPage, MessageToPage, PageActionInputs, PageActionName } from '../protocol/pageMessages';
import type { FormEdit, PageView } from '../protocol/pageView';
import { emptyQuestion } from '../protocol/question';
import { usualInterval, usualLayout } from '../protocol/savedState';
import { patchedState } from '../protocol/statePatch';

/** Says to the host what the user does: `dispatch('turnPage', 'next')`. */
export type Dispatch = <Name extends PageActionName>(
  name: Name,
  ...about: undefined extends PageActionInputs[Name] ? [] : [PageActionInputs[Name]]
) => void;

/** What is shown until the host has told more. */
export const blankView: PageView = {
  endpoints: [],
  isRemoved: false,
  form: emptyQuestion,
  problems: {},
  canRestore: false,
  arePrevious: false,
  canRetry: false,
  blamed: [],
  isCanceled: false,
  isWithoutHits: false,
  unfolded: [],
  hits: {},
  hitView: 'tree',
  layout: usualLayout,
  timeBar: { isFolded: false, hasRoom: false, arePrevious: false, canNarrow: false, stacks: [], stack: '' },
  followEvery: usualInterval,
  widths: [],
  isHitSelected: false,
  columns: [],
  areColumnsChosen: false,
  canFetchColumns: false,
  unseenOrder: [],
  isRequestShown: false,
  wantsAllFields: false,
  dates: [],
  wantsDates: false,
  canWiden: false,
};

/** The view of the page, which the host tells; what is typed is seen at once. */
export class PageStore {
  view = blankView;
  private told = blankView;
  /** Edits of the form that the host has not carried out yet. */
  private edits: { readonly nth: number; readonly to: FormEdit }[] = [];
  private nth = 0;
  private done = 0;
  /** The last action that the user waits for, unlike typing and scrolling. */
  private awaited = 0;

  /**
   * @param draw draws the view, each time that it has changed
   * @param markBusy marks the page as busy, without drawing it: that would undo what a press has changed in its input
   */
  constructor(
    private readonly postMessage: (message: MessageFromPage) => void,
    private readonly draw: (store: PageStore) => void,
    private readonly markBusy: (isBusy: boolean) => void,
  ) {}

  readonly dispatch: Dispatch = (name, ...[about]) => {
    this.nth++;
    if (name === 'editForm') {
      this.edits.push({ nth: this.nth, to: about as FormEdit });
      this.show();
    } else if (name !== 'scrollTo') {
      this.awaited = this.nth;
      this.markBusy(this.isBusy);
    }
    this.postMessage({ kind: 'act', nth: this.nth, name, about } as MessageFromPage);
  };

  begin(): void {
    this.show();
    this.postMessage({ kind: 'ready', zone: new Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC' });
  }

  receive({ done, changed, isWhole }: MessageToPage): void {
    this.done = done;
    this.edits = this.edits.filter(({ nth }) => nth > done);
    this.told = patchedState(isWhole === true ? blankView : this.told, changed);
    this.show();
  }

  /** Whether more is to come: a reply of the search, or what the host makes of the last action. */
  private get isBusy(): boolean {
    return this.view.busy !== undefined || this.view.endpointId === undefined || this.awaited > this.done;
  }

  private show(): void {
    const { told, edits } = this;
    let { form } = told;
    for (const { time, around: _, ...to } of edits.map(({ to }) => to))
      form = { ...form, ...to, ...(time !== undefined && { time: time ?? undefined }) };
    this.view = edits.length === 0 ? told : { ...told, form };
    this.draw(this);
    this.markBusy(this.isBusy);
  }
}
