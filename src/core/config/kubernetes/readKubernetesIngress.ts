import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { decodeStruct } from '../decode/decodeConfig';
import { type DecodedStruct, decodedText, structIn, textsIn } from '../decode/decoded';
import { wordsOfFault } from '../decode/faultWords';
import { nodesOfLabels, type WrittenLabel } from '../decode/labelNodes';
import type { DecodeFault } from '../decode/untypedNode';
import type { ReadConfig } from '../model/configProblem';
import type { RouterFields } from '../model/declaration';
import { hashOfRule, normalizeName } from '../names/objectNames';
import { type ConfigNode, listItemsIn, textIn, valueIn } from '../source/configNode';
import { isKnown, type PlacedText, partOf, placedAt, type SourceFile, unknownPart } from '../source/placedText';
import {
  addBalancer,
  addLoss,
  addObject,
  type ManifestReading,
  mayShare,
  missingSecret,
  openManifestReading,
  readConfigOf,
  readLost,
} from './crdObjects';
import type { KubernetesContext } from './kubernetesContext';
import { type Manifest, nameIn, nameTextIn, placedIn, readManifests } from './manifests';

const annotationPrefix = 'traefik.ingress.kubernetes.io/';

/** Reads Ingresses with Traefik's annotations, and the objects that Traefik makes of them. */
export function readKubernetesIngress(files: readonly SourceFile[], context: KubernetesContext): ReadConfig {
  const { manifests, problems, cuts } = readManifests(files, context.namespace);
  const reading = openManifestReading(context, 'kubernetes', problems, cuts);
  for (const one of manifests.filter(isIngress)) {
    if (!isOfOther(one, context)) readIngress(reading, one);
  }
  return readConfigOf(reading);
}

interface DeclaredIngress {
  /** An `unknownPart` if unknown. */
  readonly namespace: string;
  readonly name: PlacedText;
  /** The unit of the objects that it causes. */
  readonly unit: string;
}

/** All Ingresses of manifests, whichever controller they are for. */
export function ingressesIn(files: readonly SourceFile[]): readonly DeclaredIngress[] {
  const { manifests } = readManifests(files, undefined);
  return manifests.flatMap((one) =>
    isIngress(one) ? [{ namespace: one.namespace, name: one.name, unit: unitOf(one) }] : [],
  );
}

function isIngress({ kind, group }: Manifest): boolean {
  return kind === 'Ingress' && group === 'networking.k8s.io';
}

function annotationsOf({ node }: Manifest): ConfigNode | undefined {
  return valueIn(valueIn(node, 'metadata'), 'annotations');
}

/** Whether an Ingress certainly is for another controller, or in a namespace that is not watched. */
function isOfOther(one: Manifest, { facts, cluster }: KubernetesContext): boolean {
  const watched = facts?.namespaces;
  if (watched !== undefined && watched !== 'all' && isKnown(one.namespace) && !watched.includes(one.namespace))
    return true;
  if (facts?.ingressClass === undefined) return false;
  const name = textIn(one.spec, 'ingressClassName');
  if (name !== undefined) {
    if (!isKnown(name)) return false;
    if (facts.disableIngressClassLookup === true) return true;
    if (facts.ingressClass !== '' && name !== facts.ingressClass) return true;
    return cluster?.ingressClasses.has(name) === false;
  }
  const written = textIn(annotationsOf(one), 'kubernetes.io/ingress.class') ?? '';
  return isKnown(written) && written !== facts.ingressClass && !(facts.ingressClass === '' && written === 'traefik');
}

function unitOf({ name, namespace }: Manifest): string {
  return `ingress ${name.value} namespace ${namespace}`;
}

/** Annotations as the labels that Traefik reads them for: `tls.domains.0.main` is `tls.domains[0].main`. */
function labelsOf(annotations: ConfigNode | undefined): readonly WrittenLabel[] {
  if (annotations?.kind !== 'map') return [];
  return annotations.entries.flatMap(({ key, value }) => {
    if (!key.text.startsWith(annotationPrefix) || value.kind !== 'scalar') return [];
    const name = partOf(placedAt(key, key.text), annotationPrefix.length, key.text.length);
    const written = `traefik.${name.value}`.replace(/^(.+)\.(\w+)\.(\d+)\.(.+)$/, '$1.$2[$3].$4');
    return [{ key: { ...name, value: written, places: 'none' as const }, value: placedAt(value, value.text) }];
  });
}

function decode(
  type: string,
  prefix: string,
  annotations: ConfigNode | undefined,
  faults: DecodeFault[],
): DecodedStruct | undefined {
  const tree = nodesOfLabels(labelsOf(annotations), [prefix]);
  for (const fault of tree.faults) faults.push(fault);
  return tree.root === undefined ? undefined : decodeStruct(type, tree.root, 'labels', faults);
}

function readIngress(reading: ManifestReading, one: Manifest): void {
  const unit = unitOf(one);
  const faults: DecodeFault[] = [];
  const options = structIn(decode('IngressAnnotations', 'traefik.router.', annotationsOf(one), faults), 'router');
  for (const fault of faults) addLoss(reading, unit, fault.at, wordsOfFault(fault));
  if (faults.length === 0) readParts(reading, one, options);
  else readLost(reading, (lost) => readParts(lost, one, options));
}

function readParts(reading: ManifestReading, one: Manifest, options: DecodedStruct | undefined): void {
  const { context } = reading;
  const unit = unitOf(one);
  const fields = routerFieldsOf(options);
  const allowed = context.facts?.crossProviderNamespaces;
  const isRefused =
    allowed !== undefined && allowed !== 'all' && isKnown(one.namespace) && !allowed.includes(one.namespace);
  const reference = fields.middlewares[0] ?? fields.tls?.options;
  if (isRefused && reference !== undefined) {
    const words = l10n.t(
      'The namespace {0} may not refer to other providers (“crossProviderNamespaces”).',
      quoted(one.namespace),
    );
    addLoss(reading, unit, reference, words);
    return;
  }
  reportMissingSecrets(reading, one);
  const rules = listItemsIn(valueIn(one.spec, 'rules'));
  const backend = valueIn(one.spec, 'defaultBackend');
  if (rules.length === 0 && backend !== undefined) readDefaultBackend(reading, one, backend, fields);
  readRules(reading, one, rules, options, fields);
}

function routerFieldsOf(options: DecodedStruct | undefined): Omit<RouterFields, 'rule' | 'service'> {
  const entryPoints = textsIn(options, 'entryPoints');
  const tls = structIn(options, 'tls');
  return {
    middlewares: textsIn(options, 'middlewares'),
    entryPoints: entryPoints.length === 0 ? undefined : entryPoints,
    ruleSyntax: decodedText(options, 'ruleSyntax'),
    priority: decodedText(options, 'priority')?.value,
    tls: tls && { options: decodedText(tls, 'options'), passthrough: false },
    parentRefs: [],
  };
}

/** Traefik's log reports a missing secret, but the routers stay. */
function reportMissingSecrets(reading: ManifestReading, one: Manifest): void {
  const { cluster } = reading.context;
  if (cluster === undefined || !isKnown(one.namespace)) return;
  for (const tls of listItemsIn(valueIn(one.spec, 'tls'))) {
    const secret = placedIn(tls, 'secretName');
    if (secret === undefined || cluster.secrets.has(`${one.namespace}/${secret.value}`)) continue;
    addLoss(reading, unitOf(one), secret, missingSecret(secret.value, one.namespace));
    return;
  }
}

function readDefaultBackend(
  reading: ManifestReading,
  one: Manifest,
  backend: ConfigNode,
  fields: Omit<RouterFields, 'rule' | 'service'>,
): void {
  const unit = unitOf(one);
  const at = nameIn(valueIn(backend, 'service'), 'name') ?? placedAt(backend, '');
  if (reading.objects.has('http service default-backend')) {
    addLoss(reading, unit, at, l10n.t('Another Ingress has a default backend already. Traefik uses that one.'));
    return;
  }
  if (backendName(reading, one, backend) === undefined) return;
  addBalancer(reading, 'http', 'default-backend', at, unit);
  const router: RouterFields = {
    ...fields,
    ruleSyntax: undefined,
    rule: { ...at, value: 'PathPrefix("/")', places: 'none' },
    service: { ...at, value: 'default-backend', places: 'none' },
  };
  addObject(reading, { protocol: 'http', kind: 'router', name: 'default-router', at, unit, router });
}

function readRules(
  reading: ManifestReading,
  one: Manifest,
  rules: readonly ConfigNode[],
  options: DecodedStruct | undefined,
  fields: Omit<RouterFields, 'rule' | 'service'>,
): void {
  const unit = unitOf(one);
  const routers = new Map<string, { readonly at: PlacedText; readonly router: RouterFields }[]>();
  for (const rule of rules) {
    const host = nameTextIn(rule, 'host') ?? '';
    for (const path of listItemsIn(valueIn(valueIn(rule, 'http'), 'paths'))) {
      if (!mayShare(reading, fields.middlewares.length + (fields.entryPoints?.length ?? 0), path)) break;
      const at = placedIn(path, 'path') ?? nameIn(rule, 'host') ?? placedAt(path, '');
      const name = backendName(reading, one, valueIn(path, 'backend') ?? path);
      if (name === undefined) continue;
      addBalancer(reading, 'http', name.value, name, unit);
      const text = ruleOf(host, path, options, fields.ruleSyntax?.value, reading.context.facts);
      if (text === undefined) {
        addLoss(reading, unit, at, l10n.t('The path matcher is one of {0}.', 'Path, PathPrefix, PathRegexp'));
        continue;
      }
      const key = normalizeName(`${one.namespace}-${one.name.value}-${host}${textIn(path, 'path') ?? ''}`);
      const router: RouterFields = {
        ...fields,
        rule: text === '' ? undefined : { ...at, value: text, places: 'none' },
        service: name,
      };
      const same = routers.get(key);
      if (same === undefined) routers.set(key, [{ at, router }]);
      else same.push({ at, router });
    }
  }
  for (const [key, group] of routers) {
    for (const { at, router } of group) {
      const rule = router.rule?.value ?? '';
      const name = group.length === 1 ? key : `${key}-${isKnown(rule) ? hashOfRule(rule) : unknownPart}`;
      addObject(reading, { protocol: 'http', kind: 'router', name, at, unit, router });
    }
  }
}

/** Undefined for a matcher that does not exist. */
function ruleOf(
  host: string,
  path: ConfigNode,
  options: DecodedStruct | undefined,
  syntax: string | undefined,
  facts: KubernetesContext['facts'] = {},
): string | undefined {
  const parts: string[] = [];
  if (host !== '') {
    const isPattern = syntax === 'v2' && host.startsWith('*.');
    parts.push(
      isPattern
        ? `HostRegexp(${JSON.stringify(host.replace('*.', '{subdomain:[a-zA-Z0-9-]+}.'))})`
        : `Host(${JSON.stringify(host)})`,
    );
  }
  const text = textIn(path, 'path') ?? '';
  if (text !== '') {
    const type = textIn(path, 'pathType') ?? '';
    const isOwn = type === '' || type === 'ImplementationSpecific';
    const written = isOwn ? (decodedText(options, 'pathMatcher')?.value ?? 'PathPrefix') : undefined;
    if (written !== undefined && !['Path', 'PathPrefix', 'PathRegexp'].includes(written)) return undefined;
    const matcher = written ?? (type === 'Exact' ? 'Path' : 'PathPrefix');
    const isStrict = matcher === 'PathPrefix' && facts.strictPrefixMatching === true && text !== '/';
    parts.push(isStrict ? strictPrefix(text) : `${matcher}(${JSON.stringify(text)})`);
  }
  return parts.join(' && ');
}

/** A prefix that ends at the end of a part of the path (buildStrictPrefixMatchingRule in kubernetes/ingress). */
function strictPrefix(path: string): string {
  const own = path.replace(/\/$/, '');
  return `(Path(${JSON.stringify(own)}) || PathPrefix(${JSON.stringify(`${own}/`)}))`;
}

/** The name of the service of a backend; undefined if Traefik cannot make it, which is then reported. */
function backendName(reading: ManifestReading, one: Manifest, backend: ConfigNode): PlacedText | undefined {
  const unit = unitOf(one);
  const service = valueIn(backend, 'service');
  const at = nameIn(service, 'name') ?? placedAt(backend, '');
  if (service === undefined || valueIn(backend, 'resource') !== undefined) {
    addLoss(reading, unit, at, l10n.t('The backend has to be a service. Traefik leaves the path out.'));
    return undefined;
  }
  const port = valueIn(service, 'port');
  const written = nameTextIn(port, 'name') || (textIn(port, 'number') ?? '0');
  const fault = serviceFault(
    reading,
    one.namespace,
    at.value,
    nameTextIn(port, 'name') ?? '',
    textIn(port, 'number') ?? '0',
  );
  if (fault !== undefined) {
    addLoss(reading, unit, at, fault);
    return undefined;
  }
  return { ...at, value: normalizeName(`${one.namespace}-${at.value}-${written}`), places: 'none' };
}

/** Why Traefik cannot make a service; undefined if it can, or if the cluster is unknown. */
function serviceFault(
  { context: { cluster, facts } }: ManifestReading,
  namespace: string,
  name: string,
  portName: string,
  portNumber: string,
): string | undefined {
  if (cluster === undefined || !isKnown(`${namespace}${name}${portName}${portNumber}`)) return undefined;
  const service = cluster.services.get(`${namespace}/${name}`);
  if (service === undefined)
    return l10n.t('There is no service “{0}” in the namespace {1}.', quoted(name), quoted(namespace));
  const isExternal = service.type === 'ExternalName';
  if (isExternal && facts?.allowExternalNameServices === false) {
    return l10n.t('“{0}” is an ExternalName service, and “allowExternalNameServices” is off.', quoted(name));
  }
  const found = service.ports.some((port) => port.port === portNumber || (port.name === portName && portName !== ''));
  if (!found) return l10n.t('The service “{0}” has no port {1}.', quoted(name), quoted(portName || portNumber));
  const faults: DecodeFault[] = [];
  decode('ServiceAnnotations', 'traefik.service.', service.annotations, faults);
  const [fault] = faults;
  if (fault !== undefined) return wordsOfFault(fault);
  if (isExternal || service.hasEndpoints || facts?.allowEmptyServices !== false) return undefined;
  return l10n.t('The service “{0}” has no endpoints.', quoted(name));
}
