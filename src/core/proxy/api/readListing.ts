import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { numberText } from '../../../l10n/numbers';
import { nextTurn } from '../../base/async/nextTurn';
import { type Pauses, pausesUntil } from '../../base/async/pauses';
import { type Failure, isRequestFailure, RequestFailure } from '../../base/errors/failure';
import type { HttpClient, HttpResponse } from '../../base/http/httpClient';
import { failureOfStatus, isSuccess, notJson, parseJson } from '../../base/http/responseFailures';
import {
  type ArrayEntries,
  arrayEntries,
  entryTooLong,
  isArrayText,
  longestEntry,
  ownCopy,
  valuesIn,
} from '../../base/json/arrayEntries';
import { jsonOrNothing } from '../../base/json/parse';
import type { CutListing, Listing, ListingEntries, ListingEntry, MissingListing } from '../model/listing';
import { type ApiRequest, openApiRequests } from './apiRequest';
import { overBudget, ReadBudget } from './readBudget';

export interface ListingSource<T> {
  /** Its path below `/api/`: `http/routers`. */
  readonly path: string;
  /**
   * Makes an item from an entry of a page; undefined if it has no name.
   *
   * @param raw the parsed JSON, of any shape
   * @param text the same JSON as received, in memory of its own
   */
  read(raw: unknown, text: string): T | undefined;
}

/** Large, because every page costs Traefik a sort of the whole listing, and real listings fit in one page. */
const listingPageSize = 10_000;
/** Traefik's default. */
const defaultPageSize = 100;
/** The most pages of a listing: ten million items, or 100,000 if large pages are refused. */
const mostPages = 1_000;

/** Statuses with which a server in front of Traefik refuses a page of that size. Traefik never does. */
const refusesSize: ReadonlySet<number> = new Set([400, 403, 406, 413, 414, 416, 422]);
/** Endpoints that refused large pages and served small ones: avoids a refused request at each refresh. */
const smallPagesOnly = new WeakSet<HttpClient>();

/** An entry as received, without an item if it had no name. `values` is about the number of JSON values in it. */
interface Entry<T> {
  readonly item: T | undefined;
  readonly values: number;
}

/** The entries of each listing in the order received, by its items: avoids parsing unchanged ones again. */
const entriesOf = new WeakMap<ReadonlyMap<string, ListingEntry>, readonly Entry<ListingEntry>[]>();

interface ListingOptions<T> {
  /** The previous result. Unchanged items are reused; if all are unchanged, so is `items`. */
  readonly previous?: ListingEntries<T> | undefined;
  /** Called as soon as it is clear that the listing exists and may be read. */
  readonly onFound?: (() => void) | undefined;
  /** The limits that this listing shares with other requests of the refresh. */
  readonly budget?: ReadBudget;
  readonly ask?: ApiRequest;
}

/**
 * Reads a whole listing, page by page. Only the text of each entry is kept, not the body of a page.
 *
 * Each page comes from the configuration that is live at that moment: an item that a reload moves between pages is
 * taken once, and if the reload leaves fewer pages than announced, reading starts over, once.
 *
 * @throws RequestFailure also if the pages never end
 * @see docs/traefik.md, "Pages of a listing"
 */
export async function readListing<T extends ListingEntry>(
  client: HttpClient,
  source: ListingSource<T>,
  signal: AbortSignal,
  options: ListingOptions<T> = {},
): Promise<Listing<T> | CutListing<T> | MissingListing> {
  const { budget = new ReadBudget() } = options;
  const { ask = openApiRequests(client, signal, budget) } = options;
  for (let time = 0; time < 2; time++) {
    const collected = new CollectedEntries(source, originOf(client), budget, pausesUntil(signal), options.previous);
    try {
      const end = await readPages(client, source, ask, collected, options.onFound);
      if (end === 'missing') return { state: 'missing' };
      if (end === 'shrunk') continue;
      return collected.tooLong === 0
        ? { state: 'read', ...collected.listed() }
        : { state: 'cut', ...collected.listed(), failure: tooLong(client, source) };
    } catch (error) {
      const isOver = budget.spent !== undefined && isRequestFailure(error) && error.failure.kind === 'tooLarge';
      if (!isOver) throw error;
      return { state: 'cut', ...collected.listed(), failure: overBudget(originOf(client), pathOf(source), budget) };
    }
  }
  throw new RequestFailure({
    kind: 'rejected',
    sentence: l10n.t('{0} at {1} changed twice while it was being read.', pathOf(source), originOf(client)),
    nextStep: l10n.t('Refresh once the proxy has settled.'),
    status: 400,
  });
}

/** How reading ended: after the last page, before the first, or where an announced page was missing. */
type PagesEnd = 'whole' | 'missing' | 'shrunk';

async function readPages<T extends ListingEntry>(
  client: HttpClient,
  source: ListingSource<T>,
  ask: ApiRequest,
  collected: CollectedEntries<T>,
  onFound: (() => void) | undefined,
): Promise<PagesEnd> {
  let size = smallPagesOnly.has(client) ? defaultPageSize : listingPageSize;
  let page = 1;
  /** Whether the server itself announced the page. */
  let announced = true;
  for (let pages = 0; pages < mostPages; pages++) {
    let answer = await ask(pageOf(source, page, size));
    if (page === 1 && size === listingPageSize && refusesSize.has(answer.status)) {
      size = defaultPageSize;
      answer = await ask(pageOf(source, page, size));
      if (isSuccess(answer)) smallPagesOnly.add(client);
    }
    if (page === 1 && isMissing(answer)) return 'missing';
    // Traefik refuses a page after the last one.
    if (page > 1 && answer.status === 400) return announced ? 'shrunk' : 'whole';
    if (!isSuccess(answer)) throw refusedListing(answer, client);
    if (page === 1 && onFound !== undefined && answer.body.startsWith('[')) {
      onFound();
      // Lets the requests that this starts go out before a long page is read.
      await nextTurn();
    }

    const before = { names: collected.items.size, entries: collected.count };
    await readPage(answer, client, source, collected);
    const next = nextPage(answer);
    announced = next !== undefined;
    // If the header was lost on the way, only a full page can have a next page.
    const isFull = collected.count - before.entries >= size;
    if (announced ? next === 1 : !isFull) return 'whole';

    const isNews = collected.items.size > before.names;
    if (!announced && !isNews) return 'whole';
    if (!isNews || (next !== undefined && next <= page)) break;
    page = next ?? page + 1;
  }
  throw new RequestFailure({
    kind: 'malformed',
    sentence: l10n.t('The pages of {0} at {1} never end.', pathOf(source), originOf(client)),
    nextStep: l10n.t('Check what is between here and the proxy: a cache may ignore the page number in the URL.'),
  });
}

function pathOf({ path }: ListingSource<unknown>): string {
  return `/api/${path}`;
}

/** The path of a page. Small pages are requested without a size, in case the server refuses the parameter. */
function pageOf(source: ListingSource<unknown>, page: number, size: number): string {
  return `${pathOf(source)}?page=${page}${size === defaultPageSize ? '' : `&per_page=${size}`}`;
}

/** The entries of a listing so far. Unchanged entries of the previous result are not parsed again. */
class CollectedEntries<T extends ListingEntry> {
  /** Each item as on the last page that contains it. */
  readonly items = new Map<string, T>();
  /** How many entries were too long to be read. */
  tooLong = 0;
  private readonly entries: Entry<T>[] = [];
  private readonly old: readonly Entry<T>[];
  private at = 0;
  private places: ReadonlyMap<string, number> | undefined;

  constructor(
    private readonly source: ListingSource<T>,
    private readonly origin: string,
    private readonly budget: ReadBudget,
    readonly pause: Pauses,
    private readonly previous: ListingEntries<T> | undefined,
  ) {
    // Safe: `entriesOf` holds the entries that the items were made with.
    this.old = ((previous && entriesOf.get(previous.items)) ?? []) as readonly Entry<T>[];
  }

  get count(): number {
    return this.entries.length + this.tooLong;
  }

  /** The probable text of the next entry. */
  get likely(): string | undefined {
    return this.old[this.at]?.item?.text;
  }

  add(text: string): void {
    const entry = this.next(text);
    this.entries.push(entry);
    if (entry.item !== undefined) this.items.set(entry.item.name, entry.item);
  }

  /** The items, in the previous map if all are the same. */
  listed(): ListingEntries<T> {
    const { items, entries, previous } = this;
    const unnamed = entries.length - entries.filter(({ item }) => item !== undefined).length;
    const before = previous && entriesOf.get(previous.items);
    const isSame =
      before?.length === entries.length && entries.every(({ item }, index) => item === before[index]?.item);
    if (isSame && previous !== undefined) return { items: previous.items, unnamed };
    entriesOf.set(items, entries);
    return { items, unnamed };
  }

  private next(text: string): Entry<T> {
    const likely = this.old[this.at];
    const isLikely = likely?.item?.text === text;
    const values = isLikely ? likely.values : valuesIn(text);
    if (!this.budget.takeEntry(text.length, values)) {
      throw new RequestFailure(overBudget(this.origin, pathOf(this.source), this.budget));
    }
    if (!isLikely) return { item: this.read(text), values };
    this.at++;
    return likely;
  }

  private read(text: string): T | undefined {
    const own = ownCopy(text);
    const item = this.source.read(JSON.parse(own), own);
    const before = item && this.previous?.items.get(item.name);
    if (item === undefined || before === undefined) return item;
    this.places ??= new Map(this.old.map((one, index) => [one.item?.name ?? '', index]));
    this.at = (this.places.get(item.name) ?? this.at) + 1;
    return before.text === own ? before : item;
  }
}

/** Reads the entries of a page one by one, and yields to the event loop in between. */
async function readPage<T extends ListingEntry>(
  answer: HttpResponse,
  client: HttpClient,
  source: ListingSource<T>,
  collected: CollectedEntries<T>,
): Promise<void> {
  const entries = entriesOfPage(answer, client, source);
  try {
    for (;;) {
      const text = entries.next(collected.likely);
      if (text === undefined) return;
      if (text === entryTooLong) collected.tooLong++;
      if (typeof text === 'string') collected.add(text);
      const rest = collected.pause();
      if (rest !== undefined) await rest;
    }
  } catch (error) {
    if (error instanceof SyntaxError) throw notJson(answer, client.endpoint);
    throw error;
  }
}

function entriesOfPage(answer: HttpResponse, client: HttpClient, source: ListingSource<unknown>): ArrayEntries {
  if (isArrayText(answer.body)) return arrayEntries(answer.body);
  if (answer.body.length <= longestEntry) parseJson(answer, client.endpoint);
  throw notTheApiFailure(client, pathOf(source), answer.status);
}

function tooLong(client: HttpClient, source: ListingSource<unknown>): Failure {
  return {
    kind: 'tooLarge',
    sentence: l10n.t(
      'An entry of {0} at {1} is larger than {2} MiB and was left out.',
      pathOf(source),
      originOf(client),
      numberText(longestEntry / 2 ** 20),
    ),
    nextStep: l10n.t('Look it up in the configuration of the proxy.'),
  };
}

/** The page that `X-Next-Page` names; Traefik sends 1 after the last one. Undefined without the header. */
function nextPage({ headers }: HttpResponse): number | undefined {
  const value = headers['x-next-page']?.trim() ?? '';
  return /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined;
}

/**
 * Traefik responds the same to an unknown path and to a request that no router matches
 * (docs/traefik.md, "Unknown paths").
 */
function isMissing({ status, body }: HttpResponse): boolean {
  return status === 404 && body.trim() === '404 page not found';
}

export function originOf({ endpoint }: HttpClient): string {
  return new URL(endpoint.url).origin;
}

/**
 * The response is JSON, but not the JSON of the API for the path.
 *
 * @param path such as `/api/http/routers`
 */
export function notTheApiFailure(client: HttpClient, path: string, status: number): RequestFailure {
  return new RequestFailure({
    kind: 'notAnApi',
    sentence: l10n.t('The JSON of {0} at {1} is not from the Traefik API.', path, originOf(client)),
    nextStep: l10n.t('Check the port and the path of the URL: another server may be responding there.'),
    status,
  });
}

export function notTraefikFailure(client: HttpClient, status: number): RequestFailure {
  return new RequestFailure({
    kind: 'notAnApi',
    sentence: l10n.t('The server at {0} is not Traefik.', originOf(client)),
    nextStep: l10n.t('Check the port and the path of the URL.'),
    status,
  });
}

const otherErrorSchema = z.object({ error: z.unknown(), message: z.optional(z.undefined()) });

/** UTF-16 units of a refusal: real ones are short. */
const longestRefusal = 100_000;

/** Why a listing was refused: by Traefik, by a server in front of it, or by another server, such as a search engine. */
function refusedListing(answer: HttpResponse, client: HttpClient): RequestFailure {
  const { status, body } = answer;
  const isAnothers =
    status >= 400 &&
    status < 500 &&
    ![401, 403, 407, 429].includes(status) &&
    body.length < longestRefusal &&
    otherErrorSchema.safeParse(jsonOrNothing(body)).success;
  return isAnothers ? notTraefikFailure(client, status) : failureOfStatus(answer, client.endpoint);
}
