import { maskText } from '../../base/secrets/secretsInText';
import type { Inventory } from '../model/inventory';
import type { Router } from '../model/model';
import { originalOfCopy } from '../model/originalOfCopy';
import { qualifiedName } from '../model/references';
import { certificateTitle } from '../model/subject';
import { routerPriorityOf } from '../rules/priority';
import { shownText } from '../secrets/secrets';
import {
  isObjectTree,
  type JsonObjectTree,
  type JsonTree,
  jsonTreeText,
  readJsonObjectTree,
  stringOfTree,
  treeAt,
  treeWithout,
} from './jsonTree';
import type { ComparedSection, ComparedThing } from './sections';

export interface ComparedOrigin {
  readonly section: ComparedSection;
  readonly inventory: Inventory;
  readonly style: ComparedStyle;
}

/**
 * The compared part of a thing: its configuration and what Traefik reports about it, with secrets masked, references as
 * full names, and lists sorted if their order is meaningless. Left out is what follows from other things or changes
 * over time: `usedBy`, `using` if it follows from `entryPoints`, server health, the status of certificates, and
 * priorities derived from the rule, which version 3 reports and version 2 does not.
 */
export function comparableTree(thing: ComparedThing, origin: ComparedOrigin): JsonObjectTree {
  const { section, inventory, style } = origin;
  let tree = readJsonObjectTree(shownText(thing));
  for (const path of derived[section.type]) tree = treeWithout(tree, [path]);
  if ('kind' in thing && thing.kind === 'routers') tree = withoutDerivedOfRouter(tree, thing);
  if (style.ignoresAddresses) tree = withoutAddresses(tree, section);
  if (section.type === 'items') {
    if (style.ignoresProvider) tree = treeWithout(tree, ['provider']);
    const name = comparedName(thing, section, inventory, style);
    tree = new Map([...tree, ['name', JSON.stringify(name)]]);
  }
  return inOrder(withReferences(tree, thing.name.split('@', 2)[1], style));
}

const derived: Readonly<Record<ComparedSection['type'], readonly string[]>> = {
  items: ['usedBy', 'serverStatus', 'priorityStr'],
  entryPoints: [],
  // The fingerprint is also present under another name.
  certificates: ['name', 'status'],
  proxy: [],
};

function withoutDerivedOfRouter(tree: JsonObjectTree, router: Router): JsonObjectTree {
  let rest = tree;
  const { using = [], entryPoints } = router;
  if (entryPoints === undefined || using.every((name) => entryPoints.includes(name)))
    rest = treeWithout(rest, ['using']);
  if (stringOfTree(rest.get('ruleSyntax')) === 'default') rest = treeWithout(rest, ['ruleSyntax']);
  return hasOwnPriority(router) ? rest : treeWithout(rest, ['priority']);
}

/** Whether a router's priority differs from the default that Traefik derives from its rule. */
function hasOwnPriority(router: Router): boolean {
  const { priority } = router;
  if (priority === undefined || priority === 0n) return router.unread.includes('priority');
  // A Traefik that reports priorities reports these, too.
  const taken = routerPriorityOf({ ...router, priority: undefined, status: 'enabled' }, { number: '3.0.0' });
  return taken?.value !== priority;
}

/** Without the address of an entry point, and those of the servers of a service, whose number stays. */
function withoutAddresses(tree: JsonObjectTree, { type }: ComparedSection): JsonObjectTree {
  if (type === 'entryPoints') return treeWithout(tree, ['address']);
  const [balancer, servers] = [tree.get('loadBalancer'), treeAt(tree, ['loadBalancer', 'servers'])];
  if (!isObjectTree(balancer) || servers === undefined || typeof servers === 'string' || isObjectTree(servers))
    return tree;
  const rest = servers.map((server) =>
    isObjectTree(server) ? treeWithout(treeWithout(server, ['url']), ['address']) : server,
  );
  return new Map([...tree, ['loadBalancer', new Map([...balancer, ['servers', rest]])]]);
}

/** Paths of references to other items; `*` stands for every item of a list. */
const referencePaths: readonly (readonly string[])[] = [
  ['service'],
  ['middlewares', '*'],
  ['parentRefs', '*'],
  ['weighted', 'services', '*', 'name'],
  ['highestRandomWeight', 'services', '*', 'name'],
  ['mirroring', 'service'],
  ['mirroring', 'mirrors', '*', 'name'],
  ['failover', 'service'],
  ['failover', 'fallback'],
  ['chain', 'middlewares', '*'],
  ['errors', 'service'],
  ['http', 'middlewares', '*'],
];

/** References that Traefik looks up in another way: only their provider is removed. */
const looseReferences: readonly (readonly string[])[] = [
  ['tls', 'options'],
  ['loadBalancer', 'serversTransport'],
];

function withReferences(tree: JsonObjectTree, provider: string | undefined, style: ComparedNameStyle): JsonObjectTree {
  const shorten = (name: string): string => (style.ignoresProvider ? withoutProvider(name) : name);
  let named: JsonTree = tree;
  for (const path of referencePaths) named = changed(named, path, (name) => shorten(qualifiedName(name, provider)));
  for (const path of looseReferences) named = changed(named, path, shorten);
  return isObjectTree(named) ? named : tree;
}

function changed(tree: JsonTree, [step, ...rest]: readonly string[], change: (word: string) => string): JsonTree {
  if (step === undefined) {
    const word = stringOfTree(tree);
    return word === undefined || word === '' ? tree : JSON.stringify(change(word));
  }
  if (typeof tree === 'string') return tree;
  if (!isObjectTree(tree)) return step === '*' ? tree.map((item) => changed(item, rest, change)) : tree;
  const value = tree.get(step);
  return value === undefined ? tree : new Map([...tree, [step, changed(value, rest, change)]]);
}

/** Lists whose order is meaningless, at any path. The order of middlewares, prefixes and encodings matters. */
const unordered: ReadonlySet<string> = new Set([
  'entryPoints',
  'using',
  'error',
  'parentRefs',
  'servers',
  'services',
  'mirrors',
  'domains',
  'sans',
  'users',
  'sourceRange',
  'excludedIPs',
  'providers',
]);

function inOrder(tree: JsonObjectTree): JsonObjectTree {
  return new Map([...tree].map(([name, value]) => [name, listInOrder(name, value)]));
}

function listInOrder(name: string, value: JsonTree): JsonTree {
  if (typeof value === 'string') return value;
  if (isObjectTree(value)) return inOrder(value);
  const items = value.map((item) => (isObjectTree(item) ? inOrder(item) : item));
  if (!unordered.has(name)) return items;
  return items
    .map((item) => ({ item, text: jsonTreeText(item) }))
    .sort((one, other) => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0))
    .map(({ item }) => item);
}

/**
 * State that changes by itself: the health of servers, by their addresses unless these do not count, and whether a
 * certificate expires soon.
 */
export function volatileStateOf(
  thing: ComparedThing,
  { section, style }: Pick<ComparedOrigin, 'section' | 'style'>,
): JsonObjectTree {
  const path = { items: 'serverStatus', certificates: 'status', entryPoints: undefined, proxy: undefined }[
    section.type
  ];
  const state = path === undefined ? undefined : treeAt(readJsonObjectTree(shownText(thing)), [path]);
  if (path === undefined || state === undefined) return new Map();
  return new Map([[path, style.ignoresAddresses && isObjectTree(state) ? [...state.values()].sort() : state]]);
}

/**
 * Fields that some versions of Traefik fill in themselves, in every item that can have them. If only one side has such
 * a field, the other's version does not know it: that is not a difference in configuration. From `SetDefaults` of
 * pkg/config/dynamic and the recordings of 2.11 and 3.7.
 */
const filledIn: readonly (readonly string[])[] = [
  'observability',
  'loadBalancer.strategy',
  'loadBalancer.passHostHeader',
  'loadBalancer.responseForwarding',
  'loadBalancer.terminationDelay',
  'loadBalancer.healthCheck.mode',
  'loadBalancer.healthCheck.interval',
  'loadBalancer.healthCheck.timeout',
  'loadBalancer.healthCheck.followRedirects',
  'loadBalancer.sticky.cookie.path',
  'loadBalancer.sticky.cookie.maxAge',
  'weighted.sticky.cookie.path',
  'mirroring.mirrorBody',
  'mirroring.maxBodySize',
  'stripPrefix.forceSlash',
  'forwardAuth.maxBodySize',
  'contentType.autoDetect',
  'retry.maxRequestBodyBytes',
  'circuitBreaker.responseCode',
  'compress.encodings',
  'http.sanitizePath',
  'http.maxHeaderBytes',
  'http.underscoreHeadersStrategy',
  'http2.maxConcurrentStreams',
  'http2.maxDecoderHeaderTableSize',
  'http2.maxEncoderHeaderTableSize',
  'udp.timeout',
  // Facts about the proxy.
  'version',
  'dashboardName',
].map((path) => path.split('.'));

/** Facts from a separate response, which may fail alone. */
const ofTheOverview: readonly (readonly string[])[] = [['features'], ['providers']];

/**
 * Removes the fields that only one side reports, and names them. Two sides of the same version report the same fields.
 *
 * @param isSameVersion if false, errors that both sides have are not compared either: their wording differs
 */
export function withoutVersionOnlyFields(left: JsonObjectTree, right: JsonObjectTree, isSameVersion: boolean) {
  let [one, other] = [left, right];
  const versionOnly: string[] = [];
  for (const path of [...ofTheOverview, ...(isSameVersion ? [] : filledIn)]) {
    const [a, b] = [treeAt(one, path), treeAt(other, path)];
    if ((a === undefined) === (b === undefined)) continue;
    const above = path.slice(0, -1);
    if (!isObjectTree(treeAt(one, above)) || !isObjectTree(treeAt(other, above))) continue;
    one = treeWithout(one, path);
    other = treeWithout(other, path);
    versionOnly.push(path.join('.'));
  }
  const [error, otherError] = [one.get('error'), other.get('error')];
  if (!isSameVersion && error !== undefined && otherError !== undefined && areOfSameStatus(one, other)) {
    if (jsonTreeText(error) !== jsonTreeText(otherError)) versionOnly.push('error');
    one = treeWithout(one, ['error']);
    other = treeWithout(other, ['error']);
  }
  return { left: one, right: other, versionOnly };
}

function areOfSameStatus(one: JsonObjectTree, other: JsonObjectTree): boolean {
  return stringOfTree(one.get('status')) === stringOfTree(other.get('status'));
}

export interface ComparedNameStyle {
  /** Whether `shop@docker` counts as `shop@file`. */
  readonly ignoresProvider: boolean;
  /** Whether `websecure-shop@docker` counts as `shop@docker`, if Traefik made the former for an entry point. */
  readonly ignoresEntryPoint: boolean;
}

export interface ComparedStyle extends ComparedNameStyle {
  /** Whether the addresses of entry points and servers do not count: those of two machines always differ. */
  readonly ignoresAddresses: boolean;
}

export const exactStyle: ComparedStyle = { ignoresProvider: false, ignoresEntryPoint: false, ignoresAddresses: false };

/** The name to compare. For a certificate its host, because its fingerprint changes when it is renewed. */
export function comparedName(
  thing: ComparedThing,
  section: ComparedSection,
  inventory: Inventory,
  style: ComparedNameStyle,
): string {
  if (section.type === 'certificates' && 'sans' in thing) {
    return maskText(certificateTitle(thing));
  }
  if (section.type !== 'items') return maskText(thing.name);
  const isRouter = 'kind' in thing && thing.kind === 'routers';
  const copy = style.ignoresEntryPoint && isRouter ? originalOfCopy(thing, inventory) : undefined;
  const name = maskText(copy?.of ?? thing.name);
  return style.ignoresProvider ? withoutProvider(name) : name;
}

/** Built-in items keep their provider: `api@internal` is never the same as a user's `api@file`. */
export function withoutProvider(name: string): string {
  const sign = name.lastIndexOf('@');
  return sign <= 0 || name.endsWith('@internal') ? name : name.slice(0, sign);
}
