import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { checkedValuesOf } from '../declare/checkedValues';
import { doubtfulValuesOf } from '../declare/doubtfulValues';
import { decodeStruct } from '../decode/decodeConfig';
import { nodesOfMap } from '../decode/fileNodes';
import { type ConfigProblem, type ReadConfig, unitProblem } from '../model/configProblem';
import {
  type CheckedValue,
  type Declaration,
  type DeclaredKind,
  type DeclaredProtocol,
  objectKey,
  plainBalancer,
} from '../model/declaration';
import { problemsOfCuts } from '../model/textProblems';
import { normalizeName } from '../names/objectNames';
import { type ConfigNode, isNull, listItemsIn, textIn, valueIn } from '../source/configNode';
import { groupedBy } from '../source/groupedBy';
import { isKnown, isWithin, type PlacedText, rangeOf, type SourceRange } from '../source/placedText';
import { UnfoldingBudgets } from '../source/unfoldingBudget';
import { hasCrdField } from './crdFields';
import { middlewareValueFault } from './crdValues';
import { isOtherClass, type KubernetesContext } from './kubernetesContext';
import {
  kubernetesId,
  type ManifestReference,
  type ResolvedReference,
  referenceOf,
  serviceReferenceOf,
} from './manifestReferences';
import { annotationsOf, type Manifest, manifestContent, nameTextIn, placedIn, type readManifests } from './manifests';

/** The objects that a provider makes of those of a cluster: of two of one name, the last one counts. */
export class ManifestReading {
  readonly objects = new Map<string, Declaration>();

  /** @param budgets count the listeners and other routes that routes repeat */
  constructor(
    readonly context: KubernetesContext,
    private readonly provider: string,
    private readonly given: Pick<ReturnType<typeof readManifests>, 'problems' | 'cuts'>,
    readonly problems: ConfigProblem[] = [...given.problems],
    readonly budgets = new UnfoldingBudgets(),
  ) {}

  /** All results, with a problem for each file that repeats too much. */
  result(): ReadConfig {
    const cuts = groupedBy(this.given.cuts, ({ path }) => path);
    const isBeginning = ({ path, start }: SourceRange): boolean => isWithin(cuts.get(path) ?? [], start);
    const declarations = [...this.objects.values()].map((one) =>
      isBeginning(rangeOf(one.at)) ? { ...one, absent: 'broken' as const } : one,
    );
    // The missing part of an object may be after the fault.
    const certain = this.problems.filter(({ code, range }) => !ofReferences.has(code) || !isBeginning(range));
    return { declarations, problems: [...certain, ...problemsOfCuts(this.budgets.cuts())] };
  }

  /**
   * Counts the names that each router repeats from its object.
   *
   * @param shared how many names the object has for all of its routers
   * @param at the node of the router
   * @returns whether Proxy Scout may make the router
   */
  mayShare(shared: number, at: ConfigNode): boolean {
    return this.budgets.of(at.file).repeat(stepsOfShared * shared, 0, at);
  }

  /** Adds an object under its name without provider. A lost one replaces no other. */
  addObject({ name, ...one }: Declaration): void {
    const key = objectKey(one, name);
    const isLost = one.absent !== undefined;
    this.objects.set(isLost ? `${key} ${this.objects.size}` : key, { ...one, name: `${name}@${this.provider}` });
  }

  /**
   * Reads the objects that Traefik does not reach, because it has lost their parent: reports their problems, checks
   * their routers by themselves, and does not declare what they name.
   */
  readLost(read: (lost: ManifestReading) => void): void {
    const lost = this.declaringNothing();
    read(lost);
    for (const [key, one] of lost.objects) {
      if (one.kind === 'router') this.objects.set(`${key} ${this.objects.size}`, { ...one, absent: 'broken' });
    }
  }

  /** A reading with the same problems, and without objects. */
  declaringNothing(): ManifestReading {
    return new ManifestReading(this.context, this.provider, this.given, this.problems, this.budgets);
  }

  /** A problem because of which Traefik loses a route or an object. */
  addLoss(unit: string, at: PlacedText, message: string): void {
    this.problems.push(unitProblem(unit, 'error', 'kubernetes.reference', at, message));
  }

  /** A reference that Traefik refuses by default, if its settings are unknown. */
  addUnless(unit: string, at: PlacedText, message: string | undefined): void {
    if (message !== undefined) this.problems.push(unitProblem(unit, 'information', 'kubernetes.setting', at, message));
  }

  /** The reference as Traefik takes it. @returns undefined if it is refused, which is then reported */
  acceptedReference(unit: string, reference: ManifestReference): ResolvedReference | undefined {
    if (reference.kind === 'refused') {
      this.addLoss(unit, reference.at, reference.message);
      return undefined;
    }
    this.addUnless(unit, reference.text, reference.unless);
    return reference;
  }

  /**
   * The load balancer that Traefik makes of a service of Kubernetes.
   *
   * @param own the namespace of the object that refers to it, for a name without one
   */
  addBalancer(
    protocol: DeclaredProtocol,
    name: string,
    at: PlacedText,
    unit: string,
    node?: ConfigNode,
    own = unit.split(' namespace ')[1] ?? '',
    content = manifestContent(node),
  ): void {
    const transport = nameTextIn(node, 'serversTransport');
    const namespace = nameTextIn(node, 'namespace') ?? own;
    const full = transport?.includes('@') === false ? normalizeName(kubernetesId(namespace, transport)) : transport;
    const serversTransport = full === undefined ? undefined : { ...at, value: full, places: 'none' as const };
    const service = { ...plainBalancer, serversTransport };
    this.addObject({ protocol, kind: 'service', name, at, unit, isImplied: true, service, content });
  }

  /**
   * A service that forwards to others.
   *
   * @param nodes where it has its options
   */
  addComposite(
    protocol: DeclaredProtocol,
    name: string,
    at: PlacedText,
    unit: string,
    type: string,
    children: readonly PlacedText[],
    nodes: readonly ConfigNode[] = [],
  ): void {
    const service = { ...plainBalancer, types: [type], children };
    const content = nodes.map(manifestContent).join(' ');
    this.addObject({ protocol, kind: 'service', name, at, unit, service, content });
  }

  /**
   * Adds the services of a list.
   *
   * @returns their names, or undefined if one is refused, which is then reported
   */
  addServices(nodes: readonly ConfigNode[], namespace: string, unit: string): readonly PlacedText[] | undefined {
    const names: PlacedText[] = [];
    for (const node of nodes) {
      const reference = this.acceptedReference(unit, serviceReferenceOf(node, namespace, this.context));
      if (reference === undefined) return undefined;
      const { text, isKubernetes } = reference;
      if (isKubernetes) this.addBalancer('http', text.value, text, unit, node, namespace);
      names.push(text);
    }
    return names;
  }

  /** Reports a secret of TLS that is missing: Traefik's log does, but the routers stay. @returns whether it is */
  reportMissingSecret(unit: string, namespace: string, tls: ConfigNode | undefined): boolean {
    const secret = placedIn(tls, 'secretName');
    const { cluster } = this.context;
    if (secret === undefined || cluster === undefined || !isKnown(namespace)) return false;
    if (cluster.secrets.has(`${namespace}/${secret.value}`)) return false;
    this.addLoss(unit, secret, missingSecret(secret.value, namespace));
    return true;
  }
}

/** The codes of problems that the text after a fault may resolve. */
const ofReferences: ReadonlySet<ConfigProblem['code']> = new Set(['kubernetes.reference', 'kubernetes.attachment']);

/** For an entry point, a middleware, or a parent that an object names once for all of its routers. */
const stepsOfShared = 0.2;

/** Traefik's log calls all routes so. */
export function ingressUnit({ name, namespace }: Manifest): string {
  return `ingress ${name.value} namespace ${namespace}`;
}

/** The types of a TraefikService, and the services that each has. */
const servicesByType: Readonly<Record<string, (body: ConfigNode) => readonly ConfigNode[]>> = {
  weighted: (body) => listItemsIn(valueIn(body, 'services')),
  mirroring: (body) => [body, ...listItemsIn(valueIn(body, 'mirrors'))],
  highestRandomWeight: (body) => listItemsIn(valueIn(body, 'services')),
  failover: (body) => ['service', 'fallback'].flatMap((key) => valueIn(body, key) ?? []),
};

export function readTraefikService(reading: ManifestReading, { name, namespace, spec }: Manifest): void {
  const id = normalizeName(kubernetesId(namespace, name.value));
  const unit = `serviceName ${name.value}`;
  for (const [type, servicesIn] of Object.entries(servicesByType)) {
    const body = nonNull(valueIn(spec, type));
    if (body === undefined) continue;
    const children = reading.addServices(servicesIn(body), namespace, unit);
    if (children !== undefined) reading.addComposite('http', id, name, unit, type, children, [body]);
    return;
  }
  reading.addLoss(unit, name, l10n.t('A TraefikService needs a type, such as “weighted”.'));
}

function nonNull(node: ConfigNode | undefined): ConfigNode | undefined {
  return node !== undefined && isNull(node) ? undefined : node;
}

export function readMiddleware(reading: ManifestReading, { name, namespace, spec }: Manifest): void {
  const id = normalizeName(kubernetesId(namespace, name.value));
  const unit = `middlewareName ${id}`;
  // Kubernetes drops fields that the definition does not have.
  const own = spec?.kind === 'map' ? spec.entries.filter(({ key }) => hasCrdField('Middleware', key.text)) : [];
  const types = own.filter(({ value }) => !isNull(value)).map(({ key }) => key.text);
  const references = listItemsIn(valueIn(valueIn(spec, 'chain'), 'middlewares')).map((one) =>
    referenceOf(one, namespace, reading.context),
  );
  const refused = references.find((one) => one.kind === 'refused');
  const secret = secretFault(spec, namespace, reading);
  const fault = refused ?? (secret === undefined ? middlewareValueFault(spec) : { at: name, message: secret });
  if (fault !== undefined) {
    reading.addLoss(unit, fault.at, fault.message);
    return;
  }
  const chain = references.flatMap((one) => reading.acceptedReference(unit, one)?.text ?? []);
  const page = valueIn(valueIn(spec, 'errors'), 'service');
  const service = page === undefined ? undefined : reading.addServices([page], namespace, unit)?.[0];
  if (page !== undefined && service === undefined) return;
  const errors = nonNull(valueIn(spec, 'errors'));
  if (errors !== undefined && page === undefined) {
    reading.addLoss(unit, name, l10n.t('“{0}” needs “{1}”.', 'errors', 'service'));
    return;
  }
  let shown = service;
  if (page !== undefined && service !== undefined && textIn(page, 'kind') !== 'TraefikService') {
    reading.objects.delete(`http service ${service.value}`);
    shown = { ...service, value: `${id}-errorpage-service` };
    reading.addBalancer('http', shown.value, service, unit);
  }
  const middleware = { types, middlewares: chain, service: shown };
  const config = decodeStruct('Middleware', { key: name, children: nodesBelow(spec) }, 'files', []);
  // Users come from secrets; services and middlewares are objects.
  const isOther = ({ form, text, options = [] }: CheckedValue): boolean =>
    // Kubernetes makes texts of all keys.
    (form === 'statusKey' && text.value === '<int Value>') ||
    form === 'nobody' ||
    (form === 'missing' && fromCluster.has(options[0] ?? '')) ||
    options[0] === 'chain';
  reading.addObject({
    protocol: 'http',
    kind: 'middleware',
    name: id,
    at: name,
    unit,
    middleware,
    content: manifestContent(spec),
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

function missingSecret(name: string, namespace: string): string {
  return l10n.t('Secret “{0}” not found in the namespace {1}.', quoted(name), quoted(namespace));
}

export function readTcpMiddleware(reading: ManifestReading, { name, namespace, spec }: Manifest): void {
  const id = normalizeName(kubernetesId(namespace, name.value));
  const types = spec?.kind === 'map' ? spec.entries.map(({ key }) => key.text) : [];
  const middleware = { types, middlewares: [], service: undefined };
  const config = decodeStruct('TCPMiddleware', { key: name, children: nodesBelow(spec) }, 'files', []);
  reading.addObject({
    checked: checkedValuesOf(config, 'tcp', 'middleware'),
    doubtful: doubtfulValuesOf(config, 'tcp', 'middleware'),
    protocol: 'tcp',
    kind: 'middleware',
    name: id,
    at: name,
    unit: `middlewareName ${id}`,
    middleware,
    content: manifestContent(spec),
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
  const content = manifestContent(spec);
  reading.addObject({ protocol, kind, name: made, at: name, unit: `${one.kind} ${id}`, checked, doubtful, content });
}

/** Whether an object of Traefik's certainly belongs to another proxy. */
export function isElsewhere({ context: { facts } }: ManifestReading, { spec, node }: Manifest): boolean {
  if (spec === undefined) return false;
  const written =
    textIn(spec, 'ingressClassName') ?? (textIn(annotationsOf(node), 'kubernetes.io/ingress.class') || '');
  return isOtherClass(facts, written);
}
