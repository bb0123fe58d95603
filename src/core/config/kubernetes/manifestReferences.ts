import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { normalizeName } from '../names/objectNames';
import { type ConfigNode, textIn, valueIn } from '../source/configNode';
import { isKnown, type PlacedText, placedAt, unknownPart } from '../source/placedText';
import { serviceValueFault } from './crdValues';
import { type KubernetesContext, leavesOut } from './kubernetesContext';
import { nameIn, nameTextIn } from './manifests';

/** A reference that Traefik refuses: the route or object that has it is lost. */
interface RefusedReference {
  readonly kind: 'refused';
  readonly at: PlacedText;
  readonly message: string;
}

export interface ResolvedReference {
  readonly kind: 'resolved';
  /** As Traefik names it. */
  readonly text: PlacedText;
  /** Whether it is a service of Kubernetes, of which Traefik makes a load balancer. */
  readonly isKubernetes: boolean;
  /** Why Traefik refuses it by default, if its settings are unknown. */
  readonly unless?: string | undefined;
}

export type ManifestReference = RefusedReference | ResolvedReference;

export function kubernetesId(namespace: string, name: string): string {
  return namespace === '' ? name : `${namespace}-${name}`;
}

/** Whether one namespace certainly refers to another, with this setting of `allowCrossNamespace`. */
function isForeign({ facts }: KubernetesContext, own: string, other: string, allowed: false | undefined): boolean {
  return facts?.allowCrossNamespace === allowed && isKnown(own) && isKnown(other) && own !== other;
}

function isNotCrossProvider({ facts }: KubernetesContext, own: string): boolean {
  return leavesOut(facts?.crossProviderNamespaces, own);
}

/** Why a reference to another namespace is refused by default, if it is, and the settings are unknown. */
export function unlessForeign(
  context: KubernetesContext,
  own: string,
  other: string,
  name: string,
): string | undefined {
  if (!isForeign(context, own, other, undefined)) return undefined;
  return l10n.t(
    '“{0}” is in the namespace {1}. Traefik only allows this if “allowCrossNamespace” is on, which it is not by default.',
    quoted(name),
    quoted(other),
  );
}

function unlessQualified({ facts }: KubernetesContext, name: string): string | undefined {
  // The check of names reports a name without a namespace, whatever the setting is.
  if (facts?.allowCrossNamespace !== undefined || !/-.*@kubernetescrd$/.test(name)) return undefined;
  return l10n.t(
    'Traefik only allows “@kubernetescrd” here if “allowCrossNamespace” is on, which it is not by default. Refer to an object of the same namespace by its name alone.',
  );
}

function refused(at: PlacedText, message: string): RefusedReference {
  return { kind: 'refused', at, message };
}

function resolved(at: PlacedText, value: string, unless?: string, isKubernetes = false): ResolvedReference {
  return { kind: 'resolved', text: { ...at, value, places: 'none' }, isKubernetes, unless };
}

/** A reference to a middleware or TLS options: `{ name, namespace }`. */
export function referenceOf(node: ConfigNode, namespace: string, context: KubernetesContext): ManifestReference {
  // Kubernetes refuses a text in its place, which another problem reports.
  if (node.kind !== 'map') return resolved(placedAt(node, ''), unknownPart);
  const at = nameIn(node, 'name') ?? placedAt(node, '');
  const { value: name } = at;
  if (name.includes('@')) {
    if (context.facts?.allowCrossNamespace === false && name.endsWith('@kubernetescrd')) {
      return refused(
        at,
        l10n.t('Without “allowCrossNamespace”, write the name and the namespace of “{0}”.', quoted(name)),
      );
    }
    if (isNotCrossProvider(context, namespace)) return refused(at, notCrossProvider(namespace));
    return resolved(at, name, unlessQualified(context, name));
  }
  const other = nameTextIn(node, 'namespace') || namespace;
  if (isForeign(context, namespace, other, false)) return refused(at, foreignWords(name, other));
  const unless = unlessForeign(context, namespace, other, name);
  return resolved(at, normalizeName(kubernetesId(other, name)), unless);
}

export function foreignWords(name: string, namespace: string): string {
  return l10n.t('“{0}” is in the namespace {1}, and “allowCrossNamespace” is off.', quoted(name), quoted(namespace));
}

export function notCrossProvider(namespace: string): string {
  return l10n.t('The namespace {0} may not refer to other providers (“crossProviderNamespaces”).', quoted(namespace));
}

/** A reference to a service of Kubernetes or a TraefikService, with the fields that Traefik reads (nameAndService). */
export function serviceReferenceOf(node: ConfigNode, namespace: string, context: KubernetesContext): ManifestReference {
  const at = nameIn(node, 'name') ?? placedAt(node, '');
  const { value: name } = at;
  const isForeignProvider = name.includes('@');
  const own = nameTextIn(node, 'namespace') ?? '';
  const other = isForeignProvider ? own : own || namespace;
  if (!isForeignProvider && isForeign(context, namespace, other, false)) return refused(at, foreignWords(name, other));
  if (isForeignProvider && isNotCrossProvider(context, namespace)) return refused(at, notCrossProvider(namespace));
  const unless = isForeignProvider ? undefined : unlessForeign(context, namespace, other, name);
  const kind = textIn(node, 'kind') ?? '';
  if (kind === 'TraefikService') return resolved(at, serviceName(other, name, ''), unless);
  if (kind !== '' && kind !== 'Service')
    return refused(at, l10n.t('Services of the kind {0} are not supported.', quoted(kind)));
  if (isForeignProvider) {
    const words = l10n.t('“{0}” belongs to another provider. Add “kind: TraefikService” to refer to it.', quoted(name));
    return refused(at, words);
  }
  const fault = backendFault(node, other, context) ?? strategyFault(node);
  if (fault !== undefined) return refused(at, fault);
  const value = serviceValueFault(node);
  if (value !== undefined) return refused(value.at, value.message);
  const transport = nameTextIn(node, 'serversTransport') ?? '';
  if (transport.includes('@') && isNotCrossProvider(context, other)) return refused(at, notCrossProvider(other));
  const byTransport = unlessQualified(context, transport);
  return resolved(at, serviceName(other, name, textIn(node, 'port') ?? ''), unless ?? byTransport, true);
}

function strategyFault(node: ConfigNode): string | undefined {
  const strategy = textIn(node, 'strategy') ?? '';
  const isThere = ['', 'wrr', 'p2c', 'hrw', 'leasttime', 'RoundRobin'].includes(strategy) || !isKnown(strategy);
  return isThere ? undefined : l10n.t('There is no strategy “{0}”.', quoted(strategy));
}

function serviceName(namespace: string, name: string, port: string): string {
  if (port !== '' && port !== '0') return normalizeName(`${namespace}-${name}-${port}`);
  const at = name.lastIndexOf('@');
  if (at < 0) return normalizeName(`${namespace}-${name}`);
  const provider = name.slice(at + 1);
  const plain = name.slice(0, at);
  if (provider === 'kubernetescrd') return normalizeName(`${namespace}-${plain}`);
  return `${normalizeName(plain)}@${provider}`;
}

/** Why a service of Kubernetes gives no servers; undefined if it does, or if the cluster is unknown. */
export function backendFault(
  node: ConfigNode,
  namespace: string,
  { cluster, facts }: KubernetesContext,
): string | undefined {
  const name = nameTextIn(node, 'name') ?? '';
  const port = valueIn(node, 'port');
  const wanted = port?.kind === 'scalar' ? port.text : '';
  const isNumber = port?.kind === 'scalar' && port.type === 'int';
  if (!isKnown(name) || !isKnown(namespace) || !isKnown(wanted)) return undefined;
  const service = cluster?.services.get(`${namespace}/${name}`);
  if (cluster !== undefined && service === undefined) {
    return l10n.t('Service “{0}” not found in the namespace {1}.', quoted(name), quoted(namespace));
  }
  if (wanted === '' || wanted === '0') return l10n.t('The service “{0}” needs a port.', quoted(name));
  if (service === undefined) return undefined;
  const isExternal = service.type === 'ExternalName';
  const found = service.ports.some((one) => (isNumber ? one.port : one.name) === wanted);
  if (!found && (!isExternal || !isNumber))
    return l10n.t('The service “{0}” has no port {1}.', quoted(name), quoted(wanted));
  if (isExternal) {
    if (facts?.allowExternalNameServices !== false) return undefined;
    return l10n.t('“{0}” is an ExternalName service, and “allowExternalNameServices” is off.', quoted(name));
  }
  if (service.hasEndpoints || facts?.allowEmptyServices !== false) return undefined;
  return l10n.t('The service “{0}” has no endpoints.', quoted(name));
}
