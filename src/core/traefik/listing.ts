import { failureOfStatus, isSuccess, parseJson } from '../http/answers';
import { cancelled } from '../http/describe';
import type { Door, HttpAnswer } from '../http/door';
import { RequestFailure } from '../http/failure';
import { type EntryTexts, entryTexts } from '../json/entryTexts';
import { nextTurn } from '../nextTurn';
import { notTheApi } from './notTheApi';

/** Something that the API lists. */
export interface Source<T> {
  /** Its path below `/api/`: `http/routers`. */
  readonly path: string;
  /** What it lists, within a sentence: `the HTTP routers`. */
  readonly what: string;
  /** Makes one of an entry of a page; undefined where there is no name to call it by. */
  read(raw: unknown, texts: EntryTexts, index: number): T | undefined;
}

interface Named {
  readonly name: string;
}

/** A listing over all its pages. */
export interface Listing<T> {
  readonly state: 'read';
  /** By name, in the order of the answers. */
  readonly items: ReadonlyMap<string, T>;
  /** How many entries had no name to call them by. */
  readonly unnamed: number;
}

/** The server does not have this listing: its version is older, or the API is not routed here. The answer is the same. */
export interface MissingListing {
  readonly state: 'missing';
}

/** Every page costs Traefik a sort of the whole listing, and it has no upper limit: real ones fit in one. */
export const PAGE_SIZE = 10_000;
/** What Traefik itself takes where nobody says how many. */
const DEFAULT_PAGE_SIZE = 100;
/** What a listing may have at most: ten million items, or 100,000 where large pages are refused. */
const MOST_PAGES = 1_000;

/** Statuses by which something before Traefik refuses a page of that size. Traefik never does. */
const REFUSES_SIZE: ReadonlySet<number> = new Set([400, 403, 406, 413, 414, 416, 422]);
/** Doors behind which large pages were refused, and others were not. */
const smallPagesOnly = new WeakSet<Door>();

/** Milliseconds after which a long page lets others have the event loop. */
const LONGEST_HOLD_MS = 15;
/** Entries between two looks at the clock. */
const SLICE = 250;

/** What was read of one page. A page that comes again with the same text is not read again. */
interface Page<T> {
  readonly body: string;
  readonly items: readonly T[];
  readonly unnamed: number;
}

/** The pages that listings were put together from. */
const pagesOf = new WeakMap<Listing<unknown>, readonly Page<unknown>[]>();

/** How to read a listing. */
export interface ListingOptions<T> {
  /** The same listing as it was before. It is given again where nothing has changed, and so are the items of pages that did not. */
  readonly previous?: Listing<T> | undefined;
  /** Called as soon as it is clear that there is such a listing and that it may be read. */
  readonly onFound?: (() => void) | undefined;
}

/**
 * Reads a whole listing, page after page.
 *
 * Pages come from whatever configuration is live at each request: items that a reload moves between pages are taken once,
 * and where it leaves fewer pages than announced, the walk starts again, once.
 *
 * @throws RequestFailure also for a walk that does not come to an end
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/api/criterion.go
 */
export async function readListing<T extends Named>(
  door: Door,
  source: Source<T>,
  signal: AbortSignal,
  options: ListingOptions<T> = {},
): Promise<Listing<T> | MissingListing> {
  const walk = await walkPages(door, source, signal, options);
  if (walk !== 'shrunk') return walk;
  const again = await walkPages(door, source, signal, options);
  if (again !== 'shrunk') return again;
  throw new RequestFailure({
    kind: 'rejected',
    sentence: `${source.what.replace(/^t/, 'T')} changed while they were read, twice.`,
    nextStep: 'Refresh when the proxy has settled.',
    status: 400,
  });
}

async function walkPages<T extends Named>(
  door: Door,
  source: Source<T>,
  signal: AbortSignal,
  { previous, onFound }: ListingOptions<T>,
): Promise<Listing<T> | MissingListing | 'shrunk'> {
  const before = previous === undefined ? [] : (pagesOf.get(previous) ?? []);
  const pages: Page<T>[] = [];
  const names = new Set<string>();
  const ask = (page: number, size: number): Promise<HttpAnswer> =>
    door.request({ method: 'GET', path: pathOf(source, page, size), signal });
  let size = smallPagesOnly.has(door) ? DEFAULT_PAGE_SIZE : PAGE_SIZE;
  let page = 1;
  /** Whether the server itself named the page that is asked for. */
  let announced = true;
  while (pages.length < MOST_PAGES) {
    let answer = await ask(page, size);
    if (page === 1 && size === PAGE_SIZE && REFUSES_SIZE.has(answer.status)) {
      size = DEFAULT_PAGE_SIZE;
      answer = await ask(page, size);
      if (isSuccess(answer)) smallPagesOnly.add(door);
    }
    if (page === 1 && isMissing(answer)) return { state: 'missing' };
    // Traefik refuses a page behind the last one.
    if (page > 1 && answer.status === 400) return announced ? 'shrunk' : listingOf(pages, previous);
    if (!isSuccess(answer)) throw failureOfStatus(answer, door.endpoint);
    if (page === 1 && onFound !== undefined && answer.body.startsWith('[')) {
      onFound();
      // What that sets off goes out before a long page is read.
      await nextTurn();
    }

    // Safe: what `pagesOf` holds for a listing was made by the same source.
    const old = before[pages.length] as Page<T> | undefined;
    const read = old?.body === answer.body ? old : await readPage(answer, door, source, signal);
    pages.push(read);
    const next = nextPage(answer);
    announced = next !== undefined;
    // Where the header got lost on the way, only a full page can have another one behind it.
    const isFull = read.items.length + read.unnamed >= size;
    if (announced ? next === 1 : !isFull) return listingOf(pages, previous);

    const known = names.size;
    for (const { name } of read.items) names.add(name);
    const isNews = names.size > known;
    if (!announced && !isNews) return listingOf(pages, previous);
    if (!isNews || (next !== undefined && next <= page)) break;
    page = next ?? page + 1;
  }
  throw new RequestFailure({
    kind: 'malformed',
    sentence: `The pages of ${source.what} at ${originOf(door)} do not come to an end.`,
    nextStep: 'Check what stands between here and the proxy: a cache may ignore the page in the address.',
  });
}

/** The path of a page. Of a small one it does not say how many, in case it is the parameter that is not liked. */
function pathOf({ path }: Source<unknown>, page: number, size: number): string {
  return `/api/${path}?page=${page}${size === DEFAULT_PAGE_SIZE ? '' : `&per_page=${size}`}`;
}

/** Reads the entries of a page, in slices: thousands of them would hold the event loop for too long. */
async function readPage<T>(answer: HttpAnswer, door: Door, source: Source<T>, signal: AbortSignal): Promise<Page<T>> {
  let began = performance.now();
  const raws = parseJson(answer, door.endpoint);
  if (!Array.isArray(raws)) {
    throw notTheApi(door, `list of ${source.what}`, answer.status);
  }
  const texts = entryTexts(answer.body);
  const items: T[] = [];
  for (let index = 0; index < raws.length; index++) {
    if (index % SLICE === 0 && performance.now() - began > LONGEST_HOLD_MS) {
      await nextTurn();
      if (signal.aborted) throw cancelled();
      began = performance.now();
    }
    const item = source.read(raws[index], texts, index);
    if (item !== undefined) items.push(item);
  }
  return { body: answer.body, items, unnamed: raws.length - items.length };
}

/** The listing of these pages: the one before, where they are the same pages. An item is as the last of them has it. */
function listingOf<T extends Named>(pages: readonly Page<T>[], previous: Listing<T> | undefined): Listing<T> {
  const before = previous && pagesOf.get(previous);
  if (previous && before?.length === pages.length && pages.every((page, index) => page === before[index])) {
    return previous;
  }
  const items = new Map<string, T>();
  let unnamed = 0;
  for (const page of pages) {
    for (const item of page.items) items.set(item.name, item);
    unnamed += page.unnamed;
  }
  const listing: Listing<T> = { state: 'read', items, unnamed };
  pagesOf.set(listing, pages);
  return listing;
}

/** The page that `X-Next-Page` names; 1 is Traefik's way to say that there is none. Undefined where it says nothing. */
function nextPage({ headers }: HttpAnswer): number | undefined {
  const value = headers['x-next-page']?.trim() ?? '';
  return /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined;
}

/** Traefik says the same of a path that it does not know and of a request that no router takes. */
function isMissing({ status, body }: HttpAnswer): boolean {
  return status === 404 && body.trim() === '404 page not found';
}

function originOf(door: Door): string {
  return new URL(door.endpoint.url).origin;
}
