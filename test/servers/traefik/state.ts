import { readRecordings } from '../../recordings/read';
import { goJson, splitArray, withoutMembers } from './json-text';
import { createListing, type Item, type Listing, type ListingPath, listingPaths, type TraefikVersion } from './listing';

/** JSON texts of items, by what lists them. `absent`: this server does not know the path, as an older version does not. */
export type Listings = Partial<Record<ListingPath, readonly string[] | 'absent'>>;

/** The configuration that the sample server serves. It may change between any two requests. */
export interface State {
  listing(path: ListingPath): Listing | undefined;
  replace(path: ListingPath, itemTexts: readonly string[]): void;
}

/** The listings of the recorded server. */
export function recordedListings(version: TraefikVersion): Listings {
  const recordings = readRecordings(`traefik-${version}`);
  const texts = (path: ListingPath) => {
    const name = path.includes('/') ? `${path.replace('/', '-')}-all` : path;
    const answer = recordings.get(name)?.response;
    return answer?.status === 200 ? splitArray(answer.body) : 'absent';
  };
  return Object.fromEntries(listingPaths.map((path) => [path, texts(path)]));
}

export function createState(listings: Listings): State {
  const current = new Map<ListingPath, Listing>();
  for (const path of listingPaths) {
    const texts = listings[path] ?? [];
    if (texts !== 'absent') current.set(path, createListing(path, texts));
  }
  return {
    listing: (path) => current.get(path),
    replace: (path, itemTexts) => void current.set(path, createListing(path, itemTexts)),
  };
}

interface Counts {
  readonly [status: string]: number;
}

function counts(listing: Listing | undefined): Counts | undefined {
  if (listing === undefined) return undefined;
  const withStatus = (...statuses: string[]) =>
    listing.items.filter(({ fields }) => statuses.includes(fields.status ?? '')).length;
  return {
    total: listing.items.length,
    warnings: withStatus('warning'),
    errors: withStatus('disabled', 'expired'),
  };
}

/** The body of `/api/overview`: counts of what is listed now. */
export function overview(state: State, version: TraefikVersion): string {
  const of = (path: ListingPath) => counts(state.listing(path));
  const body = {
    http: { routers: of('http/routers'), services: of('http/services'), middlewares: of('http/middlewares') },
    tcp: { routers: of('tcp/routers'), services: of('tcp/services'), middlewares: of('tcp/middlewares') },
    udp: { routers: of('udp/routers'), services: of('udp/services') },
    certificates: version === '3.7' ? of('certificates') : undefined,
    features: { tracing: '', metrics: 'Prometheus', accessLog: true },
    providers: ['File', 'Rest'],
  };
  return `${goJson(body)}\n`;
}

const rawDataMaps: readonly (readonly [key: string, path: ListingPath])[] = [
  ['routers', 'http/routers'],
  ['middlewares', 'http/middlewares'],
  ['services', 'http/services'],
  ['tcpRouters', 'tcp/routers'],
  ['tcpMiddlewares', 'tcp/middlewares'],
  ['tcpServices', 'tcp/services'],
  ['udpRouters', 'udp/routers'],
  ['udpServices', 'udp/services'],
];

/** What a listing adds to an item, and rawdata does not have. */
const listedOnly = new Set(['name', 'provider', 'type', 'priorityStr']);

/** The body of `/api/rawdata`: everything, in maps by name; an empty map is left out. */
export function rawData(state: State): string {
  const member = (item: Item) => `${goJson(item.name)}:${withoutMembers(item.text, listedOnly)}`;
  const maps = rawDataMaps.flatMap(([key, path]) => {
    const items = state.listing(path)?.items ?? [];
    return items.length === 0 ? [] : [`"${key}":{${items.map(member).join(',')}}`];
  });
  return `{${maps.join(',')}}\n`;
}
