import * as z from 'zod/mini';
import { panelIdSchema, placeSchema } from './hitPlace';
import { questionSchema } from './question';

/** What a person can do with hits and searches on the page, and what the commands that do it are given. */

/** What can be done with a place by a button or a key on the page, and from a context menu by a command. */
export const hitActions = [
  /** As a read-only document in an editor. */
  'open',
  /** The hit as JSON, onto the clipboard. */
  'copyDocument',
  'copyId',
  'copyValue',
  'copyPath',
  /** Only documents with this value / without it: the host answers with `ask`. */
  'filterFor',
  'filterOut',
  'selectForCompare',
  /** Shows both in VS Code's diff editor. */
  'compareWithSelected',
  /** Shows the router that the hit names in the Proxies view. */
  'revealRouter',
] as const;

/** What can be done with the whole search. All take what stands in the form at that moment. */
export const searchActions = [
  /** The request body as JSON in an editor, from where it can be run. */
  'editAsJson',
  'export',
  'copyAsCurl',
  'copyAsDevTools',
  'save',
  /** Lets a person choose from the searches that were run and saved; the host answers with `ask`. */
  'history',
] as const;

/** What a command for a hit is given: by the page's buttons with their panel, by VS Code's context menu without. */
const hitArgumentSchema = z.extend(placeSchema, { panelId: z.optional(panelIdSchema) });

/** What a command for a search is given by the page's buttons: the panel, and what stands in its form. */
const searchArgumentSchema = z.object({ panelId: panelIdSchema, question: questionSchema });

/** Reads what a command for a hit is given; undefined where it is none. */
export function parseHitArgument(argument: unknown): z.infer<typeof hitArgumentSchema> | undefined {
  return z.safeParse(hitArgumentSchema, argument).data;
}

/** Reads what a command for a search is given; undefined where it is nothing that the page gave. */
export function parseSearchArgument(argument: unknown): z.infer<typeof searchArgumentSchema> | undefined {
  return z.safeParse(searchArgumentSchema, argument).data;
}
