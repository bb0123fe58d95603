import * as z from 'zod/mini';
import { columnPathSchema, panelIdSchema, placeSchema } from './hitPlace';

/** Actions on a hit or value, by a button or key of the page or a command of its context menu. */
export const hitActions = [
  /** Opens the hit as a read-only document. */
  'open',
  'copyDocument',
  'copyId',
  'copyValue',
  'copyPath',
  /** Adds a filter for this value: the host replies with `addFilter`. */
  'filterFor',
  'filterOut',
  'selectForCompare',
  /** Shows both hits in VS Code's diff editor. */
  'compareWithSelected',
  /** Reveals the router that the hit names in the Proxies view. */
  'revealRouter',
  /** Shows which router gets the request of the hit, by the current listing of its proxy. */
  'whichRouter',
  /** Shows the hits before and after it, in a new tab. */
  'showSurrounding',
  /** Searches for the hits of its trace, in a new tab. */
  'sameTrace',
] as const;
export type HitAction = (typeof hitActions)[number];

/** Actions on the search in the form. */
export const searchActions = [
  /** Opens the request body as JSON in an editor, which can run it. */
  'editAsJson',
  'export',
  'copyAsCurl',
  'copyAsDevTools',
  'save',
  /** Lets the user choose a recent or saved search; the host replies with `ask`. */
  'history',
  /** Asks the user for a page or a hit; the host replies with `goTo`. */
  'goToPage',
  /** Edits the endpoint of the search. */
  'editEndpoint',
] as const;
export type SearchAction = (typeof searchActions)[number];

const hitArgumentSchema = z.extend(placeSchema, { panelId: z.optional(panelIdSchema) });

/** What the page says of a hit to its context menu. */
const hitFactsSchema = z.extend(placeSchema, {
  hasTime: z.optional(z.boolean()),
  hasTrace: z.optional(z.boolean()),
  hasRouter: z.optional(z.boolean()),
  hasRequest: z.optional(z.boolean()),
});
export type HitFacts = z.infer<typeof hitFactsSchema>;

const searchArgumentSchema = z.object({ panelId: panelIdSchema });

const columnArgumentSchema = z.object({ path: columnPathSchema });

/** The path of a column, from VS Code's context menu of a heading or of a value; undefined if it is not valid. */
export function parseColumnArgument(argument: unknown): string | undefined {
  return z.safeParse(columnArgumentSchema, argument).data?.path;
}

/** With a panel from the page's buttons, without one from a context menu; undefined if it is not valid. */
export function parseHitArgument(argument: unknown): z.infer<typeof hitArgumentSchema> | undefined {
  return z.safeParse(hitArgumentSchema, argument).data;
}

/** From VS Code's context menu; undefined if it is not valid. */
export function parseHitFacts(argument: unknown): HitFacts | undefined {
  return z.safeParse(hitFactsSchema, argument).data;
}

/** The panel; undefined if the page did not send it. */
export function parseSearchArgument(argument: unknown): z.infer<typeof searchArgumentSchema> | undefined {
  return z.safeParse(searchArgumentSchema, argument).data;
}
