import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { routerFieldsOf } from '../declare/declareObjects';
import { decodeStruct } from '../decode/decodeConfig';
import { type DecodedStruct, decodedText, structIn } from '../decode/decoded';
import { wordsOfFault } from '../decode/faultWords';
import { nodesOfLabels, type WrittenLabel } from '../decode/labelNodes';
import type { DecodeFault } from '../decode/untypedNode';
import type { ReadConfig } from '../model/configProblem';
import type { RouterFields } from '../model/declaration';
import { hashOfRule, normalizeName } from '../names/objectNames';
import { type ConfigNode, listItemsIn, textIn, valueIn } from '../source/configNode';
import { groupedBy } from '../source/groupedBy';
import { isKnown, type PlacedText, partOf, placedAt, type SourceFile, unknownPart } from '../source/placedText';
import { ingressUnit, ManifestReading } from './crdObjects';
import { strictPrefix } from './gatewayRules';
import { isOtherClass, type KubernetesContext, leavesOut } from './kubernetesContext';
import { notCrossProvider } from './manifestReferences';
import { annotationsOf, type Manifest, nameIn, nameTextIn, placedIn, readManifests } from './manifests';

/** The beginning of the annotations that Traefik reads. */
export const ingressAnnotation = 'traefik.ingress.kubernetes.io/';

/** Reads Ingresses with Traefik's annotations, and the objects that Traefik makes of them. */
export function readKubernetesIngress(files: readonly SourceFile[], context: KubernetesContext): ReadConfig {
  const { manifests, ...given } = readManifests(files, context.namespace);
  const reading = new ManifestReading(context, 'kubernetes', given);
  for (const one of manifests.filter(isIngress)) {
    if (!isOfOther(one, context)) readIngress(reading, one);
  }
  return reading.result();
}

/** All Ingresses of manifests, whichever controller they are for, and the units of the objects that they cause. */
export function ingressesIn(files: readonly SourceFile[]) {
  const ingresses = readManifests(files, undefined).manifests.filter(isIngress);
  return ingresses.map((one) => ({ namespace: one.namespace, name: one.name, unit: ingressUnit(one) }));
}

function isIngress({ kind, group }: Manifest): boolean {
  return kind === 'Ingress' && group === 'networking.k8s.io';
}

/** Whether an Ingress certainly is for another controller, or in a namespace that is not watched. */
function isOfOther(one: Manifest, { facts, cluster }: KubernetesContext): boolean {
  if (leavesOut(facts?.namespaces, one.namespace)) return true;
  if (facts?.ingressClass === undefined) return false;
  const name = textIn(one.spec, 'ingressClassName');
  if (name !== undefined) {
    if (!isKnown(name)) return false;
    if (facts.disableIngressClassLookup === true) return true;
    if (facts.ingressClass !== '' && name !== facts.ingressClass) return true;
    return cluster?.ingressClasses.has(name) === false;
  }
  return isOtherClass(facts, textIn(annotationsOf(one.node), 'kubernetes.io/ingress.class') ?? '');
}

/** Annotations as the labels that Traefik reads them for: `tls.domains.0.main` is `tls.domains[0].main`. */
function labelsOf(annotations: ConfigNode | undefined): readonly WrittenLabel[] {
  if (annotations?.kind !== 'map') return [];
  return annotations.entries.flatMap(({ key, value }) => {
    if (!key.text.startsWith(ingressAnnotation) || value.kind !== 'scalar') return [];
    const name = partOf(placedAt(key, key.text), ingressAnnotation.length, key.text.length);
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
  const unit = ingressUnit(one);
  const faults: DecodeFault[] = [];
  const options = structIn(decode('IngressAnnotations', 'traefik.router.', annotationsOf(one.node), faults), 'router');
  for (const fault of faults) reading.addLoss(unit, fault.at, wordsOfFault(fault));
  if (faults.length === 0) readParts(reading, one, options);
  else reading.readLost((lost) => readParts(lost, one, options));
}

function readParts(reading: ManifestReading, one: Manifest, options: DecodedStruct | undefined): void {
  const unit = ingressUnit(one);
  const fields = routerFieldsOf(options);
  const reference = fields.middlewares[0] ?? fields.tls?.options;
  if (reference !== undefined && leavesOut(reading.context.facts?.crossProviderNamespaces, one.namespace)) {
    reading.addLoss(unit, reference, notCrossProvider(one.namespace));
    return;
  }
  // Traefik's log reports the first one.
  for (const tls of listItemsIn(valueIn(one.spec, 'tls'))) {
    if (reading.reportMissingSecret(unit, one.namespace, tls)) break;
  }
  const rules = listItemsIn(valueIn(one.spec, 'rules'));
  const backend = valueIn(one.spec, 'defaultBackend');
  if (rules.length === 0 && backend !== undefined) readDefaultBackend(reading, one, backend, fields);
  readRules(reading, one, rules, options, fields);
}

function readDefaultBackend(reading: ManifestReading, one: Manifest, backend: ConfigNode, fields: RouterFields): void {
  const unit = ingressUnit(one);
  const at = nameIn(valueIn(backend, 'service'), 'name') ?? placedAt(backend, '');
  if (reading.objects.has('http service default-backend')) {
    reading.addLoss(unit, at, l10n.t('Another Ingress has a default backend already. Traefik uses that one.'));
    return;
  }
  if (backendName(reading, one, backend) === undefined) return;
  reading.addBalancer('http', 'default-backend', at, unit);
  const router: RouterFields = {
    ...fields,
    ruleSyntax: undefined,
    rule: { ...at, value: 'PathPrefix("/")', places: 'none' },
    service: { ...at, value: 'default-backend', places: 'none' },
  };
  reading.addObject({ protocol: 'http', kind: 'router', name: 'default-router', at, unit, router });
}

function readRules(
  reading: ManifestReading,
  one: Manifest,
  rules: readonly ConfigNode[],
  options: DecodedStruct | undefined,
  fields: RouterFields,
): void {
  const unit = ingressUnit(one);
  const routers: { readonly key: string; readonly at: PlacedText; readonly router: RouterFields }[] = [];
  for (const rule of rules) {
    const host = nameTextIn(rule, 'host') ?? '';
    for (const path of listItemsIn(valueIn(valueIn(rule, 'http'), 'paths'))) {
      if (!reading.mayShare(fields.middlewares.length + (fields.entryPoints?.length ?? 0), path)) break;
      const at = placedIn(path, 'path') ?? nameIn(rule, 'host') ?? placedAt(path, '');
      const name = backendName(reading, one, valueIn(path, 'backend') ?? path);
      if (name === undefined) continue;
      reading.addBalancer('http', name.value, name, unit);
      const text = ruleOf(host, path, options, fields.ruleSyntax?.value, reading.context.facts);
      if (text === undefined) {
        reading.addLoss(unit, at, l10n.t('The path matcher is one of {0}.', 'Path, PathPrefix, PathRegexp'));
        continue;
      }
      const key = normalizeName(`${one.namespace}-${one.name.value}-${host}${textIn(path, 'path') ?? ''}`);
      const router: RouterFields = {
        ...fields,
        rule: text === '' ? undefined : { ...at, value: text, places: 'none' },
        service: name,
      };
      routers.push({ key, at, router });
    }
  }
  for (const [key, group] of groupedBy(routers, (one) => one.key)) {
    for (const { at, router } of group) {
      const rule = router.rule?.value ?? '';
      const name = group.length === 1 ? key : `${key}-${isKnown(rule) ? hashOfRule(rule) : unknownPart}`;
      reading.addObject({ protocol: 'http', kind: 'router', name, at, unit, router });
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
    // It ends at the end of a part of the path (buildStrictPrefixMatchingRule in kubernetes/ingress).
    parts.push(isStrict ? strictPrefix(text) : `${matcher}(${JSON.stringify(text)})`);
  }
  return parts.join(' && ');
}

/** The name of the service of a backend; undefined if Traefik cannot make it, which is then reported. */
function backendName(reading: ManifestReading, one: Manifest, backend: ConfigNode): PlacedText | undefined {
  const unit = ingressUnit(one);
  const service = valueIn(backend, 'service');
  const at = nameIn(service, 'name') ?? placedAt(backend, '');
  if (service === undefined || valueIn(backend, 'resource') !== undefined) {
    reading.addLoss(unit, at, l10n.t('The backend has to be a service. Traefik leaves the path out.'));
    return undefined;
  }
  const port = valueIn(service, 'port');
  const [portName, portNumber] = [nameTextIn(port, 'name') ?? '', textIn(port, 'number') ?? '0'];
  const written = portName || portNumber;
  const fault = serviceFault(reading, one.namespace, at.value, portName, portNumber);
  if (fault !== undefined) {
    reading.addLoss(unit, at, fault);
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
    return l10n.t('Service “{0}” not found in the namespace {1}.', quoted(name), quoted(namespace));
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
