import * as z from 'zod/mini';
import { hitActions, searchActions } from './actions';
import { zoneSchema } from './histogram';
import { columnPathSchema, endpointIdSchema, longestPath, pageIdSchema, placeSchema, targetSchema } from './hitPlace';
import { chipPlaces, type PageView } from './pageView';
import { askKinds, largestSize, longestBody, timeSpans } from './question';
import { filterSchema, sortSchema, textSchema } from './questionSchema';
import { hitViews } from './savedState';
import { followIntervalSchema } from './savedStateSchema';
import type { StatePatch } from './statePatch';

/**
 * The messages between the search page and its host, which owns the state of the search: the page posts what the user
 * does, and the host tells what has changed then. The host parses what it receives; the page trusts its host.
 */

/** What an input takes, which is also what is too long for a search: the form shows that as a problem. */
const typed = z.string().check(z.maxLength(longestBody));
const nothing = z.undefined();

/** What null removes. */
function removable<Schema extends z.core.$ZodType>(schema: Schema) {
  return z.exactOptional(
    z.pipe(
      z.nullable(schema),
      z.transform((given: z.output<Schema> | null) => given ?? undefined),
    ),
  );
}

const formEditSchema = z.object({
  index: z.exactOptional(typed),
  by: z.exactOptional(z.enum(askKinds)),
  field: z.exactOptional(typed),
  text: z.exactOptional(typed),
  upTo: z.exactOptional(typed),
  filters: z.exactOptional(z.array(filterSchema).check(z.maxLength(1_000))),
  time: removable(z.object({ field: typed, span: z.enum(timeSpans), from: typed, to: typed })),
  sort: z.exactOptional(z.array(sortSchema).check(z.maxLength(1_000))),
  around: removable(z.never()),
});

/** What the user can do on the page, each with what it is about. */
const pageActionSchemas = {
  /** Edits the form, for the next search. */
  editForm: formEditSchema,
  /** Edits the form, and searches at once if there are hits. */
  narrowForm: formEditSchema,
  /** Searches for the same in another way. */
  changeQuestion: z.object({
    size: z.exactOptional(z.int().check(z.gte(1), z.lte(largestSize))),
    highlight: z.exactOptional(z.boolean()),
    sort: z.exactOptional(z.array(sortSchema)),
  }),
  sortBy: z.object({ field: textSchema, isAdded: z.boolean() }),
  pressSearch: nothing,
  pickIndex: nothing,
  /** Fills in the form from an address of Discover. */
  readAddress: typed,
  restoreForm: nothing,
  leaveBody: nothing,
  closePasted: nothing,
  switchEndpoint: endpointIdSchema,
  /** Requests suggestions for an input: at most 50, those that start with `text` first. */
  requestCompletions: z.object({ of: z.enum(['index', 'field']), text: typed }),
  closeCompletions: nothing,
  requestDates: nothing,
  /** Requests what can be edited in a filter, or the filter with other texts. */
  editFilter: z.object({
    filter: filterSchema,
    at: z.int(),
    place: z.enum(chipPlaces),
    texts: z.exactOptional(z.array(typed).check(z.maxLength(2))),
  }),
  addFilter: filterSchema,
  toggleColumn: columnPathSchema,
  resetColumns: nothing,
  toggleFetch: nothing,
  turnPage: targetSchema,
  countAllHits: nothing,
  retry: nothing,
  cancelRequest: nothing,
  showFields: z.boolean(),
  listAllFields: nothing,
  toggleValues: columnPathSchema,
  chooseLayout: z.object({
    kind: z.exactOptional(z.enum(['table', 'lines'])),
    isWrapped: z.exactOptional(z.boolean()),
    areTimesRelative: z.exactOptional(z.boolean()),
    areRanksShown: z.exactOptional(z.boolean()),
  }),
  changeView: z.object({
    hitView: z.exactOptional(z.enum(hitViews)),
    isRequestShown: z.exactOptional(z.boolean()),
  }),
  /** Without pixels, the column gets its default width again. */
  setWidth: z.object({
    title: z.string().check(z.maxLength(longestPath)),
    px: z.optional(z.number().check(z.gte(1), z.lte(100_000))),
  }),
  /** An action on the search in the form. */
  actOnSearch: z.enum(searchActions),
  /** An action on a hit, or on a value of it. Rows are those of a page: the host may have another one by now. */
  actOnHit: z.object({ action: z.enum(hitActions), place: placeSchema }),
  toggleHit: placeSchema,
  /** Pixels from the top of a page of hits. */
  scrollTo: z.object({ pageId: pageIdSchema, top: z.number().check(z.gte(0)) }),
  pressFollow: nothing,
  followEvery: followIntervalSchema,
  takeNewHits: nothing,
  /** Folds the bars, or divides them by a field; empty: by none. */
  changeBars: z.object({ isFolded: z.exactOptional(z.boolean()), stack: z.exactOptional(textSchema) }),
  /** Searches in a range of the bars: [from, to), in milliseconds since 1970. */
  narrowToBars: z.object({ from: z.number(), to: z.number() }),
  widenTime: nothing,
} as const;

type Schemas = typeof pageActionSchemas;
export type PageActionName = keyof Schemas;
/** What the page says to each action. */
export type PageActionInputs = { readonly [Name in PageActionName]: z.input<Schemas[Name]> };
/** What the host reads of it. */
export type PageActions = { readonly [Name in PageActionName]: z.output<Schemas[Name]> };

const messageSchema = z.discriminatedUnion('kind', [
  /** The page needs the whole state, also after VS Code created it again. */
  z.object({ kind: z.literal('ready'), zone: zoneSchema }),
  /** `nth`: the number of this action, from 1 up. */
  z.object({ kind: z.literal('act'), nth: z.int(), name: z.string(), about: z.optional(z.unknown()) }),
]);

export type MessageFromPage =
  | { readonly kind: 'ready'; readonly zone: string }
  | {
      [Name in PageActionName]: {
        readonly kind: 'act';
        readonly nth: number;
        readonly name: Name;
        readonly about?: PageActionInputs[Name];
      };
    }[PageActionName];

export type ReadPageMessage =
  | { readonly kind: 'ready'; readonly zone: string }
  | {
      readonly kind: 'act';
      readonly nth: number;
      readonly name: PageActionName;
      readonly about: PageActions[PageActionName];
    };

/** Parses a message of the page; undefined if it is not valid. */
export function parseFromPage(message: unknown): ReadPageMessage | undefined {
  const read = z.safeParse(messageSchema, message).data;
  if (read?.kind !== 'act') return read;
  const { name, nth } = read;
  if (!isPageActionName(name)) return undefined;
  const about = z.safeParse(pageActionSchemas[name] as z.core.$ZodType<PageActions[PageActionName]>, read.about);
  return about.success ? { kind: 'act', nth, name, about: about.data } : undefined;
}

function isPageActionName(name: string): name is PageActionName {
  return Object.hasOwn(pageActionSchemas, name);
}

/** What the host tells: what has changed, after it has carried out so many actions of the page. */
export interface MessageToPage {
  readonly done: number;
  /** From the state that was told before; from nothing if `isWhole`. */
  readonly changed: StatePatch<PageView>;
  readonly isWhole?: true;
}
