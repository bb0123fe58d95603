import * as z from 'zod/mini';
import { entryTexts } from '../json/entryTexts';
import { jsonOrNothing } from '../json/parse';
import { members, memberText } from '../json/slices';
import { certificateSource } from '../traefik/certificates';
import { entryPointSource } from '../traefik/entryPoints';
import type { Group, Inventory } from '../traefik/inventory';
import { itemSource } from '../traefik/items';
import type { Source } from '../traefik/listing';
import { overviewOf } from '../traefik/overview';

/** What the file of a snapshot is marked with. */
export const SNAPSHOT_VERSION = 1;

/** Characters of a snapshot's name. */
export const LONGEST_SNAPSHOT_NAME = 100;
/** Bytes of a snapshot's file. */
export const LARGEST_SNAPSHOT = 50 * 1024 * 1024;

const count = z.int().check(z.nonnegative());

const aboutSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(LONGEST_SNAPSHOT_NAME)),
  /** Of which endpoint it is. This computer may not, or no longer, have it. */
  endpoint: z.object({ id: z.string().check(z.maxLength(100)), name: z.string().check(z.maxLength(1_000)) }),
  /** Milliseconds since 1970; later moments than these are none to JavaScript. */
  readAt: z.number().check(z.gte(0), z.lte(8.64e15)),
  counts: z.object({ routers: count, services: count, middlewares: count }),
});

/** What is known of a snapshot without what it holds. */
export type SnapshotAbout = z.infer<typeof aboutSchema>;

/** What an endpoint reported at a moment. Every secret in it is masked. */
export interface Snapshot {
  readonly about: SnapshotAbout;
  readonly inventory: Inventory;
}

/** A listing as the API sent it, or what became of it. */
const listingSchema = z.union([z.array(z.unknown()), z.enum(['missing', 'failed'])]);

const fileSchema = z.object({
  proxyScoutSnapshot: z.literal(SNAPSHOT_VERSION),
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
  listings: z.record(z.string(), listingSchema),
});

const headSchema = z.object({ proxyScoutSnapshot: z.literal(SNAPSHOT_VERSION), about: aboutSchema });

/** What can be told of a file that is not one of this version. */
const markSchema = z.object({
  proxyScoutSnapshot: z.number(),
  about: z.catch(z.object({ name: z.catch(z.optional(z.string()), undefined) }), {}),
});

/** What the head of a file tells: the snapshot's, that a newer Proxy Scout wrote it, or that it is none. */
export type Head =
  | { readonly state: 'ready'; readonly about: SnapshotAbout }
  | { readonly state: 'newer' | 'corrupt'; readonly name?: string | undefined };

/** The first line of a file: it is read without the rest, which may be large. */
export function headText(about: SnapshotAbout): string {
  return `{"proxyScoutSnapshot":${SNAPSHOT_VERSION},"about":${JSON.stringify(aboutSchema.parse(about))},`;
}

/** Reads the first line of a file, be it the whole of it. */
export function readHead(line: string): Head {
  const json = jsonOrNothing(line) ?? jsonOrNothing(`${line.trimEnd().replace(/,$/, '')}}`);
  const head = headSchema.safeParse(json);
  if (head.success) return { state: 'ready', about: head.data.about };
  const mark = markSchema.safeParse(json);
  if (!mark.success) return { state: 'corrupt' };
  const { proxyScoutSnapshot, about } = mark.data;
  return { state: proxyScoutSnapshot > SNAPSHOT_VERSION ? 'newer' : 'corrupt', name: about.name };
}

/** Reads a whole file, or says in a sentence or two why it cannot be used and what to do. */
export function readSnapshot(text: string): Snapshot | { readonly problem: string } {
  const whole = text.replace(/^\uFEFF/, '');
  const json = jsonOrNothing(whole);
  const file = fileSchema.safeParse(json);
  if (!file.success) return { problem: problemOf(json) };
  const { about, version, overview, listings } = file.data;
  const texts = new Map(members(memberText(whole, 'listings') ?? '{}'));
  const list = <T extends { readonly name: string }>(source: Source<T>): Group<T> =>
    groupFrom(source, listings[source.path], () => texts.get(source.path) ?? '[]');
  const told = overview === undefined ? undefined : overviewOf(overview, memberText(whole, 'overview') ?? '');
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
      ...(told === undefined ? {} : { overview: told }),
      ...(version === undefined ? {} : { version: versionOf(version) }),
      readAt: about.readAt,
    },
  };
}

function problemOf(json: unknown): string {
  const mark = markSchema.safeParse(json);
  if (!mark.success) return 'This file holds no snapshot. Choose one that Export Snapshot wrote.';
  return mark.data.proxyScoutSnapshot > SNAPSHOT_VERSION
    ? 'This snapshot was written by a newer Proxy Scout. Update Proxy Scout to use it.'
    : 'This snapshot is damaged. Export it again where it came from, or take another one.';
}

/** @param textOf gives the listing as it is written in the file */
function groupFrom<T extends { readonly name: string }>(
  source: Source<T>,
  listing: z.infer<typeof listingSchema> | undefined,
  textOf: () => string,
): Group<T> {
  if (listing === 'failed') return NOT_READ;
  if (listing === undefined || listing === 'missing') return { state: 'missing' };
  const texts = entryTexts(textOf());
  const items = new Map<string, T>();
  let unnamed = 0;
  for (const [index, raw] of listing.entries()) {
    const item = source.read(raw, texts, index);
    if (item === undefined) unnamed += 1;
    // Names that differed in a secret only are the same once it is masked. None is lost for that.
    else items.set(items.has(item.name) ? `${item.name} (${index})` : item.name, item);
  }
  return { state: 'read', items, unnamed };
}

const NOT_READ: Extract<Group, { state: 'failed' }> = {
  state: 'failed',
  failure: {
    kind: 'invalid',
    sentence: 'They could not be read when the snapshot was taken.',
    nextStep: 'Take another snapshot.',
  },
};

function versionOf(version: NonNullable<z.infer<typeof fileSchema>['version']>): NonNullable<Inventory['version']> {
  const { number, codename, startDate, dashboardName } = version;
  return {
    number,
    ...(codename === undefined ? {} : { codename }),
    ...(startDate === undefined ? {} : { startDate }),
    ...(dashboardName === undefined ? {} : { dashboardName }),
  };
}
