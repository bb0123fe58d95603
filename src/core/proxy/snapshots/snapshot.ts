import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { type Pauses, pausesUntil } from '../../base/async/pauses';
import { arrayEntriesAt, entryTooLong, longestEntry, ownCopy } from '../../base/json/arrayEntries';
import { jsonOrNothing } from '../../base/json/parse';
import { behindString, endOfValue, skipSpace } from '../../base/json/scan';
import { certificateSource } from '../api/certificates';
import { entryPointSource } from '../api/entryPoints';
import { itemSource } from '../api/items';
import { overviewOf } from '../api/overview';
import type { ListingSource } from '../api/readListing';
import type { Inventory, InventoryGroup } from '../model/inventory';
import type { ListingEntry } from '../model/listing';
import { itemListings } from '../model/model';

const snapshotVersion = 1;

/** Characters of a snapshot's name. */
export const longestSnapshotName = 100;
/** Bytes of a snapshot's file. */
export const largestSnapshot = 50 * 1024 * 1024;

const count = z.int().check(z.nonnegative());

const aboutSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(longestSnapshotName)),
  /** The endpoint of the snapshot. This computer may not have it. */
  endpoint: z.object({ id: z.string().check(z.maxLength(100)), name: z.string().check(z.maxLength(1_000)) }),
  /** Milliseconds since 1970, up to the latest date that JavaScript supports. */
  readAt: z.number().check(z.gte(0), z.lte(8.64e15)),
  counts: z.object({ routers: count, services: count, middlewares: count }),
});

/** The facts about a snapshot that can be read without its content. */
export type SnapshotAbout = z.infer<typeof aboutSchema>;

/** The contents of an endpoint's API at one time, with every secret masked. */
export interface Snapshot {
  readonly about: SnapshotAbout;
  readonly inventory: Inventory;
}

/** A file without its listings. */
const fileSchema = z.object({
  proxyScoutSnapshot: z.literal(snapshotVersion),
  about: aboutSchema,
  version: z.optional(
    z.object({
      number: z.string(),
      codename: z.optional(z.string()),
      startDate: z.optional(z.string()),
      dashboardName: z.optional(z.string()),
    }),
  ),
  overview: z.optional(z.unknown()),
});

const headSchema = z.object({ proxyScoutSnapshot: z.literal(snapshotVersion), about: aboutSchema });

/** The parts that can be read from a file of another format version. */
const markSchema = z.object({
  proxyScoutSnapshot: z.number(),
  about: z.catch(z.object({ name: z.catch(z.optional(z.string()), undefined) }), {}),
});

/** The head of a file: of a snapshot, of one that a newer Proxy Scout wrote, or of a file that is not a snapshot. */
export type SnapshotHead =
  | { readonly state: 'ready'; readonly about: SnapshotAbout }
  | { readonly state: 'newer' | 'corrupt'; readonly name?: string | undefined };

/** The first line of a file, which is read without the rest because that may be large. */
export function snapshotHeadText(about: SnapshotAbout): string {
  return `{"proxyScoutSnapshot":${snapshotVersion},"about":${JSON.stringify(aboutSchema.parse(about))},`;
}

/** Reads the first line of a file, which may be the whole file. */
export function readSnapshotHead(line: string): SnapshotHead {
  const json = jsonOrNothing(line) ?? jsonOrNothing(`${line.trimEnd().replace(/,$/, '')}}`);
  const head = headSchema.safeParse(json);
  if (head.success) return { state: 'ready', about: head.data.about };
  const mark = markSchema.safeParse(json);
  if (!mark.success) return { state: 'corrupt' };
  const { proxyScoutSnapshot, about } = mark.data;
  return { state: proxyScoutSnapshot > snapshotVersion ? 'newer' : 'corrupt', name: about.name };
}

/**
 * Reads a whole file, or returns why it cannot be used and the next step. Frees the event loop in between, because a file may
 * have many megabytes.
 *
 * @throws RequestFailure `canceled`
 */
export async function readSnapshot(
  text: string,
  signal: AbortSignal,
): Promise<Snapshot | { readonly problem: string }> {
  const whole = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    const { facts, listings } = await readParts(whole, pausesUntil(signal));
    const json = Object.fromEntries([...facts].map(([name, value]) => [name, JSON.parse(value)]));
    const file = fileSchema.safeParse(json);
    if (!file.success || listings === undefined) return { problem: problemOf(json) };
    return snapshotOf(file.data, facts.get('overview') ?? '', listings);
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: problemOf(undefined) };
    throw error;
  }
}

function snapshotOf(
  { about, version, overview }: z.infer<typeof fileSchema>,
  overviewText: string,
  listings: ReadonlyMap<string, InventoryGroup<ListingEntry>>,
): Snapshot {
  const list = <T extends ListingEntry>({ path }: ListingSource<T>): InventoryGroup<T> =>
    // Safe: the entries at a path were read by its source.
    (listings.get(path) as InventoryGroup<T> | undefined) ?? { state: 'missing' };
  const overviewCopy = overview === undefined ? undefined : overviewOf(overview, ownCopy(overviewText));
  return {
    about,
    inventory: {
      groups: {
        http: {
          routers: list(itemSource('http', 'routers')),
          services: list(itemSource('http', 'services')),
          middlewares: list(itemSource('http', 'middlewares')),
        },
        tcp: {
          routers: list(itemSource('tcp', 'routers')),
          services: list(itemSource('tcp', 'services')),
          middlewares: list(itemSource('tcp', 'middlewares')),
        },
        udp: { routers: list(itemSource('udp', 'routers')), services: list(itemSource('udp', 'services')) },
      },
      entryPoints: list(entryPointSource),
      certificates: list(certificateSource),
      ...(overviewCopy === undefined ? {} : { overview: overviewCopy }),
      ...(version === undefined ? {} : { version }),
      readAt: about.readAt,
    },
  };
}

const sources: ReadonlyMap<string, ListingSource<ListingEntry>> = new Map(
  [...itemListings.map(([protocol, kind]) => itemSource(protocol, kind)), entryPointSource, certificateSource].map(
    (source) => [source.path, source],
  ),
);

interface Parts {
  /** The texts of its members by name, except the listings. */
  readonly facts: ReadonlyMap<string, string>;
  /** By path; undefined if there are none, or one is neither a list nor the reason why it is missing. */
  readonly listings: ReadonlyMap<string, InventoryGroup<ListingEntry>> | undefined;
}

/** @throws SyntaxError if it is not an object, or not complete */
async function readParts(whole: string, pause: Pauses): Promise<Parts> {
  const facts = new Map<string, string>();
  let listings: Map<string, InventoryGroup<ListingEntry>> | undefined;
  const end = await eachMember(whole, skipSpace(whole, 0), async (name, at) => {
    if (name !== 'listings' || whole.charAt(at) !== '{') {
      const behind = endOfFact(whole, at);
      facts.set(name, whole.slice(at, behind));
      return behind;
    }
    const found = new Map<string, InventoryGroup<ListingEntry>>();
    let isSound = true;
    const behind = await eachMember(whole, at, async (path, start) => {
      const { group, end } = await readListed(whole, start, sources.get(path), pause);
      if (group === undefined) isSound = false;
      else found.set(path, group);
      return end;
    });
    listings = isSound ? found : undefined;
    return behind;
  });
  if (skipSpace(whole, end) < whole.length) throw new SyntaxError('more behind the object');
  return { facts, listings };
}

/**
 * Visits the members of the object that begins at `start`.
 *
 * @param read gets a name and the start of its value, and returns the end of the value
 * @returns the index after the object
 */
async function eachMember(
  text: string,
  start: number,
  read: (name: string, at: number) => Promise<number>,
): Promise<number> {
  if (text.charAt(start) !== '{') throw new SyntaxError('no object');
  let at = skipSpace(text, start + 1);
  if (text.charAt(at) === '}') return at + 1;
  for (;;) {
    if (text.charAt(at) !== '"') throw new SyntaxError('no name');
    const behindName = behindString(text, at, at + longestEntry);
    const name = String(JSON.parse(text.slice(at, behindName)));
    const colon = skipSpace(text, behindName);
    if (text.charAt(colon) !== ':') throw new SyntaxError('no value');
    const end = skipSpace(text, await read(name, skipSpace(text, colon + 1)));
    if (text.charAt(end) === '}') return end + 1;
    if (text.charAt(end) !== ',') throw new SyntaxError('the object does not end');
    at = skipSpace(text, end + 1);
  }
}

/** @throws SyntaxError if it is longer than any fact */
function endOfFact(text: string, at: number): number {
  const end = endOfValue(text, at, at + longestEntry);
  if (end === at + longestEntry) throw new SyntaxError('too long');
  return end;
}

/** Reads the listing that begins at `start`; without a group if it is not a listing. */
async function readListed(
  text: string,
  start: number,
  source: ListingSource<ListingEntry> | undefined,
  pause: Pauses,
): Promise<{ readonly group: InventoryGroup<ListingEntry> | undefined; readonly end: number }> {
  if (text.charAt(start) !== '[') {
    const end = endOfFact(text, start);
    // In place of a listing that the API did not send, or not completely.
    const word: unknown = JSON.parse(text.slice(start, end));
    return { group: word === 'failed' ? notRead() : word === 'missing' ? { state: 'missing' } : undefined, end };
  }
  const items = new Map<string, ListingEntry>();
  const entries = arrayEntriesAt(text, start);
  let unnamed = 0;
  for (let entry = entries.next(), index = 0; entry !== undefined; entry = entries.next(), index++) {
    const rest = pause();
    if (rest !== undefined) await rest;
    if (typeof entry !== 'string') {
      if (entry === entryTooLong) unnamed += 1;
      continue;
    }
    const own = ownCopy(entry);
    const item = source?.read(JSON.parse(own), own);
    if (item === undefined) unnamed += 1;
    // Names that differ only in a secret are equal after masking. The suffix keeps all of their items.
    else items.set(items.has(item.name) ? `${item.name} (${index})` : item.name, item);
  }
  return { group: { state: 'read', items, unnamed }, end: entries.end };
}

function problemOf(json: unknown): string {
  const mark = markSchema.safeParse(json);
  if (!mark.success) return l10n.t('This file does not contain a snapshot. Select a file that Export… wrote.');
  return mark.data.proxyScoutSnapshot > snapshotVersion
    ? l10n.t('This snapshot was written by a newer version of Proxy Scout. Update Proxy Scout to use it.')
    : l10n.t('This snapshot is damaged. Export it again from its source, or take another one.');
}

function notRead(): Extract<InventoryGroup, { state: 'failed' }> {
  return {
    state: 'failed',
    failure: {
      kind: 'invalid',
      sentence: l10n.t('The list could not be read when the snapshot was taken.'),
      nextStep: l10n.t('Take another snapshot.'),
    },
  };
}
