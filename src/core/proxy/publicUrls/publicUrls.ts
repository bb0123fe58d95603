import * as l10n from '@vscode/l10n';
import { allOf } from '../../../l10n/lists';
import { entryPointOf, type Inventory } from '../model/inventory';
import { itemGraphOf } from '../model/itemGraph';
import { entryPointsOf, type Middleware, type Router } from '../model/model';
import { ruleSyntaxOf } from '../rules/serverTraits';
import { type RuleTarget, ruleTargetsOf } from './ruleTargets';

/** The origin of each entry point for clients outside, by the entry point's name: `https://localhost:8443`. */
export type PublicOrigins = Readonly<Record<string, string>>;

/** The part of an endpoint that its routers' addresses are made from. */
export interface PublicUrlSource {
  /** The endpoint's own URL. Its host replaces one that a rule leaves open. */
  readonly url: string;
  readonly origins?: PublicOrigins | undefined;
}

/** An address that a router serves, as far as the API shows. */
export interface PublicUrl {
  /** http or https, without credentials. */
  readonly url: string;
  readonly entryPoint: string;
}

/** The addresses of a router, in the rule's order, or one sentence with the reason why none can be opened. */
type Addresses = { readonly addresses: readonly PublicUrl[] } | { readonly problem: string };

/** The origin of an entry point, if the user entered one. */
export function publicOriginOf(origins: PublicOrigins | undefined, entryPoint: string): string | undefined {
  return origins !== undefined && Object.hasOwn(origins, entryPoint) ? origins[entryPoint] : undefined;
}

/** Reads the user's input as an address to open: http or https, without secrets. */
export function readPublicUrl(typed: string): { readonly url: string } | { readonly problem: string } {
  const text = typed.trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) return { problem: l10n.t('Enter a valid URL, such as {0}.', 'https://localhost:8443') };
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { problem: l10n.t('Only http and https URLs can be opened.') };
  }
  if (url.username !== '' || url.password !== '') {
    return { problem: l10n.t('Remove the user name and password: the browser asks for them.') };
  }
  return { url: url.href };
}

/** The most addresses, because the user chooses from a list. */
const mostAddresses = 200;

/**
 * The addresses that an HTTP router serves, from its rule and the rules of its parents. Scheme and port are those of
 * its entry point as the user corrected them, otherwise as Traefik is configured, which in a container often differs
 * from the published port.
 */
export function publicUrlsOf(router: Router, inventory: Inventory, reached: PublicUrlSource): Addresses {
  if (router.protocol !== 'http') return { problem: l10n.t('Only HTTP routers can be opened in a browser.') };
  if (router.status === 'disabled') {
    return { problem: l10n.t('Traefik disabled this router because of an error.') };
  }
  const lines = linesOf(router, inventory);
  if (lines.some((line) => line.slice(1).some((parent) => mayChangePath(parent, inventory)))) {
    return { problem: l10n.t('A parent router has a middleware that may change the path.') };
  }
  const syntax = ruleSyntaxOf(router, inventory);
  const obstacles = new Set<string>();
  const found = new Map<string, PublicUrl>();
  for (const line of lines) {
    const reading = ruleTargetsOf(line.map(({ rule }) => rule ?? '').reverse(), syntax);
    if (reading === undefined) return { problem: l10n.t('The rule does not name hosts and paths that can be opened.') };
    for (const word of reading.obstacles) obstacles.add(word);
    const root = line.at(-1) ?? router;
    for (const entryPoint of entryPointsOf(root)) {
      const base = baseOf(entryPoint, root.tls !== undefined || router.tls !== undefined, inventory, reached);
      if (base === undefined) continue;
      for (const target of reading.targets) {
        const url = urlOf(base, target);
        if (found.size < mostAddresses && !found.has(url)) found.set(url, { url, entryPoint });
      }
    }
  }
  if (found.size > 0) return { addresses: [...found.values()] };
  if (obstacles.size > 0) {
    return { problem: l10n.t('The rule requires more than a URL can provide: {0}.', allOf([...obstacles])) };
  }
  return { problem: l10n.t('The router has no entry point that a browser can reach, or its rule contradicts itself.') };
}

/** The most steps from a router to a parent: if each has two parents, the number of paths is exponential. */
const mostSteps = 2_000;
const deepestNesting = 100;

/** The router and its ancestors, up to each root. Parents in a cycle have no root. */
function linesOf(router: Router, inventory: Inventory): readonly (readonly Router[])[] {
  const graph = itemGraphOf(inventory);
  const lines: Router[][] = [];
  let steps = 0;
  const climb = (line: Router[], at: Router): void => {
    const parents = graph
      .referencesOf(at)
      .flatMap(({ role, target }) => (role === 'parent' && target?.kind === 'routers' ? [target] : []));
    if (parents.length === 0 && (at.parentRefs?.length ?? 0) === 0) lines.push(line);
    if (line.length > deepestNesting) return;
    for (const parent of parents) {
      if (lines.length >= mostAddresses || steps++ >= mostSteps) return;
      if (!line.includes(parent)) climb([...line, parent], parent);
    }
  };
  climb([router], router);
  return lines;
}

/** A nested router's rule is about the path that the middlewares of its ancestors leave. */
function mayChangePath(router: Router, inventory: Inventory): boolean {
  return itemGraphOf(inventory)
    .referencesOf(router)
    .some(({ role, target }) => role === 'middleware' && (target?.kind !== 'middlewares' || changesPath(target)));
}

function changesPath({ type, isPlugin }: Middleware): boolean {
  return isPlugin || /prefix|path|rewrite|root|snippet|chain/i.test(type ?? '');
}

interface Base {
  readonly scheme: 'http:' | 'https:';
  readonly port: string;
  /** The host to use if a rule accepts any. */
  readonly host: string;
}

/** Undefined for an entry point of UDP. */
function baseOf(
  name: string,
  hasTls: boolean,
  inventory: Inventory,
  { url, origins }: PublicUrlSource,
): Base | undefined {
  const known = publicOriginOf(origins, name);
  if (known !== undefined) {
    const origin = new URL(known);
    const isSecure = hasTls || origin.protocol === 'https:';
    return { scheme: isSecure ? 'https:' : 'http:', port: portOf(origin), host: origin.hostname };
  }
  const address = entryPointOf(inventory, name)?.address ?? '';
  if (address.endsWith('/udp')) return undefined;
  const port = /:(\d+)(?:\/tcp)?$/.exec(address)?.[1] ?? '';
  return { scheme: hasTls ? 'https:' : 'http:', port, host: new URL(url).hostname };
}

/** Includes the default port of the scheme, which `URL` leaves out. */
function portOf({ protocol, port }: URL): string {
  return port === '' ? (protocol === 'https:' ? '443' : '80') : port;
}

function urlOf({ scheme, port, host }: Base, target: RuleTarget): string {
  const name = target.host ?? host;
  const url = new URL(`${scheme}//${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}/`);
  url.port = port;
  url.pathname = target.path;
  for (const [key, value] of target.query) url.searchParams.append(key, value);
  return url.href;
}
