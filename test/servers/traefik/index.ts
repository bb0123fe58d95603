import type { EndpointAuth } from '../../../src/core/base/endpoints/endpoint';
import type { DigestUser } from '../shared/digest';
import { type ListenOptions, listen, type RunningServer } from '../shared/listen';
import { type Front, routedByHost, traefikAccess, withDigestAuth, withFront } from './front';
import { generatedListings, type Size } from './generate';
import { hostileListings } from './hostile';
import { type GoValue, goJson } from './json-text';
import type { ListingPath, TraefikVersion } from './listing';
import { traefikHandler } from './respond';
import { createState, type Listings, recordedListings } from './state';

export interface TraefikOptions extends Pick<ListenOptions, 'port' | 'tls' | 'keepAliveMs'> {
  /** Whose recorded answers and whose rules. Default 3.7. */
  readonly version?: TraefikVersion;
  /** Who may ask. Default everybody. */
  readonly auth?: EndpointAuth;
  /** Who may ask, by Digest; all others are challenged. */
  readonly digest?: DigestUser;
  /** The only host whose requests are routed to the API, as a rule ``Host(`…`)`` does; all others get its 404. Default any. */
  readonly host?: string;
  /** A middleware in front of the API that answers otherwise. */
  readonly front?: Front;
  /** Below which prefix everything lies: `/ops/traefik`. Default none. */
  readonly basePath?: string;
  /** Instead of the recorded routers, services and middlewares: so many made-up ones. */
  readonly generated?: Size;
  /** Instead of the recorded listings: ones whose every text is hostile, with `beacon` as the origin of every address. */
  readonly hostile?: { readonly beacon: string };
  /** Single listings, instead of those that the options above give. */
  readonly listings?: Listings;
}

/** A sample Traefik whose configuration a test can change between two requests. */
export interface RunningTraefik extends RunningServer {
  /** Lists these items from now on, in the order of their names. */
  replace(path: ListingPath, items: readonly GoValue[]): void;
  /**
   * Reloads a listing with one more item, whose name sorts before all others: every item moves one place on, so a walk over
   * pages that is under way sees one item twice.
   */
  bump(path: ListingPath): void;
}

/** Starts a sample Traefik API: recorded answers, computed pages, filters and single items. */
export async function startTraefik(options: TraefikOptions = {}): Promise<RunningTraefik> {
  const {
    version = '3.7',
    auth,
    digest,
    host,
    front,
    basePath = '',
    generated,
    hostile,
    listings,
    ...listenOptions
  } = options;
  const state = createState({
    ...recordedListings(version),
    ...(generated && generatedListings(generated)),
    ...(hostile && hostileListings(hostile.beacon)),
    ...listings,
  });
  const api = traefikHandler(version, state, basePath);
  const fronted = front === undefined ? api : withFront(front, version, api);
  const admitted = digest === undefined ? fronted : withDigestAuth(digest, version, fronted);
  const server = await listen(host === undefined ? admitted : routedByHost(host, admitted), {
    ...listenOptions,
    ...(auth && { access: traefikAccess(auth, version) }),
  });

  let bumps = 0;
  return Object.assign(server, {
    replace: (path: ListingPath, items: readonly GoValue[]) => state.replace(path, items.map(goJson)),
    bump(path: ListingPath) {
      bumps += 1;
      const added = goJson({ status: 'enabled', name: ` reload-${bumps}@file`, provider: 'file' });
      state.replace(path, [added, ...(state.listing(path)?.items ?? []).map((item) => item.text)]);
    },
  });
}
