import * as l10n from '@vscode/l10n';
import { computedOnce, type Inventory, knownEntries, knownItems, listedRouters } from '../model/inventory';
import { type EntryPoint, entryPointsOf } from '../model/model';
import { type PublicOrigins, publicOriginOf } from '../publicUrls/publicUrls';
import type { AskedUrl } from './urlText';

/** An entry point where a request may arrive. */
interface EntryPointGuess {
  readonly name: string;
  /** The address that it listens on, as configured. */
  readonly address?: string | undefined;
  /** The reason why it is likely; absent if there is none. */
  readonly why?: string | undefined;
}

/** The entry points where a request may arrive, as far as the API reports. */
export interface EntryPointGuesses {
  /** The likeliest first. Empty if Traefik reports no entry points. */
  readonly guesses: readonly EntryPointGuess[];
  /** Whether the first one needs no confirmation. */
  readonly isCertain: boolean;
}

type EntryPointGuessInput = Pick<AskedUrl, 'isTls' | 'port' | 'name'> & { readonly protocol: 'http' | 'tcp' };

/**
 * Guesses the entry point of a request from its scheme, port and host. The published ports of a container may differ
 * from those that Traefik listens on, so it is certain only if the port fits or there is only one entry point. If no
 * port fits, the guess prefers entry points that look made for the scheme.
 */
export function guessEntryPoint(
  asked: EntryPointGuessInput,
  inventory: Inventory,
  origins?: PublicOrigins,
): EntryPointGuesses {
  const traffic = trafficOf(inventory, asked.protocol);
  const rated = knownEntryPoints(inventory).map((entryPoint) => {
    const on = traffic.get(entryPoint.name);
    return { count: on?.count ?? 0, ...rate(entryPoint, asked, on, origins) };
  });
  rated.sort((one, other) => other.rating - one.rating || other.count - one.count);
  const [first, second] = rated;
  return {
    guesses: rated.map(({ guess }) => guess),
    isCertain: first !== undefined && (second === undefined || (first.fitsPort && !second.fitsPort && first.fitsTls)),
  };
}

/** Whether requests that arrive there probably use TLS, if the text does not say. */
export function isLikelyTls({ port }: Pick<AskedUrl, 'port'>, entryPoint: string, inventory: Inventory): boolean {
  const found = knownEntryPoints(inventory).find(({ name }) => name === entryPoint);
  if (found?.hasTls === true || port === 443) return true;
  const on = trafficOf(inventory, 'http').get(entryPoint);
  return on !== undefined && on.count === on.withTls;
}

/** TCP if the entry point that listens on the port of `host:port` has TCP but no HTTP routers, otherwise HTTP. */
export function likelyProtocol({ port }: Pick<AskedUrl, 'port'>, inventory: Inventory): 'http' | 'tcp' {
  const listening = knownEntryPoints(inventory).find(({ address }) => port !== undefined && portOf(address) === port);
  if (listening === undefined) return 'http';
  const has = (protocol: 'http' | 'tcp'): boolean => trafficOf(inventory, protocol).has(listening.name);
  return has('tcp') && !has('http') ? 'tcp' : 'http';
}

type Known = Pick<EntryPoint, 'name' | 'address' | 'hasTls' | 'isDefault'>;

/** The entry points that carry TCP; if Traefik does not list its entry points, those that its routers name. */
function knownEntryPoints(inventory: Inventory): readonly Known[] {
  const { entryPoints } = inventory;
  if (knownEntries(entryPoints) !== undefined) {
    return knownItems(entryPoints).filter(({ address }) => !/\/udp$/i.test(address ?? ''));
  }
  const protocols = ['http', 'tcp'] as const;
  const names = new Set(protocols.flatMap((protocol) => [...trafficOf(inventory, protocol).keys()]));
  return [...names].map((name) => ({ name, hasTls: false, isDefault: false }));
}

function rate(
  { name, address, hasTls, isDefault }: Known,
  asked: EntryPointGuessInput,
  on: EntryPointTraffic | undefined,
  origins?: PublicOrigins,
) {
  const { isTls } = asked;
  const port = asked.port ?? (isTls === undefined || asked.protocol === 'tcp' ? undefined : isTls ? 443 : 80);
  const origin = placeOf(publicOriginOf(origins, name));
  const isPublished = port !== undefined && origin?.port === port && (isTls === undefined || origin.isTls === isTls);
  const listens = port !== undefined && portOf(address) === port;
  const withTls = hasTls || (on?.withTls ?? 0) > 0;
  const withoutTls = !hasTls && on !== undefined && on.count > on.withTls;
  const fitsTls = isTls === undefined || (isTls ? withTls : withoutTls);
  const isTlsPort = tlsPorts.has(portOf(address) ?? 0);
  const fitsScheme = isTls !== undefined && (hasTls || isTlsPort) === isTls && fitsTls && on !== undefined;
  const namesHost = on?.names(asked.name) === true;
  // No entry point is left out: one without routers can still refuse a request.
  const rating =
    (isPublished ? 64 : 0) +
    (listens ? 32 : 0) +
    (fitsScheme ? 16 : 0) +
    (fitsTls && on !== undefined ? 8 : 0) +
    (namesHost ? 4 : 0) +
    (on !== undefined ? 2 : 0) +
    (isDefault ? 1 : 0);
  const reasons = [
    ...(isPublished ? [l10n.t('Public address uses port {0}', String(port))] : []),
    ...(listens ? [portReason(asked, port)] : []),
    ...(isTls === true && fitsScheme && !listens
      ? [hasTls ? l10n.t('Uses TLS') : l10n.t('Listens on port {0}', String(portOf(address)))]
      : []),
    ...(isTls !== undefined && fitsTls && on !== undefined
      ? [isTls ? l10n.t('Has routers with TLS') : l10n.t('Has routers without TLS')]
      : []),
    ...(namesHost ? [l10n.t('Rules mention this host')] : []),
    ...(on === undefined ? [l10n.t('No routers')] : []),
  ];
  const why = reasons.length === 0 ? undefined : reasons.join(' · ');
  return { guess: { name, address, why }, rating, fitsPort: isPublished || listens, fitsTls };
}

/** The usual ports of HTTPS, also inside a container. */
const tlsPorts: ReadonlySet<number> = new Set([443, 8443]);

function portReason({ port: typed, isTls }: EntryPointGuessInput, port: number): string {
  if (typed !== undefined) return l10n.t('Listens on port {0}', String(port));
  return isTls ? l10n.t('Default port for HTTPS') : l10n.t('Default port for HTTP');
}

/** The port of an entry point's address: `:443`, `127.0.0.1:8080/tcp`, `[::]:80`. */
function portOf(address: string | undefined): number | undefined {
  const digits = /:(\d+)(?:\/tcp)?$/i.exec(address ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function placeOf(origin: string | undefined): { readonly port: number; readonly isTls: boolean } | undefined {
  if (origin === undefined || !URL.canParse(origin)) return undefined;
  const { port, protocol } = new URL(origin);
  const isTls = protocol === 'https:';
  return { port: port === '' ? (isTls ? 443 : 80) : Number(port), isTls };
}

const traffic = {
  http: computedOnce((inventory) => trafficIn(inventory, 'http')),
  tcp: computedOnce((inventory) => trafficIn(inventory, 'tcp')),
};

/** The traffic by the name of the entry point; entry points without routers are absent. */
export function trafficOf(inventory: Inventory, protocol: 'http' | 'tcp'): ReadonlyMap<string, EntryPointTraffic> {
  return traffic[protocol](inventory);
}

function trafficIn(inventory: Inventory, protocol: 'http' | 'tcp'): ReadonlyMap<string, EntryPointTraffic> {
  const found = new Map<string, EntryPointTraffic>();
  for (const router of listedRouters(inventory, protocol)) {
    const quoted = quotedIn(router.rule ?? '');
    for (const name of entryPointsOf(router)) {
      const traffic = found.get(name) ?? new EntryPointTraffic();
      found.set(name, traffic);
      traffic.add(quoted, router.tls !== undefined);
    }
  }
  return found;
}

/** The kind of requests that the routers of an entry point suggest. Disabled routers count too. */
class EntryPointTraffic {
  count = 0;
  withTls = 0;
  readonly #plain = new Set<string>();
  readonly #secure = new Set<string>();

  add(quoted: readonly string[], isTls: boolean): void {
    this.count += 1;
    if (isTls) this.withTls += 1;
    const texts = isTls ? this.#secure : this.#plain;
    for (const text of quoted) texts.add(text);
  }

  /** Whether a rule has this text, such as a host, in quotation marks. Case does not matter. */
  names(host: string): boolean {
    return this.#plain.has(host.toLowerCase()) || this.namesWithTls(host);
  }

  /** Like `names`, for the rules of routers with TLS. */
  namesWithTls(host: string): boolean {
    return this.#secure.has(host.toLowerCase());
  }
}

/** The texts between backquotes that are not paths, in lower case. */
function quotedIn(rule: string): readonly string[] {
  return rule
    .toLowerCase()
    .split('`')
    .filter((text, at) => at % 2 === 1 && !text.startsWith('/'));
}
