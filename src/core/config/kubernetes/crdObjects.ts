import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { checkedValuesOf } from '../declare/checkedValues';
import { doubtfulValuesOf } from '../declare/doubtfulValues';
import { decodeStruct } from '../decode/decodeConfig';
import { nodesOfMap } from '../decode/fileNodes';
import type { ConfigProblem, ReadConfig } from '../model/configProblem';
import {
  type CheckedValue,
  type Declaration,
  type DeclaredKind,
  type DeclaredProtocol,
  type MiddlewareFields,
  plainBalancer,
} from '../model/declaration';
import { problemsOfCuts } from '../model/textProblems';
import { normalizeName } from '../names/objectNames';
import { type ConfigNode, listItemsIn, textIn, valueIn } from '../source/configNode';
import { isKnown, type PlacedText, rangeOf, type SourceRange } from '../source/placedText';
import { UnfoldingBudgets } from '../source/unfoldingBudget';
import { hasCrdField } from './crdFields';
import { middlewareValueFault } from './crdValues';
import type { KubernetesContext } from './kubernetesContext';
import { kubernetesId, type ManifestReference, referenceOf, serviceReferenceOf } from './manifestReferences';
import { type Manifest, nameTextIn } from './manifests';

/** The results so far of reading a cluster's objects: of two objects of one name, the last one counts. */
export interface ManifestReading {
  readonly context: KubernetesContext;
  readonly provider: string;
  readonly objects: Map<string, Declaration>;
  readonly problems: ConfigProblem[];
  /** Counts the listeners and other routes that routes repeat. */
  readonly budgets: UnfoldingBudgets;
  /** Documents of which only the beginning can be read. */
  readonly cuts: readonly SourceRange[];
}

/** @param problems the problems of the text of the files */
export function openManifestReading(
  context: KubernetesContext,
  provider: string,
  problems: readonly ConfigProblem[],
  cuts: readonly SourceRange[],
): ManifestReading {
  return { context, provider, objects: new Map(), problems: [...problems], budgets: new UnfoldingBudgets(), cuts };
}

/** All results, with a problem for each file that repeats too much. */
export function readConfigOf({ objects, problems, budgets, cuts: beginnings }: ManifestReading): ReadConfig {
  const isBeginning = openRanges(beginnings);
  const declarations = [...objects.values()].map((one) =>
    isBeginning(rangeOf(one.at)) ? { ...one, absent: 'broken' as const } : one,
  );
  // The missing part of an object may be after the fault.
  const certain = problems.filter(({ code, range }) => !ofReferences.has(code) || !isBeginning(range));
  return { declarations, problems: [...certain, ...problemsOfCuts(budgets.cuts())] };
}

/** The codes of problems that the text after a fault may resolve. */
const ofReferences: ReadonlySet<ConfigProblem['code']> = new Set(['kubernetes.reference', 'kubernetes.attachment']);

/** Whether a place is in one of some ranges that do not overlap. */
function openRanges(ranges: readonly SourceRange[]): (place: SourceRange) => boolean {
  const byPath = new Map<string, SourceRange[]>();
  for (const range of ranges) {
    const same = byPath.get(range.path);
    if (same === undefined) byPath.set(range.path, [range]);
    else same.push(range);
  }
  return ({ path, start }) => {
    const own = byPath.get(path) ?? [];
    let [low, high] = [0, own.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((own[middle]?.end ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    const found = own[low];
    return found !== undefined && start >= found.start;
  };
}

/** For an entry point, a middleware, or a parent that an object names once for all of its routers. */
const stepsOfShared = 0.2;

/**
 * Counts the names that each router repeats from its object.
 *
 * @param shared how many names the object has for all of its routers
 * @param at the node of the router
 * @returns whether Proxy Scout may make the router
 */
export function mayShare({ budgets }: ManifestReading, shared: number, at: ConfigNode): boolean {
  return budgets.of(at.file).repeat(stepsOfShared * shared, 0, at);
}

/** Adds an object under its name without provider. A lost one replaces no other. */
export function addObject({ objects, provider }: ManifestReading, { name, ...one }: Declaration): void {
  const key = `${one.protocol} ${one.kind} ${name}`;
  objects.set(one.absent === undefined ? key : `${key} ${objects.size}`, { ...one, name: `${name}@${provider}` });
}

/**
 * Reads the objects that Traefik does not reach, because it has lost their parent: reports their problems, checks their
 * routers by themselves, and does not declare what they name.
 */
export function readLost(reading: ManifestReading, read: (lost: ManifestReading) => void): void {
  const lost = declaringNothing(reading);
  read(lost);
  for (const [key, one] of lost.objects) {
    if (one.kind === 'router') reading.objects.set(`${key} ${reading.objects.size}`, { ...one, absent: 'broken' });
  }
}

/** Findings with the same problems and no declarations. */
export function declaringNothing(reading: ManifestReading): ManifestReading {
  return { ...reading, objects: new Map() };
}

/** A problem because of which Traefik loses a route or an object. */
export function addLoss({ problems }: ManifestReading, unit: string, at: PlacedText, message: string): void {
  const about = { kind: 'unit', unit } as const;
  problems.push({ code: 'kubernetes.reference', severity: 'error', message, range: rangeOf(at), about });
}

/** A reference that Traefik refuses by default, if its settings are unknown. */
export function addUnless(
  { problems }: ManifestReading,
  unit: string,
  at: PlacedText,
  message: string | undefined,
): void {
  if (message === undefined) return;
  const about = { kind: 'unit', unit } as const;
  problems.push({ code: 'kubernetes.setting', severity: 'information', message, range: rangeOf(at), about });
}

/** The reference as Traefik takes it. @returns undefined if it is refused, which is then reported */
export function acceptedReference(
  reading: ManifestReading,
  unit: string,
  reference: ManifestReference,
): Extract<ManifestReference, { kind: 'resolved' }> | undefined {
  if (reference.kind === 'refused') {
    addLoss(reading, unit, reference.at, reference.message);
    return undefined;
  }
  addUnless(reading, unit, reference.text, reference.unless);
  return reference;
}

/**
 * The load balancer that Traefik makes of a service of Kubernetes.
 *
 * @param own the namespace of the object that refers to it, for a name without one
 */
export function addBalancer(
  reading: ManifestReading,
  protocol: DeclaredProtocol,
  name: string,
  at: PlacedText,
  unit: string,
  node?: ConfigNode,
  own = unit.split(' namespace ')[1] ?? '',
): void {
  const transport = nameTextIn(node, 'serversTransport');
  const namespace = nameTextIn(node, 'namespace') ?? own;
  const full =
    transport === undefined || transport.includes('@') ? transport : normalizeName(kubernetesId(namespace, transport));
  const serversTransport = full === undefined ? undefined : { ...at, value: full, places: 'none' as const };
  addObject(reading, {
    protocol,
    kind: 'service',
    name,
    at,
    unit,
    isImplied: true,
    service: { ...plainBalancer, serversTransport },
  });
}

/** A service that forwards to others. */
export function addComposite(
  reading: ManifestReading,
  protocol: DeclaredProtocol,
  name: string,
  at: PlacedText,
  unit: string,
  type: string,
  children: readonly PlacedText[],
): void {
  addObject(reading, {
    protocol,
    kind: 'service',
    name,
    at,
    unit,
    service: { ...plainBalancer, types: [type], children },
  });
}

/**
 * Adds the services of a list.
 *
 * @returns their names, or undefined if one is refused, which is then reported
 */
export function addServices(
  reading: ManifestReading,
  nodes: readonly ConfigNode[],
  namespace: string,
  unit: string,
): readonly PlacedText[] | undefined {
  const names: PlacedText[] = [];
  for (const node of nodes) {
    const reference = acceptedReference(reading, unit, serviceReferenceOf(node, namespace, reading.context));
    if (reference === undefined) return undefined;
    if (reference.isKubernetes)
      addBalancer(reading, 'http', reference.text.value, reference.text, unit, node, namespace);
    names.push(reference.text);
  }
  return names;
}

export function readTraefikService(reading: ManifestReading, { name, namespace, spec }: Manifest): void {
  const id = normalizeName(kubernetesId(namespace, name.value));
  const unit = `serviceName ${name.value}`;
  const [weighted, mirroring, hrw, failover] = ['weighted', 'mirroring', 'highestRandomWeight', 'failover'].map((key) =>
    nonNull(valueIn(spec, key)),
  );
  const parts: readonly (readonly [string, readonly ConfigNode[]])[] = [
    ...(weighted === undefined ? [] : [['weighted', listItemsIn(valueIn(weighted, 'services'))] as const]),
    ...(mirroring === undefined
      ? []
      : [['mirroring', [mirroring, ...listItemsIn(valueIn(mirroring, 'mirrors'))]] as const]),
    ...(hrw === undefined ? [] : [['highestRandomWeight', listItemsIn(valueIn(hrw, 'services'))] as const]),
    ...(failover === undefined
      ? []
      : [['failover', ['service', 'fallback'].flatMap((key) => valueIn(failover, key) ?? [])] as const]),
  ];
  const [part] = parts;
  if (part === undefined) {
    addLoss(reading, unit, name, l10n.t('A TraefikService needs a type, such as “weighted”.'));
    return;
  }
  const [type, nodes] = part;
  const children = addServices(reading, nodes, namespace, unit);
  if (children !== undefined) addComposite(reading, 'http', id, name, unit, type, children);
}

function nonNull(node: ConfigNode | undefined): ConfigNode | undefined {
  return node?.kind === 'scalar' && node.type === 'null' ? undefined : node;
}

export function readMiddleware(reading: ManifestReading, { name, namespace, spec }: Manifest): void {
  const id = normalizeName(kubernetesId(namespace, name.value));
  const unit = `middlewareName ${id}`;
  // Kubernetes drops fields that the definition does not have.
  const own = spec?.kind === 'map' ? spec.entries.filter(({ key }) => hasCrdField('Middleware', key.text)) : [];
  const types = own.filter(({ value }) => nonNull(value) !== undefined);
  const names = types.map(({ key }) => key.text);
  const references = listItemsIn(valueIn(valueIn(spec, 'chain'), 'middlewares')).map((one) =>
    referenceOf(one, namespace, reading.context),
  );
  const refused = references.find(({ kind }) => kind === 'refused');
  const secret = secretFault(spec, namespace, reading);
  const wrong = middlewareValueFault(spec);
  if (refused?.kind === 'refused') addLoss(reading, unit, refused.at, refused.message);
  else if (secret !== undefined) addLoss(reading, unit, name, secret);
  else if (wrong !== undefined) addLoss(reading, unit, wrong.at, wrong.message);
  if (refused !== undefined || secret !== undefined || wrong !== undefined) return;
  const chain = references.flatMap((one) => acceptedReference(reading, unit, one)?.text ?? []);
  const page = valueIn(valueIn(spec, 'errors'), 'service');
  const service = page === undefined ? undefined : addServices(reading, [page], namespace, unit)?.[0];
  if (page !== undefined && service === undefined) return;
  const errors = nonNull(valueIn(spec, 'errors'));
  if (errors !== undefined && page === undefined) {
    addLoss(reading, unit, name, l10n.t('“{0}” needs “{1}”.', 'errors', 'service'));
    return;
  }
  let shown = service;
  if (page !== undefined && service !== undefined && textIn(page, 'kind') !== 'TraefikService') {
    reading.objects.delete(`http service ${service.value}`);
    shown = { ...service, value: `${id}-errorpage-service` };
    addBalancer(reading, 'http', shown.value, service, unit);
  }
  const fields: MiddlewareFields = { types: names, middlewares: chain, service: shown };
  const config = decodeStruct('Middleware', { key: name, children: nodesBelow(spec) }, 'files', []);
  // Users come from secrets; services and middlewares are objects.
  const isOther = ({ form, text, options = [] }: CheckedValue): boolean =>
    // Kubernetes makes texts of all keys.
    (form === 'statusKey' && text.value === '<int Value>') ||
    form === 'nobody' ||
    (form === 'missing' && fromCluster.has(options[0] ?? '')) ||
    options[0] === 'chain';
  addObject(reading, {
    protocol: 'http',
    kind: 'middleware',
    name: id,
    at: name,
    unit,
    middleware: fields,
    checked: checkedValuesOf(config, 'http', 'middleware').filter((one) => !isOther(one)),
    doubtful: doubtfulValuesOf(config, 'http', 'middleware').filter((one) => !isOther(one)),
  });
}

const fromCluster: ReadonlySet<string> = new Set(['basicAuth', 'digestAuth', 'errors']);

function nodesBelow(spec: ConfigNode | undefined): ReturnType<typeof nodesOfMap> {
  return spec?.kind === 'map' ? nodesOfMap(spec, []) : [];
}

/** The problem of the secrets of a middleware that authenticates users, if the cluster is known. */
function secretFault(
  spec: ConfigNode | undefined,
  namespace: string,
  { context }: ManifestReading,
): string | undefined {
  const { cluster } = context;
  for (const type of ['basicAuth', 'digestAuth']) {
    const body = nonNull(valueIn(spec, type));
    if (body === undefined) continue;
    const secret = textIn(body, 'secret') ?? '';
    if (secret === '') return l10n.t('“{0}” needs the name of a secret.', quoted(type));
    if (cluster?.secrets.has(`${namespace}/${secret}`) === false) return missingSecret(secret, namespace);
  }
  const auth = nonNull(valueIn(spec, 'forwardAuth'));
  if (auth === undefined) return undefined;
  if ((textIn(auth, 'address') ?? '') === '') return l10n.t('“{0}” needs an address.', 'forwardAuth');
  for (const key of ['caSecret', 'certSecret']) {
    const secret = textIn(valueIn(auth, 'tls'), key);
    if (secret !== undefined && cluster?.secrets.has(`${namespace}/${secret}`) === false) {
      return missingSecret(secret, namespace);
    }
  }
  return undefined;
}

export function missingSecret(name: string, namespace: string): string {
  return l10n.t('There is no secret “{0}” in the namespace {1}.', quoted(name), quoted(namespace));
}

export function readTcpMiddleware(reading: ManifestReading, { name, namespace, spec }: Manifest): void {
  const id = normalizeName(kubernetesId(namespace, name.value));
  const types = spec?.kind === 'map' ? spec.entries.map(({ key }) => key.text) : [];
  const middleware = { types, middlewares: [], service: undefined };
  const config = decodeStruct('TCPMiddleware', { key: name, children: nodesBelow(spec) }, 'files', []);
  addObject(reading, {
    checked: checkedValuesOf(config, 'tcp', 'middleware'),
    doubtful: doubtfulValuesOf(config, 'tcp', 'middleware'),
    protocol: 'tcp',
    kind: 'middleware',
    name: id,
    at: name,
    unit: `middlewareName ${id}`,
    middleware,
  });
}

/** TLS options and stores, whose names are not normalized, and servers transports, whose names are. */
export function readPlainObject(
  reading: ManifestReading,
  kind: DeclaredKind,
  protocol: DeclaredProtocol,
  one: Manifest,
): void {
  const { name, namespace, spec } = one;
  const id = kubernetesId(namespace, name.value);
  const isTls = kind === 'tlsOptions' || kind === 'tlsStore';
  const made = isTls ? (name.value === 'default' ? 'default' : id) : normalizeName(id);
  const config = decodeStruct('TLSOptions', { key: name, children: nodesBelow(spec) }, 'files', []);
  const hasSecrets = listItemsIn(valueIn(valueIn(spec, 'clientAuth'), 'secretNames')).length > 0;
  const checked = (kind === 'tlsOptions' ? checkedValuesOf(config, 'http', kind) : []).flatMap((one) => {
    if (one.form !== 'missing') return [one];
    return hasSecrets ? [] : [{ ...one, options: ['clientAuth', 'secretNames'] }];
  });
  const doubtful = doubtfulValuesOf(config, 'http', kind);
  addObject(reading, { protocol, kind, name: made, at: name, unit: `${one.kind} ${id}`, checked, doubtful });
}

/** Whether an object certainly belongs to another proxy, or to a namespace that this one does not watch. */
export function isElsewhere({ context: { facts } }: ManifestReading, { namespace, spec, node }: Manifest): boolean {
  const watched = facts?.namespaces;
  if (watched !== undefined && watched !== 'all' && isKnown(namespace) && !watched.includes(namespace)) return true;
  if (spec === undefined || facts?.ingressClass === undefined) return false;
  const annotations = valueIn(valueIn(node, 'metadata'), 'annotations');
  const written = textIn(spec, 'ingressClassName') ?? (textIn(annotations, 'kubernetes.io/ingress.class') || '');
  if (!isKnown(written)) return false;
  return !(written === facts.ingressClass || (facts.ingressClass === '' && written === 'traefik'));
}
