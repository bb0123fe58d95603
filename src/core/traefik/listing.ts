import { failureOfStatus, isSuccess, parseJson } from '../http/answers';
import type { Door, HttpAnswer } from '../http/door';
import { RequestFailure } from '../http/failure';
import { arrayItems } from '../json/slices';

/** Something that the API lists. */
export interface Source<T> {
  /** Its path below `/api/`: `http/routers`. */
  readonly path: string;
  /** What it lists, within a sentence: `the HTTP routers`. */
  readonly what: string;
  /** Makes one of an entry and its JSON as received; undefined where there is no name to call it by. */
  read(raw: unknown, text: string): T | undefined;
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
/** What a listing may have at most: ten million items, or, where something caps the page size, 1,000 small pages. */
const MOST_PAGES = 1_000;

/**
 * Reads a whole listing, page after page.
 *
 * Pages come from whatever configuration is live at each request: items that a reload moves between pages are taken once,
 * and where it leaves fewer pages than announced, the walk starts again, once.
 *
 * @throws RequestFailure also for a walk that does not come to an end
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/api/criterion.go
 */
export async function readListing<T extends { readonly name: string }>(
  door: Door,
  source: Source<T>,
  signal: AbortSignal,
): Promise<Listing<T> | MissingListing> {
  const walk = await walkPages(door, source, signal);
  if (walk !== 'shrunk') return walk;
  const again = await walkPages(door, source, signal);
  if (again !== 'shrunk') return again;
  throw new RequestFailure({
    kind: 'rejected',
    sentence: `${source.what.replace(/^t/, 'T')} changed while they were read, twice.`,
    nextStep: 'Refresh when the proxy has settled.',
    status: 400,
  });
}

async function walkPages<T extends { readonly name: string }>(
  door: Door,
  { path: listed, what, read }: Source<T>,
  signal: AbortSignal,
): Promise<Listing<T> | MissingListing | 'shrunk'> {
  const items = new Map<string, T>();
  let unnamed = 0;
  let page = 1;
  /** Whether the server itself named the page that is asked for. */
  let announced = true;
  for (let count = 0; count < MOST_PAGES; count++) {
    const path = `/api/${listed}?page=${page}&per_page=${PAGE_SIZE}`;
    const answer = await door.request({ method: 'GET', path, signal });
    if (page === 1 && isMissing(answer)) return { state: 'missing' };
    // Traefik refuses a page behind the last one.
    if (page > 1 && answer.status === 400) return announced ? 'shrunk' : { state: 'read', items, unnamed };
    if (!isSuccess(answer)) throw failureOfStatus(answer, door.endpoint);

    const entries = entriesOf(answer, door, what);
    const before = items.size;
    for (const { raw, text } of entries) {
      const item = read(raw, text);
      if (item === undefined) unnamed++;
      else items.set(item.name, item);
    }

    const next = nextPage(answer);
    announced = next !== undefined;
    const isNews = items.size > before;
    // Where the header got lost on the way, only a full page can have another one behind it.
    const isLast = announced ? next === 1 : entries.length < PAGE_SIZE || !isNews;
    if (isLast) return { state: 'read', items, unnamed };
    if (!isNews || (next !== undefined && next <= page)) break;
    page = next ?? page + 1;
  }
  throw new RequestFailure({
    kind: 'malformed',
    sentence: `The pages of ${what} at ${originOf(door)} do not come to an end.`,
    nextStep: 'Check what stands between here and the proxy: a cache may ignore the page in the address.',
  });
}

interface Entry {
  readonly raw: unknown;
  readonly text: string;
}

/** The entries of a page, each with its text as received. */
function entriesOf(answer: HttpAnswer, door: Door, what: string): Entry[] {
  const raws = parseJson(answer, door.endpoint);
  if (!Array.isArray(raws)) {
    throw new RequestFailure({
      kind: 'notAnApi',
      sentence: `${originOf(door)} answered with JSON that is no list of ${what}.`,
      nextStep: 'Check the port and the path of the URL: something other than the Traefik API answers there.',
      status: answer.status,
    });
  }
  const texts = arrayItems(answer.body);
  return raws.map((raw: unknown, index) => ({ raw, text: texts[index] ?? '' }));
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
