import * as z from 'zod/mini';

const text = z.catch(z.optional(z.string()), undefined);
const texts = z.catch(z.optional(z.array(z.string())), undefined);

/** The fields that Traefik filters and sorts by. Whatever else a listing has passes through untouched. */
const fieldsSchema = z.object({
  name: text,
  status: text,
  provider: text,
  type: text,
  rule: text,
  service: text,
  entryPoints: texts,
  middlewares: texts,
  priorityStr: text,
  loadBalancer: z.catch(z.optional(z.object({ servers: z.optional(z.array(z.unknown())) })), undefined),
  commonName: text,
  issuerOrg: text,
  issuerCN: text,
  sans: texts,
});

export interface Item {
  /** The JSON text as served. */
  readonly text: string;
  readonly name: string;
  readonly fields: z.infer<typeof fieldsSchema>;
}

/** What one path lists, sorted by name. */
export interface Listing {
  readonly path: ListingPath;
  readonly items: readonly Item[];
  readonly byName: ReadonlyMap<string, Item>;
}

export const listingPaths = [
  'http/routers',
  'http/services',
  'http/middlewares',
  'tcp/routers',
  'tcp/services',
  'tcp/middlewares',
  'udp/routers',
  'udp/services',
  'entrypoints',
  'certificates',
] as const;
/** What follows `/api/` in the path of a listing. */
export type ListingPath = (typeof listingPaths)[number];

/** Which line of Traefik: what 2.11 does not know, it ignores. */
export type TraefikVersion = '3.7' | '2.11';

/** Go compares strings by their UTF-8 bytes. */
function compareBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

export function createListing(path: ListingPath, itemTexts: readonly string[]): Listing {
  const items = itemTexts
    .map((itemText) => {
      const fields = fieldsSchema.parse(JSON.parse(itemText));
      const name = fields.name ?? '';
      return { key: Buffer.from(name), item: { text: itemText, name, fields } };
    })
    .sort((left, right) => Buffer.compare(left.key, right.key))
    .map(({ item }) => item);
  return { path, items, byName: new Map(items.map((item) => [item.name, item])) };
}

/** The texts of an item in which `search` looks, as pkg/api's `containing…` filters do. */
function searched(path: ListingPath, { name, fields }: Item): readonly (string | undefined)[] {
  switch (path) {
    case 'http/routers':
    case 'tcp/routers':
      return [fields.rule, name];
    case 'certificates':
      return [fields.commonName, fields.issuerOrg, fields.issuerCN, ...(fields.sans ?? [])];
    default:
      return [name];
  }
}

function routesTo(service: string, wanted: string): boolean {
  return service.includes('@') ? service === wanted : service === wanted.split('@', 1)[0];
}

function passes(path: ListingPath, item: Item, query: URLSearchParams, version: TraefikVersion): boolean {
  const search = query.get('search')?.toLowerCase() ?? '';
  if (search !== '' && !searched(path, item).some((value) => value?.toLowerCase().includes(search))) return false;
  const status = query.get('status')?.toLowerCase() ?? '';
  if (status !== '' && item.fields.status?.toLowerCase() !== status) return false;
  if (version === '2.11' || !path.endsWith('/routers')) return true;
  const service = query.get('serviceName') ?? '';
  if (service !== '' && !routesTo(item.fields.service ?? '', service)) return false;
  const middleware = path === 'udp/routers' ? '' : (query.get('middlewareName') ?? '');
  return middleware === '' || (item.fields.middlewares?.includes(middleware) ?? false);
}

type SortKey = (fields: Item['fields']) => string | number | bigint;

const common: Readonly<Record<string, SortKey>> = {
  provider: ({ provider }) => provider ?? '',
  status: ({ status }) => status ?? '',
};
const sortKeys: Readonly<Record<string, Readonly<Record<string, SortKey>>>> = {
  routers: {
    ...common,
    priority: ({ priorityStr }) =>
      priorityStr !== undefined && /^-?\d+$/.test(priorityStr) ? BigInt(priorityStr) : 0n,
    rule: ({ rule }) => rule ?? '',
    service: ({ service }) => service ?? '',
    entryPoints: ({ entryPoints }) => entryPoints?.length ?? 0,
  },
  services: {
    ...common,
    type: ({ type }) => type ?? '',
    servers: ({ loadBalancer }) => loadBalancer?.servers?.length ?? 0,
  },
  middlewares: { ...common, type: ({ type }) => type ?? '' },
};

function sorted(path: ListingPath, items: readonly Item[], query: URLSearchParams): readonly Item[] {
  const sortBy = query.get('sortBy') ?? '';
  const keys = sortKeys[path.split('/')[1] ?? ''];
  const key = keys !== undefined && Object.hasOwn(keys, sortBy) ? keys[sortBy] : undefined;
  const direction = query.get('direction') ?? '';
  const inOrder =
    key === undefined
      ? [...items]
      : items
          .map((item) => ({ item, value: key(item.fields) }))
          .sort(({ value: left }, { value: right }) => {
            if (typeof left === 'string' || typeof right === 'string') return compareBytes(String(left), String(right));
            return left < right ? -1 : Number(left > right);
          })
          .map(({ item }) => item);
  return direction === '' || direction === 'asc' ? inOrder : inOrder.reverse();
}

/** The message of a 400, or the page and the number of the next one: 1 after the last. */
export type Page = { readonly refused: string } | { readonly items: readonly Item[]; readonly nextPage: number };

/** The parameter's number, or the text of the refusal, as pkg/api/criterion.go words it. */
function positive(query: URLSearchParams, name: string, absent: number): number | string {
  const raw = query.get(name) ?? '';
  if (raw === '') return absent;
  const value = /^[+-]?\d+$/.test(raw) ? Number(raw) : 0;
  return value > 0 ? value : `invalid request: ${name}: ${value}`;
}

function asked({ path, items }: Listing, query: URLSearchParams, version: TraefikVersion): readonly Item[] {
  const filtered = items.filter((item) => passes(path, item, query, version));
  return version === '2.11' ? filtered : sorted(path, filtered, query);
}

/** One page of a listing as `GET /api/…` with this query gives it: 100 items unless `per_page` says otherwise. */
export function pageOf(listing: Listing, query: URLSearchParams, version: TraefikVersion): Page {
  const inOrder = listing.path === 'entrypoints' ? listing.items : asked(listing, query, version);
  const perPage = positive(query, 'per_page', 100);
  if (typeof perPage === 'string') return { refused: perPage };
  const page = positive(query, 'page', 1);
  if (typeof page === 'string') return { refused: page };
  const start = (page - 1) * perPage;
  if (start !== 0 && start >= inOrder.length) {
    return { refused: `invalid request: page: ${page}, per_page: ${perPage}` };
  }
  const end = start + perPage;
  return { items: inOrder.slice(start, end), nextPage: end < inOrder.length ? page + 1 : 1 };
}
