import type { AskKind, SearchQuestion, TimeRange } from './question';

/** Seconds between two requests for new hits of a search that the page follows. */
export const followIntervals = [2, 5, 15, 60] as const;
export type FollowInterval = (typeof followIntervals)[number];

export const usualInterval: FollowInterval = 5;

/**
 * The layout of hits: a table, lines of a log, or what is usual for them: lines if they have a message. The user's
 * choice, kept for each page and for new ones.
 */
export interface HitLayout {
  kind: 'usual' | 'table' | 'lines';
  /** Whether lines are wrapped. */
  isWrapped: boolean;
  /** Whether the times of hits are shown relative to now. */
  areTimesRelative: boolean;
  /** Whether the places of hits in the result are shown; absent in layouts of earlier versions. */
  areRanksShown?: boolean | undefined;
}

export const usualLayout: HitLayout = { kind: 'usual', isWrapped: false, areTimesRelative: false };

export const hitViews = ['tree', 'json'] as const;

/** The user's input for the query types that the form does not show. */
export type KeptWords = Readonly<Partial<Record<AskKind, { text: string; upTo: string }>>>;

/**
 * The state that the page saves for a window that is loaded again: the form, and which page of hits is shown. Never a
 * document or a credential. What is optional is absent in the state of earlier versions.
 */
export interface SavedState {
  panelId: string;
  endpointId: string;
  /** The form as typed. */
  form: SearchQuestion;
  words?: KeptWords | undefined;
  /** The question of the current page, and the number of hits before that page. */
  shown?: { question: SearchQuestion; from: number } | undefined;
  followEvery?: FollowInterval | undefined;
  /** The notes about the latest pasted address. */
  pasted?: { isRead: boolean; notes: string[] } | undefined;
  /** Whether the fields are shown beside the hits; absent: if there is room. */
  areFieldsShown?: boolean | undefined;
  layout?: HitLayout | undefined;
  hitView?: (typeof hitViews)[number] | undefined;
  /** Widths in pixels of the columns that the user dragged, by title. */
  widths?: [title: string, px: number][] | undefined;
  /** The bars above the hits. */
  timeBar?:
    | {
        isFolded: boolean;
        stack?: string | undefined;
        narrowed?: { to: TimeRange; before?: TimeRange | undefined }[] | undefined;
      }
    | undefined;
}
