import * as l10n from '@vscode/l10n';
import type { Steps } from '../../base/async/steps';
import { quoted } from '../../base/text/quoted';
import type { ConfigProblem, ReadConfig } from '../model/configProblem';
import type { DeclaredProtocol, RouterFields } from '../model/declaration';
import { hashOfRule, normalizeName } from '../names/names';
import { type ConfigNode, itemsIn, textIn, valueIn } from '../source/configNode';
import { hole, isKnown, type PlacedText, rangeOf, type SourceFile } from '../source/placedText';
import { CrdFields } from './crdFields';
import {
  accepted,
  addBalancer,
  addComposite,
  addLoss,
  addObject,
  addServices,
  addUnless,
  declaringNothing,
  type Findings,
  isElsewhere,
  mayShare,
  missingSecret,
  openFindings,
  readFromFindings,
  readLost,
  readMiddleware,
  readPlainObject,
  readTcpMiddleware,
  readTraefikService,
} from './crdObjects';
import type { KubernetesContext } from './kubernetesContext';
import { type Manifest, nameIn, nameTextIn, placedAt, placedIn, readManifests, textsAt } from './manifests';
import { backendFault, kubernetesId, referenceOf, serviceReferenceOf, unlessForeign } from './references';

/** Reads Traefik's own resources (IngressRoute, Middleware, TraefikService, and so on), and what Traefik makes of them. */
export function* readKubernetesCrd(files: readonly SourceFile[], context: KubernetesContext): Steps<ReadConfig> {
  const { manifests, problems, cuts } = yield* readManifests(files, context.namespace);
  const findings = openFindings(context, 'kubernetescrd', problems, cuts);
  const routes: Map<string, Manifest> = new Map();
  for (const one of manifests) {
    const key = `${one.namespace}/${one.name.value}`;
    const isRoute = one.kind === 'IngressRoute' && one.group === 'traefik.io';
    if (isRoute && !routes.has(key)) routes.set(key, one);
  }
  const fields = new CrdFields();
  for (const one of manifests) {
    yield one.node.size;
    if (one.group === 'traefik.containo.us') findings.problems.push(oldGroup(one));
    if (one.group !== 'traefik.io') continue;
    readObject(findings, one, routes);
    fields.check(one);
  }
  for (const problem of fields.problems) findings.problems.push(problem);
  return readFromFindings(findings);
}

function oldGroup({ name, node }: Manifest): ConfigProblem {
  const message = l10n.t(
    'Traefik 3 ignores objects of {0}. Change it to {1}.',
    'traefik.containo.us',
    'traefik.io/v1alpha1',
  );
  const version = placedIn(node, 'apiVersion');
  const isWritten = version?.file.text.slice(version.start, version.end) === 'traefik.containo.us/v1alpha1';
  const fix =
    version === undefined || !isWritten ? undefined : { range: rangeOf(version), text: 'traefik.io/v1alpha1' };
  return { code: 'kubernetes.syntax', severity: 'warning', message, range: rangeOf(name), fix };
}

/** By `namespace/name`. */
type IngressRoutes = ReadonlyMap<string, Manifest>;

function readObject(findings: Findings, one: Manifest, routes: IngressRoutes): void {
  const { namespaces } = findings.context.facts ?? {};
  if (namespaces !== undefined && namespaces !== 'all' && isElsewhere(findings, { ...one, spec: undefined })) return;
  if (one.kind === 'IngressRoute') readIngressRoute(findings, one, routes);
  else readers[one.kind]?.(findings, one);
}

/** What is made of the kinds of objects, but for IngressRoutes, which refer to each other. */
const readers: Readonly<Record<string, (findings: Findings, one: Manifest) => void>> = {
  IngressRouteTCP: (findings, one) => readLowRoute(findings, one, 'tcp'),
  IngressRouteUDP: (findings, one) => readLowRoute(findings, one, 'udp'),
  TraefikService: readTraefikService,
  Middleware: readMiddleware,
  MiddlewareTCP: readTcpMiddleware,
  TLSOption: (findings, one) => readPlainObject(findings, 'tlsOptions', 'http', one),
  TLSStore: (findings, one) => readPlainObject(findings, 'tlsStore', 'http', one),
  ServersTransport: (findings, one) => readPlainObject(findings, 'serversTransport', 'http', one),
  ServersTransportTCP: (findings, one) => readPlainObject(findings, 'serversTransport', 'tcp', one),
};

function unitOf({ name, namespace }: Manifest): string {
  return `ingress ${name.value} namespace ${namespace}`;
}

function readIngressRoute(findings: Findings, one: Manifest, routes: IngressRoutes): void {
  if (isElsewhere(findings, one)) return;
  tellSecret(findings, one);
  const parents = parentsOf(findings, one, routes);
  if (parents === undefined) readLost(findings, (lost) => readRoutes(lost, one, []));
  else readRoutes(findings, one, parents);
}

function readRoutes(findings: Findings, one: Manifest, parents: readonly PlacedText[]): void {
  const unit = unitOf(one);
  const entryPoints = entryPointsOf(one);
  for (const route of itemsIn(valueIn(one.spec, 'routes'))) {
    if (!mayShare(findings, parents.length + (entryPoints?.length ?? 0), route)) return;
    const kind = textIn(route, 'kind') ?? '';
    const match = placedIn(route, 'match');
    if (kind !== '' && kind !== 'Rule') {
      addLoss(findings, unit, placedAt(route, ''), l10n.t('The kind of a route is “Rule”, not “{0}”.', quoted(kind)));
    } else if (match === undefined) {
      addLoss(findings, unit, placedAt(route, ''), l10n.t('The route has no “match”. Traefik leaves it out.'));
    } else {
      readRoute(findings, one, route, match, { parentRefs: parents, entryPoints });
    }
  }
}

function readRoute(
  findings: Findings,
  one: Manifest,
  route: ConfigNode,
  match: PlacedText,
  shared: Pick<RouterFields, 'parentRefs' | 'entryPoints'>,
): void {
  const { namespace, name } = one;
  const unit = unitOf(one);
  const middlewares = middlewaresOf(findings, one, route);
  const routerName = normalizeName(kubernetesId(namespace, `${name.value}-${hashOf(match)}`));
  const nodes = itemsIn(valueIn(route, 'services'));
  // Traefik comes no further than to the first that it refuses.
  const reached = middlewares.isWhole ? findings : declaringNothing(findings);
  const service = serviceOfRoute(reached, nodes, one, routerName, match);
  const tls = tlsOf(findings, one);
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
  addObject(findings, { protocol: 'http', kind: 'router', name: routerName, at: match, unit, router, absent });
}

function hashOf(match: PlacedText): string {
  return isKnown(match.value) ? hashOfRule(match.value) : hole;
}

function entryPointsOf({ spec }: Manifest): RouterFields['entryPoints'] {
  const entryPoints = textsAt(valueIn(spec, 'entryPoints'));
  return entryPoints.length === 0 ? undefined : entryPoints;
}

function plainFields(route: ConfigNode): Pick<RouterFields, 'ruleSyntax' | 'priority'> {
  return { ruleSyntax: placedIn(route, 'syntax'), priority: textIn(route, 'priority') };
}

/** The middlewares of a route: it is lost with one that is refused. */
function middlewaresOf(
  findings: Findings,
  one: Manifest,
  route: ConfigNode,
): { readonly names: readonly PlacedText[]; readonly isWhole: boolean } {
  const names: PlacedText[] = [];
  const nodes = itemsIn(valueIn(route, 'middlewares'));
  for (const node of nodes) {
    const reference = accepted(findings, unitOf(one), referenceOf(node, one.namespace, findings.context));
    if (reference !== undefined) names.push(reference.text);
  }
  return { names, isWhole: names.length === nodes.length };
}

function serviceOfRoute(
  findings: Findings,
  nodes: readonly ConfigNode[],
  one: Manifest,
  routerName: string,
  match: PlacedText,
): PlacedText | undefined | 'refused' {
  const unit = unitOf(one);
  const own: PlacedText = { ...match, value: routerName, places: 'none' };
  const [first, ...more] = nodes;
  if (first === undefined) return undefined;
  if (more.length > 0) {
    const children = addServices(findings, nodes, one.namespace, unit);
    if (children === undefined) return 'refused';
    addComposite(findings, 'http', routerName, match, unit, 'weighted', children);
    return own;
  }
  const reference = accepted(findings, unit, serviceReferenceOf(first, one.namespace, findings.context));
  if (reference === undefined) return 'refused';
  if (!reference.isKubernetes) return reference.text;
  addBalancer(findings, 'http', routerName, reference.text, unit, first);
  return own;
}

function tlsOf(findings: Findings, one: Manifest): RouterFields['tls'] | 'refused' {
  const tls = valueIn(one.spec, 'tls');
  if (tls === undefined || tls.kind !== 'map') return undefined;
  const passthrough = textIn(tls, 'passthrough') === 'true';
  const options = valueIn(tls, 'options');
  if (options === undefined || nameIn(options, 'name') === undefined) return { options: undefined, passthrough };
  const reference = accepted(findings, unitOf(one), referenceOf(options, one.namespace, findings.context));
  return reference === undefined ? 'refused' : { options: reference.text, passthrough };
}

/** A missing secret is told by Traefik's log, but the routes stay. */
function tellSecret(findings: Findings, one: Manifest): void {
  const tls = valueIn(one.spec, 'tls');
  const secret = placedIn(tls, 'secretName');
  const { cluster } = findings.context;
  if (secret === undefined || cluster === undefined || textIn(tls, 'passthrough') === 'true') return;
  if (!isKnown(one.namespace) || cluster.secrets.has(`${one.namespace}/${secret.value}`)) return;
  addLoss(findings, unitOf(one), secret, missingSecret(secret.value, one.namespace));
}

/** The routers of the routes that a route names as its parents; undefined if it is lost with one of them. */
function parentsOf(findings: Findings, one: Manifest, routes: IngressRoutes): readonly PlacedText[] | undefined {
  const names: PlacedText[] = [];
  for (const node of itemsIn(valueIn(one.spec, 'parentRefs'))) {
    const at = nameIn(node, 'name') ?? placedAt(node, '');
    const namespace = nameTextIn(node, 'namespace') || one.namespace;
    if (findings.context.facts?.allowCrossNamespace === false && namespace !== one.namespace) {
      addLoss(
        findings,
        unitOf(one),
        at,
        l10n.t('The parent is in another namespace, and “allowCrossNamespace” is off.'),
      );
      return undefined;
    }
    addUnless(findings, unitOf(one), at, unlessForeign(findings.context, one.namespace, namespace, at.value));
    const parent = routes.get(`${namespace}/${at.value}`);
    if (parent === undefined) {
      // Without the cluster, it may be somewhere else.
      if (findings.context.cluster === undefined) continue;
      addLoss(
        findings,
        unitOf(one),
        at,
        l10n.t('There is no IngressRoute “{0}” in the namespace {1}.', quoted(at.value), quoted(namespace)),
      );
      return undefined;
    }
    for (const route of itemsIn(valueIn(parent.spec, 'routes'))) {
      const match = placedIn(route, 'match') ?? placedAt(route, '');
      if (!findings.budgets.of(one.node.file).repeat(1, match.value.length, at)) return undefined;
      const name = normalizeName(kubernetesId(namespace, `${at.value}-${hashOf(match)}`));
      names.push({ ...at, value: name, places: 'none' });
    }
  }
  return names;
}

/** Routes of TCP and UDP: Traefik makes their routers also where it cannot make their services. */
function readLowRoute(findings: Findings, one: Manifest, protocol: Extract<DeclaredProtocol, 'tcp' | 'udp'>): void {
  if (isElsewhere(findings, one)) return;
  const { namespace, name, spec } = one;
  const unit = unitOf(one);
  if (protocol === 'tcp') tellSecret(findings, one);
  const entryPoints = entryPointsOf(one);
  for (const [index, route] of itemsIn(valueIn(spec, 'routes')).entries()) {
    if (!mayShare(findings, entryPoints?.length ?? 0, route)) return;
    const match = placedIn(route, 'match');
    if (protocol === 'tcp' && match === undefined) {
      addLoss(findings, unit, placedAt(route, ''), l10n.t('The route has no “match”. Traefik leaves it out.'));
      continue;
    }
    const middlewares = protocol === 'tcp' ? middlewaresOf(findings, one, route) : { names: [], isWhole: true };
    const at = match ?? placedAt(route, '');
    const suffix = protocol === 'tcp' ? hashOf(at) : String(index);
    const routerName = kubernetesId(namespace, `${name.value}-${suffix}`);
    const reached = middlewares.isWhole ? findings : declaringNothing(findings);
    addLowServices(reached, itemsIn(valueIn(route, 'services')), one, protocol, routerName);
    const tls = protocol === 'tcp' ? tlsOf(findings, one) : undefined;
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
    addObject(findings, { protocol, kind: 'router', name: routerName, at, unit, router, absent });
  }
}

function addLowServices(
  findings: Findings,
  nodes: readonly ConfigNode[],
  one: Manifest,
  protocol: 'tcp' | 'udp',
  routerName: string,
): void {
  const unit = unitOf(one);
  const children: PlacedText[] = [];
  for (const node of nodes) {
    const at = nameIn(node, 'name') ?? placedAt(node, '');
    const namespace = nameTextIn(node, 'namespace') || one.namespace;
    const isForeign = findings.context.facts?.allowCrossNamespace === false && namespace !== one.namespace;
    const fault = isForeign
      ? l10n.t('“{0}” is in the namespace {1}, and “allowCrossNamespace” is off.', quoted(at.value), quoted(namespace))
      : backendFault(node, namespace, findings.context);
    if (fault !== undefined) {
      addLoss(findings, unit, at, fault);
      continue;
    }
    addUnless(findings, unit, at, unlessForeign(findings.context, one.namespace, namespace, at.value));
    const isOnly = nodes.length === 1;
    const name = isOnly ? routerName : `${routerName}-${at.value}-${textIn(node, 'port') ?? ''}`;
    addBalancer(findings, protocol, name, at, unit);
    children.push({ ...at, value: name, places: 'none' });
  }
  if (nodes.length < 2 || children.length === 0) return;
  addComposite(findings, protocol, routerName, one.name, unit, 'weighted', children);
}
