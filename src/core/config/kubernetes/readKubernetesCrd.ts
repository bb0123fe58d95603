import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { type ConfigProblem, type ReadConfig, renameFix } from '../model/configProblem';
import type { DeclaredProtocol, RouterFields } from '../model/declaration';
import { hashOfRule, normalizeName } from '../names/objectNames';
import { type ConfigNode, listItemsIn, textIn, valueIn } from '../source/configNode';
import { isKnown, type PlacedText, placedAt, rangeOf, type SourceFile, unknownPart } from '../source/placedText';
import { CrdFields } from './crdFields';
import {
  ingressUnit,
  isElsewhere,
  ManifestReading,
  readMiddleware,
  readPlainObject,
  readTcpMiddleware,
  readTraefikService,
} from './crdObjects';
import { type KubernetesContext, leavesOut } from './kubernetesContext';
import {
  backendFault,
  foreignWords,
  kubernetesId,
  referenceOf,
  serviceReferenceOf,
  unlessForeign,
} from './manifestReferences';
import { type Manifest, manifestContent, nameIn, nameTextIn, placedIn, readManifests, textsAt } from './manifests';

/** Reads Traefik's own resources, such as IngressRoute and Middleware, and the objects that Traefik makes of them. */
export function readKubernetesCrd(files: readonly SourceFile[], context: KubernetesContext): ReadConfig {
  const { manifests, ...given } = readManifests(files, context.namespace);
  const reading = new ManifestReading(context, 'kubernetescrd', given);
  const routes = new Map<string, Manifest>();
  for (const one of manifests) {
    const key = `${one.namespace}/${one.name.value}`;
    const isRoute = one.kind === 'IngressRoute' && one.group === 'traefik.io';
    if (isRoute && !routes.has(key)) routes.set(key, one);
  }
  const fields = new CrdFields();
  for (const one of manifests) {
    if (one.group === 'traefik.containo.us') reading.problems.push(oldGroup(one));
    if (one.group !== 'traefik.io') continue;
    readObject(reading, one, routes);
    fields.check(one);
  }
  for (const problem of fields.problems) reading.problems.push(problem);
  return reading.result();
}

function oldGroup({ name, node }: Manifest): ConfigProblem {
  const message = l10n.t(
    'Traefik 3 ignores objects of {0}. Change it to {1}.',
    'traefik.containo.us',
    'traefik.io/v1alpha1',
  );
  const version = placedIn(node, 'apiVersion');
  const isUsual = version?.value === 'traefik.containo.us/v1alpha1';
  const fix = isUsual ? renameFix(version, 'traefik.io/v1alpha1') : undefined;
  return { code: 'kubernetes.syntax', severity: 'warning', message, range: rangeOf(name), fix };
}

/** By `namespace/name`. */
type IngressRoutes = ReadonlyMap<string, Manifest>;

function readObject(reading: ManifestReading, one: Manifest, routes: IngressRoutes): void {
  if (leavesOut(reading.context.facts?.namespaces, one.namespace)) return;
  if (one.kind === 'IngressRoute') readIngressRoute(reading, one, routes);
  else readers[one.kind]?.(reading, one);
}

/** The readers of the kinds of objects, except IngressRoutes, which refer to each other. */
const readers: Readonly<Record<string, (reading: ManifestReading, one: Manifest) => void>> = {
  IngressRouteTCP: (reading, one) => readLowRoute(reading, one, 'tcp'),
  IngressRouteUDP: (reading, one) => readLowRoute(reading, one, 'udp'),
  TraefikService: readTraefikService,
  Middleware: readMiddleware,
  MiddlewareTCP: readTcpMiddleware,
  TLSOption: (reading, one) => readPlainObject(reading, 'tlsOptions', 'http', one),
  TLSStore: (reading, one) => readPlainObject(reading, 'tlsStore', 'http', one),
  ServersTransport: (reading, one) => readPlainObject(reading, 'serversTransport', 'http', one),
  ServersTransportTCP: (reading, one) => readPlainObject(reading, 'serversTransport', 'tcp', one),
};

function readIngressRoute(reading: ManifestReading, one: Manifest, routes: IngressRoutes): void {
  if (isElsewhere(reading, one)) return;
  reportMissingSecret(reading, one);
  const parents = parentsOf(reading, one, routes);
  if (parents === undefined) reading.readLost((lost) => readRoutes(lost, one, []));
  else readRoutes(reading, one, parents);
}

function readRoutes(reading: ManifestReading, one: Manifest, parents: readonly PlacedText[]): void {
  const unit = ingressUnit(one);
  const entryPoints = entryPointsOf(one);
  for (const route of listItemsIn(valueIn(one.spec, 'routes'))) {
    if (!reading.mayShare(parents.length + (entryPoints?.length ?? 0), route)) return;
    const kind = textIn(route, 'kind') ?? '';
    const match = placedIn(route, 'match');
    if (kind !== '' && kind !== 'Rule') {
      reading.addLoss(unit, placedAt(route, ''), l10n.t('The kind of a route is “Rule”, not “{0}”.', quoted(kind)));
    } else if (match === undefined) {
      reading.addLoss(unit, placedAt(route, ''), l10n.t('The route has no “match”. Traefik leaves it out.'));
    } else {
      readRoute(reading, one, route, match, { parentRefs: parents, entryPoints });
    }
  }
}

function readRoute(
  reading: ManifestReading,
  one: Manifest,
  route: ConfigNode,
  match: PlacedText,
  shared: Pick<RouterFields, 'parentRefs' | 'entryPoints'>,
): void {
  const { namespace, name } = one;
  const unit = ingressUnit(one);
  const middlewares = middlewaresOf(reading, one, route);
  const routerName = normalizeName(kubernetesId(namespace, `${name.value}-${hashOf(match)}`));
  const nodes = listItemsIn(valueIn(route, 'services'));
  // Traefik stops at the first reference that it refuses.
  const reached = middlewares.isWhole ? reading : reading.declaringNothing();
  const service = serviceOfRoute(reached, nodes, one, routerName, match);
  const tls = tlsOf(reading, one);
  const isLost = !middlewares.isWhole || service === 'refused' || tls === 'refused';
  const router: RouterFields = {
    ...shared,
    ...plainFields(route),
    rule: match,
    service: isLost ? undefined : service,
    middlewares: middlewares.names,
    tls: tls === 'refused' ? undefined : tls,
  };
  const absent = isLost ? 'broken' : undefined;
  reading.addObject({ protocol: 'http', kind: 'router', name: routerName, at: match, unit, router, absent });
}

function hashOf(match: PlacedText): string {
  return isKnown(match.value) ? hashOfRule(match.value) : unknownPart;
}

function entryPointsOf({ spec }: Manifest): RouterFields['entryPoints'] {
  const entryPoints = textsAt(valueIn(spec, 'entryPoints'));
  return entryPoints.length === 0 ? undefined : entryPoints;
}

function plainFields(route: ConfigNode): Pick<RouterFields, 'ruleSyntax' | 'priority'> {
  return { ruleSyntax: placedIn(route, 'syntax'), priority: textIn(route, 'priority') };
}

/** The middlewares of a route: a refused one loses the route. */
function middlewaresOf(
  reading: ManifestReading,
  one: Manifest,
  route: ConfigNode,
): { readonly names: readonly PlacedText[]; readonly isWhole: boolean } {
  const names: PlacedText[] = [];
  const nodes = listItemsIn(valueIn(route, 'middlewares'));
  for (const node of nodes) {
    const reference = reading.acceptedReference(ingressUnit(one), referenceOf(node, one.namespace, reading.context));
    if (reference !== undefined) names.push(reference.text);
  }
  return { names, isWhole: names.length === nodes.length };
}

function serviceOfRoute(
  reading: ManifestReading,
  nodes: readonly ConfigNode[],
  one: Manifest,
  routerName: string,
  match: PlacedText,
): PlacedText | undefined | 'refused' {
  const unit = ingressUnit(one);
  const own: PlacedText = { ...match, value: routerName, places: 'none' };
  const [first, ...more] = nodes;
  if (first === undefined) return undefined;
  if (more.length > 0) {
    const children = reading.addServices(nodes, one.namespace, unit);
    if (children === undefined) return 'refused';
    reading.addComposite('http', routerName, match, unit, 'weighted', children, nodes);
    return own;
  }
  const reference = reading.acceptedReference(unit, serviceReferenceOf(first, one.namespace, reading.context));
  if (reference === undefined) return 'refused';
  if (!reference.isKubernetes) return reference.text;
  reading.addBalancer('http', routerName, reference.text, unit, first);
  return own;
}

function tlsOf(reading: ManifestReading, one: Manifest): RouterFields['tls'] | 'refused' {
  const tls = valueIn(one.spec, 'tls');
  if (tls === undefined || tls.kind !== 'map') return undefined;
  const passthrough = textIn(tls, 'passthrough') === 'true';
  const options = valueIn(tls, 'options');
  const certResolver = nameIn(tls, 'certResolver');
  if (options === undefined || nameIn(options, 'name') === undefined)
    return { options: undefined, passthrough, certResolver };
  const reference = reading.acceptedReference(ingressUnit(one), referenceOf(options, one.namespace, reading.context));
  return reference === undefined ? 'refused' : { options: reference.text, passthrough, certResolver };
}

function reportMissingSecret(reading: ManifestReading, one: Manifest): void {
  const tls = valueIn(one.spec, 'tls');
  if (textIn(tls, 'passthrough') !== 'true') reading.reportMissingSecret(ingressUnit(one), one.namespace, tls);
}

/** The routers of the routes that a route names as its parents; undefined if one of them loses it. */
function parentsOf(reading: ManifestReading, one: Manifest, routes: IngressRoutes): readonly PlacedText[] | undefined {
  const names: PlacedText[] = [];
  const unit = ingressUnit(one);
  for (const node of listItemsIn(valueIn(one.spec, 'parentRefs'))) {
    const at = nameIn(node, 'name') ?? placedAt(node, '');
    const namespace = nameTextIn(node, 'namespace') || one.namespace;
    if (reading.context.facts?.allowCrossNamespace === false && namespace !== one.namespace) {
      const words = l10n.t('The parent is in another namespace, and “allowCrossNamespace” is off.');
      reading.addLoss(unit, at, words);
      return undefined;
    }
    reading.addUnless(unit, at, unlessForeign(reading.context, one.namespace, namespace, at.value));
    const parent = routes.get(`${namespace}/${at.value}`);
    if (parent === undefined) {
      // Without the cluster, it may be in another file.
      if (reading.context.cluster === undefined) continue;
      const words = l10n.t('IngressRoute “{0}” not found in the namespace {1}.', quoted(at.value), quoted(namespace));
      reading.addLoss(unit, at, words);
      return undefined;
    }
    for (const route of listItemsIn(valueIn(parent.spec, 'routes'))) {
      const match = placedIn(route, 'match') ?? placedAt(route, '');
      if (!reading.budgets.of(one.node.file).repeat(1, match.value.length, at)) return undefined;
      const name = normalizeName(kubernetesId(namespace, `${at.value}-${hashOf(match)}`));
      names.push({ ...at, value: name, places: 'none' });
    }
  }
  return names;
}

/** Routes of TCP and UDP: Traefik makes their routers even if it cannot make their services. */
function readLowRoute(
  reading: ManifestReading,
  one: Manifest,
  protocol: Extract<DeclaredProtocol, 'tcp' | 'udp'>,
): void {
  if (isElsewhere(reading, one)) return;
  const { namespace, name, spec } = one;
  const unit = ingressUnit(one);
  if (protocol === 'tcp') reportMissingSecret(reading, one);
  const entryPoints = entryPointsOf(one);
  for (const [index, route] of listItemsIn(valueIn(spec, 'routes')).entries()) {
    if (!reading.mayShare(entryPoints?.length ?? 0, route)) return;
    const match = placedIn(route, 'match');
    if (protocol === 'tcp' && match === undefined) {
      reading.addLoss(unit, placedAt(route, ''), l10n.t('The route has no “match”. Traefik leaves it out.'));
      continue;
    }
    const middlewares = protocol === 'tcp' ? middlewaresOf(reading, one, route) : { names: [], isWhole: true };
    const at = match ?? placedAt(route, '');
    const suffix = protocol === 'tcp' ? hashOf(at) : String(index);
    const routerName = kubernetesId(namespace, `${name.value}-${suffix}`);
    const reached = middlewares.isWhole ? reading : reading.declaringNothing();
    addLowServices(reached, listItemsIn(valueIn(route, 'services')), one, protocol, routerName);
    const tls = protocol === 'tcp' ? tlsOf(reading, one) : undefined;
    const isLost = !middlewares.isWhole || tls === 'refused';
    const router: RouterFields = {
      ...plainFields(route),
      entryPoints,
      rule: protocol === 'tcp' ? match : undefined,
      service: isLost ? undefined : { ...at, value: routerName, places: 'none' },
      middlewares: middlewares.names,
      tls: tls === 'refused' ? undefined : tls,
      parentRefs: [],
    };
    const absent = isLost ? 'broken' : undefined;
    reading.addObject({ protocol, kind: 'router', name: routerName, at, unit, router, absent });
  }
}

function addLowServices(
  reading: ManifestReading,
  nodes: readonly ConfigNode[],
  one: Manifest,
  protocol: 'tcp' | 'udp',
  routerName: string,
): void {
  const unit = ingressUnit(one);
  const children: PlacedText[] = [];
  for (const node of nodes) {
    const at = nameIn(node, 'name') ?? placedAt(node, '');
    const namespace = nameTextIn(node, 'namespace') || one.namespace;
    const isForeign = reading.context.facts?.allowCrossNamespace === false && namespace !== one.namespace;
    const fault = isForeign ? foreignWords(at.value, namespace) : backendFault(node, namespace, reading.context);
    if (fault !== undefined) {
      reading.addLoss(unit, at, fault);
      continue;
    }
    reading.addUnless(unit, at, unlessForeign(reading.context, one.namespace, namespace, at.value));
    const isOnly = nodes.length === 1;
    const name = isOnly ? routerName : `${routerName}-${at.value}-${textIn(node, 'port') ?? ''}`;
    reading.addBalancer(protocol, name, at, unit, undefined, undefined, manifestContent(node));
    children.push({ ...at, value: name, places: 'none' });
  }
  if (nodes.length < 2 || children.length === 0) return;
  reading.addComposite(protocol, routerName, one.name, unit, 'weighted', children, nodes);
}
