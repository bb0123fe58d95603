import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import type { ReadConfig } from '../model/configProblem';
import { plainRouter, type RouterFields } from '../model/declaration';
import { hashOfRule, normalizeName } from '../names/objectNames';
import { type ConfigNode, listItemsIn, textIn, valueIn } from '../source/configNode';
import { isKnown, type PlacedText, placedAt, type SourceFile, unknownPart } from '../source/placedText';
import { ManifestReading } from './crdObjects';
import {
  attachmentProblem,
  grantsIn,
  isGranted,
  type ReferenceGrants,
  reportMissingGrants,
  stepsOfPair,
} from './gatewayAttachment';
import { type GatewayListener, type GatewayListeners, hostnamesAt, listenersOf } from './gatewayListeners';
import { matchRule, serverNameRule } from './gatewayRules';
import type { KubernetesContext } from './kubernetesContext';
import { type Manifest, manifestContent, nameIn, nameTextIn, placedIn, readManifests } from './manifests';

/** The terms for the routes in Traefik's log. */
const units: Readonly<Record<string, string>> = {
  HTTPRoute: 'http_route',
  GRPCRoute: 'grpc_route',
  TCPRoute: 'tcp_route',
  TLSRoute: 'tls_route',
};

/** Reads routes and gateways of the Gateway API, and the objects that Traefik makes of them. */
export function readGatewayApi(files: readonly SourceFile[], context: KubernetesContext): ReadConfig {
  const { manifests, ...given } = readManifests(files, context.namespace);
  const reading = new ManifestReading(context, 'kubernetesgateway', given);
  const ours = manifests.filter(({ group }) => group === 'gateway.networking.k8s.io');
  const listeners = listenersOf(reading, ours);
  const grants = grantsIn(manifests);
  for (const route of ours) {
    if (units[route.kind] === undefined) continue;
    const budget = reading.budgets.of(route.node.file);
    if (budget.isSpent) continue;
    reportMissingGrants(reading, route, grants, unitOfRoute(route));
    readRoute(reading, route, listeners, grants);
  }
  return reading.result();
}

function unitOfRoute({ kind, name, namespace }: Manifest): string {
  return `${units[kind]} ${name.value} namespace ${namespace}`;
}

/** A route at one of the listeners to which it is attached. */
interface Attached {
  readonly reading: ManifestReading;
  readonly route: Manifest;
  readonly listener: GatewayListener;
  readonly hostnames: readonly string[];
  readonly unit: string;
  readonly grants: ReferenceGrants;
}

function readRoute(
  reading: ManifestReading,
  route: Manifest,
  listeners: GatewayListeners,
  grants: ReferenceGrants,
): void {
  const budget = reading.budgets.of(route.node.file);
  const unit = unitOfRoute(route);
  const names = listItemsIn(valueIn(route.spec, 'hostnames')).flatMap((one) =>
    one.kind === 'scalar' ? [one.text] : [],
  );
  for (const parent of listItemsIn(valueIn(route.spec, 'parentRefs'))) {
    if ((textIn(parent, 'kind') ?? 'Gateway') !== 'Gateway') continue;
    if (!budget.repeat(stepsOfPair * (names.length + 1), 0, parent)) return;
    const problem = attachmentProblem(reading, route, parent, listeners, unit);
    if (problem !== undefined) reading.problems.push(problem);
    for (const listener of targetsOf(reading, route, parent, listeners)) {
      if (!budget.repeat(stepsOfPair * (names.length + 1), 0, parent)) return;
      const hostnames = hostnamesAt(listener, names);
      if (hostnames === undefined) continue;
      const attached: Attached = { reading, route, listener, hostnames, unit, grants };
      for (const [index, rule] of listItemsIn(valueIn(route.spec, 'rules')).entries()) {
        if (budget.isSpent) return;
        readRule(attached, rule, index);
      }
    }
  }
}

/** The cost in steps of a router of a match: of itself, and of each node of the filters and backends of its rule. */
const matchSteps = 2;
const stepsOfPart = 0.2;

function stepsOfMatch(rule: ConfigNode): number {
  const parts = (valueIn(rule, 'filters')?.size ?? 0) + (valueIn(rule, 'backendRefs')?.size ?? 0);
  return matchSteps + stepsOfPart * parts;
}

/** The listeners to which a route is attached. An unknown gateway may have any. */
function targetsOf(
  { context, budgets }: ManifestReading,
  route: Manifest,
  parent: ConfigNode,
  listeners: GatewayListeners,
): readonly GatewayListener[] {
  const gateway = nameTextIn(parent, 'name') ?? '';
  const namespace = nameTextIn(parent, 'namespace') ?? route.namespace;
  const [section, port] = [nameTextIn(parent, 'sectionName') ?? '', textIn(parent, 'port')];
  const { listeners: found = [] } = listeners.get(`${namespace}/${gateway}`) ?? {};
  if (found.length === 0 && context.cluster === undefined) {
    const protocol = route.kind === 'TCPRoute' ? 'TCP' : route.kind === 'TLSRoute' ? 'TLS' : 'HTTP';
    const unknown = { port: '', protocol, hostname: undefined, isPassthrough: false, entryPoint: unknownPart };
    return [{ ...unknown, gateway, namespace, name: section, kinds: new Set([route.kind]), allows: () => true }];
  }
  if (!budgets.of(route.node.file).repeat(stepsOfPair * found.length, 0, parent)) return [];
  return found
    .filter((one) => (section === '' || one.name === section) && (port === undefined || one.port === port))
    .filter((one) => one.allows(route.kind, route.namespace));
}

function readRule(attached: Attached, rule: ConfigNode, index: number): void {
  const { route, listener } = attached;
  const base = `${route.kind.toLowerCase()}-${route.namespace}-${route.name.value}`;
  const gateway = `gw-${listener.namespace}-${listener.gateway}-ep-${listener.entryPoint}`;
  const key = normalizeName(`${base}-${gateway}-${index}`);
  if (route.kind === 'TCPRoute' || route.kind === 'TLSRoute') {
    readLowRule(attached, rule, key);
    return;
  }
  const matches = listItemsIn(valueIn(rule, 'matches'));
  for (const match of matches.length === 0 ? [undefined] : matches) {
    if (!readMatch(attached, rule, match, key)) return;
  }
}

/** @returns whether more may be read */
function readMatch(attached: Attached, rule: ConfigNode, match: ConfigNode | undefined, key: string): boolean {
  const { reading, route, listener, hostnames, unit } = attached;
  const text = matchRule(route.kind, hostnames, match);
  if (!reading.budgets.of(route.node.file).repeat(stepsOfMatch(rule), text.length, match ?? rule)) return false;
  const isExact = isKnown(text) && listener.entryPoint !== unknownPart;
  const name = `${key}-${isExact ? hashOfRule(text) : unknownPart}`;
  const at: PlacedText = { ...placedAt(match ?? rule, text), places: 'none' };
  const middlewares = filtersOf(attached, listItemsIn(valueIn(rule, 'filters')), name);
  const backends = listItemsIn(valueIn(rule, 'backendRefs'));
  const [only] = backends;
  const isInternal = backends.length === 1 && isTraefikService(only) && nameTextIn(only, 'name')?.endsWith('@internal');
  let service = isInternal ? (nameTextIn(only, 'name') ?? '') : `${name}-wrr`;
  if (middlewares === undefined) {
    service = `${name}-err-wrr`;
    reading.addComposite('http', service, at, unit, 'weighted', []);
  } else if (!isInternal) {
    addBackends(attached, 'http', backends, name, at);
  }
  const router: RouterFields = {
    ...plainRouter,
    rule: at,
    service: { ...at, value: service },
    middlewares: middlewares ?? [],
    entryPoints: [{ ...at, value: listener.entryPoint }],
    tls: listener.protocol === 'HTTPS' ? { options: undefined, passthrough: false } : undefined,
  };
  reading.addObject({ protocol: 'http', kind: 'router', name, at, unit, router });
  return true;
}

function isTraefikService(node: ConfigNode | undefined): boolean {
  return textIn(node, 'kind') === 'TraefikService' && textIn(node, 'group') === 'traefik.io';
}

/** The hash of an empty rule, which routers of TCP have. */
const noRule = hashOfRule('');

function readLowRule(attached: Attached, rule: ConfigNode, key: string): void {
  const { reading, listener, hostnames, unit, route } = attached;
  const name = `${key}-${noRule}`;
  const at: PlacedText = { ...placedAt(rule, serverNameRule(hostnames)), places: 'none' };
  if (!reading.budgets.of(route.node.file).repeat(stepsOfMatch(rule), at.value.length, rule)) return;
  addBackends(attached, 'tcp', listItemsIn(valueIn(rule, 'backendRefs')), name, at);
  const isTls = listener.protocol === 'TLS';
  const router: RouterFields = {
    ...plainRouter,
    rule: at,
    service: { ...at, value: `${name}-wrr` },
    entryPoints: [{ ...at, value: listener.entryPoint }],
    tls: isTls ? { options: undefined, passthrough: listener.isPassthrough } : undefined,
  };
  reading.addObject({ protocol: 'tcp', kind: 'router', name, at, unit, router });
  if (route.kind !== 'TLSRoute') return;
  const denying = {
    ...router,
    rule: { ...at, value: 'HostSNI(`*`) && !ALPN(`h2`) && !ALPN(`http/1.1`)' },
    service: { ...at, value: 'deny-unknown-host' },
    entryPoints: undefined,
    tls: { options: undefined, passthrough: false },
  };
  reading.addBalancer('tcp', 'deny-unknown-host', at, unit);
  const denied = { protocol: 'tcp', kind: 'router', name: 'deny-unknown-host', router: denying } as const;
  reading.addObject({ ...denied, at, unit, isImplied: true });
}

/** Adds the services of a rule. An unresolved one responds with 500: only Traefik's log reports it. */
function addBackends(
  attached: Attached,
  protocol: 'http' | 'tcp',
  backends: readonly ConfigNode[],
  name: string,
  at: PlacedText,
): void {
  const { reading, route, unit } = attached;
  const children: PlacedText[] = [];
  backends.forEach((backend, index) => {
    const place = nameIn(backend, 'name') ?? placedAt(backend, '');
    const namespace = nameTextIn(backend, 'namespace') || route.namespace;
    const fault = backendFault(attached, backend, namespace);
    if (fault !== undefined) {
      reading.addLoss(unit, place, `${fault} ${l10n.t('Traefik answers with 500.')}`);
      return;
    }
    const child = `${name}-svc-${namespace}-${place.value}-${index}`;
    const isOwn = isTraefikService(backend);
    const other = place.value.includes('@') ? place.value : `${namespace}-${place.value}@kubernetescrd`;
    children.push({ ...place, value: isOwn ? other : child, places: 'none' });
    if (isOwn) return;
    filtersOf(attached, listItemsIn(valueIn(backend, 'filters')), child);
    reading.addBalancer(protocol, child, place, unit);
  });
  reading.addComposite(protocol, `${name}-wrr`, at, unit, 'weighted', children, backends);
}

/** Why a backend cannot be resolved; undefined if it can, or if the cluster is unknown. */
function backendFault(
  { reading, route, grants }: Attached,
  backend: ConfigNode,
  namespace: string,
): string | undefined {
  const { cluster } = reading.context;
  const name = nameTextIn(backend, 'name') ?? '';
  const isForeign = namespace !== route.namespace && isKnown(namespace) && isKnown(route.namespace);
  if (isForeign && cluster !== undefined && !isGranted(grants.get(namespace) ?? [], route, backend)) {
    return l10n.t('No ReferenceGrant of the namespace {0} allows this reference.', quoted(namespace));
  }
  if (isTraefikService(backend)) return undefined;
  if ((textIn(backend, 'kind') ?? 'Service') !== 'Service' || (textIn(backend, 'group') ?? '') !== '') {
    return l10n.t('A backend has to be a service.');
  }
  const port = textIn(backend, 'port');
  if (port === undefined) return l10n.t('The service “{0}” needs a port.', quoted(name));
  if (cluster === undefined || !isKnown(`${namespace}${name}${port}`)) return undefined;
  const service = cluster.services.get(`${namespace}/${name}`);
  if (service === undefined)
    return l10n.t('Service “{0}” not found in the namespace {1}.', quoted(name), quoted(namespace));
  if (service.type === 'ExternalName')
    return l10n.t('“{0}” is an ExternalName service, which is not supported here.', quoted(name));
  if (!service.ports.some((one) => one.port === port))
    return l10n.t('The service “{0}” has no port {1}.', quoted(name), quoted(port));
  return service.hasEndpoints ? undefined : l10n.t('The service “{0}” has no endpoints.', quoted(name));
}

const filterTypes = new Set([
  ...['RequestRedirect', 'RequestHeaderModifier', 'ResponseHeaderModifier', 'URLRewrite', 'CORS'],
]);

/** The middlewares of filters; undefined if one is invalid, which is then reported. */
function filtersOf(
  attached: Attached,
  filters: readonly ConfigNode[],
  parent: string,
): readonly PlacedText[] | undefined {
  const { reading, route, unit } = attached;
  const names: PlacedText[] = [];
  for (const [index, filter] of filters.entries()) {
    const at = placedIn(filter, 'type') ?? placedAt(filter, '');
    const type = at.value;
    const reference = valueIn(filter, 'extensionRef');
    const isMiddleware = textIn(reference, 'group') === 'traefik.io' && textIn(reference, 'kind') === 'Middleware';
    if (type === 'ExtensionRef' && isMiddleware) {
      const value = `${route.namespace}-${nameTextIn(reference, 'name') ?? ''}@kubernetescrd`;
      names.push({ ...at, value, places: 'none' });
    } else if (filterTypes.has(type)) {
      const value = `${parent}-${type.toLowerCase()}-${index}`;
      const middleware = { types: [type], middlewares: [], service: undefined };
      const made = {
        protocol: 'http',
        kind: 'middleware',
        name: value,
        middleware,
        content: manifestContent(filter),
      } as const;
      reading.addObject({ ...made, at, unit, isImplied: true });
      names.push({ ...at, value, places: 'none' });
    } else {
      reading.addLoss(unit, at, l10n.t('Traefik has no such filter, and answers with 500.'));
      return undefined;
    }
  }
  return names;
}
