import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { type ConfigNode, listItemsIn, textIn, valueIn } from '../source/configNode';
import { isKnown, placedAt, unknownPart } from '../source/placedText';
import type { ManifestReading } from './crdObjects';
import { type Manifest, nameIn, nameTextIn } from './manifests';

/** A listener to which routes can attach. Of an unknown gateway, all is unknown. */
export interface GatewayListener {
  readonly gateway: string;
  readonly namespace: string;
  readonly name: string;
  readonly port: string;
  readonly protocol: string;
  readonly hostname: string | undefined;
  readonly isPassthrough: boolean;
  /** An `unknownPart` if the entry points are unknown. */
  readonly entryPoint: string;
  /** Of the routes that it takes. */
  readonly kinds: ReadonlySet<string>;
  readonly allows: (kind: string, namespace: string) => boolean;
}

const kindsOfProtocol: Readonly<Record<string, readonly string[]>> = {
  HTTP: ['HTTPRoute', 'GRPCRoute'],
  HTTPS: ['HTTPRoute', 'GRPCRoute'],
  TLS: ['TLSRoute'],
  TCP: ['TCPRoute'],
};

/** Listeners by the gateway that has them: `namespace/name`. */
export type GatewayListeners = ReadonlyMap<
  string,
  {
    readonly listeners: readonly GatewayListener[];
    /** Whether these are all of its listeners, without omissions. */
    readonly isWhole: boolean;
  }
>;

/** The listeners of Traefik's gateways. Reports and omits those that Traefik does not accept. */
export function listenersOf(reading: ManifestReading, manifests: readonly Manifest[]): GatewayListeners {
  /** Whether any class of that name is Traefik's. */
  const classes = new Map<string, boolean>();
  for (const { kind, name, spec } of manifests) {
    if (kind !== 'GatewayClass') continue;
    const isTraefik = textIn(spec, 'controllerName') === 'traefik.io/gateway-controller';
    classes.set(name.value, isTraefik || classes.get(name.value) === true);
  }
  const listeners = new Map<string, { listeners: GatewayListener[]; isWhole: boolean }>();
  for (const gateway of manifests) {
    const name = nameTextIn(gateway.spec, 'gatewayClassName') ?? '';
    const isOurs = classes.get(name) ?? reading.context.cluster === undefined;
    if (gateway.kind !== 'Gateway' || !isOurs) continue;
    const keys = new Set<string>();
    const key = `${gateway.namespace}/${gateway.name.value}`;
    const own = listeners.get(key) ?? { listeners: [], isWhole: true };
    listeners.set(key, own);
    for (const node of listItemsIn(valueIn(gateway.spec, 'listeners'))) {
      const listener = listenerOf(reading, gateway, node, keys);
      if (listener === undefined) own.isWhole = false;
      else own.listeners.push(listener);
    }
  }
  return listeners;
}

function listenerOf(
  reading: ManifestReading,
  gateway: Manifest,
  node: ConfigNode,
  keys: Set<string>,
): GatewayListener | undefined {
  const { ports, experimentalChannel } = reading.context.facts ?? {};
  const [port = '', protocol = ''] = [textIn(node, 'port'), textIn(node, 'protocol')];
  const hostname = nameTextIn(node, 'hostname');
  const lose = (message: string): undefined => {
    const unit = `gateway ${gateway.name.value} namespace ${gateway.namespace}`;
    reading.addLoss(unit, nameIn(node, 'name') ?? placedAt(node, ''), message);
  };
  const entryPoint = ports === undefined ? unknownPart : ports.get(port);
  if (entryPoint === undefined) return lose(l10n.t('No entry point has the port {0}.', quoted(port)));
  const kinds = protocol === 'TCP' && experimentalChannel === false ? undefined : kindsOfProtocol[protocol];
  if (kinds === undefined) {
    return lose(
      protocol === 'TCP'
        ? l10n.t('The protocol TCP needs the option “experimentalChannel”.')
        : l10n.t('Traefik has no listeners with the protocol “{0}”.', quoted(protocol)),
    );
  }
  const allowed = valueIn(node, 'allowedRoutes');
  const named = listItemsIn(valueIn(allowed, 'kinds')).map((one) => textIn(one, 'kind') ?? '');
  const foreign = named.find((kind) => !kinds.includes(kind));
  if (foreign !== undefined)
    return lose(l10n.t('A listener for {0} has no routes of the kind {1}.', quoted(protocol), quoted(foreign)));
  const key = `${port} ${protocol} ${hostname ?? ''}`;
  if (keys.has(key)) return lose(l10n.t('Another listener has the same port, protocol, and hostname.'));
  keys.add(key);
  const tls = valueIn(node, 'tls');
  const fault = tlsFault(reading, gateway, protocol, tls);
  if (fault !== undefined) return lose(fault);
  const from = textIn(valueIn(allowed, 'namespaces'), 'from') ?? 'Same';
  const taken = new Set(named.length === 0 ? kinds : named);
  return {
    gateway: gateway.name.value,
    namespace: gateway.namespace,
    name: nameTextIn(node, 'name') ?? '',
    port,
    protocol,
    hostname,
    isPassthrough: textIn(tls, 'mode') === 'Passthrough',
    entryPoint,
    kinds: taken,
    allows: (kind, namespace) => taken.has(kind) && (from !== 'Same' || mayBeSame(namespace, gateway.namespace)),
  };
}

function mayBeSame(one: string, other: string): boolean {
  return one === other || !isKnown(one) || !isKnown(other);
}

function tlsFault(
  { context: { cluster } }: ManifestReading,
  gateway: Manifest,
  protocol: string,
  tls: ConfigNode | undefined,
): string | undefined {
  if (protocol === 'HTTP' || protocol === 'TCP') {
    return tls === undefined ? undefined : l10n.t('A listener for {0} cannot have TLS.', quoted(protocol));
  }
  if (tls === undefined) return l10n.t('A listener for {0} needs TLS.', quoted(protocol));
  if (textIn(tls, 'mode') === 'Passthrough') {
    return protocol === 'HTTPS' ? l10n.t('A listener for HTTPS cannot pass TLS through.') : undefined;
  }
  const references = listItemsIn(valueIn(tls, 'certificateRefs'));
  if (references.length === 0) return l10n.t('A listener that terminates TLS needs a certificate.');
  for (const reference of references) {
    const name = nameTextIn(reference, 'name') ?? '';
    const namespace = nameTextIn(reference, 'namespace') ?? gateway.namespace;
    if ((textIn(reference, 'kind') ?? 'Secret') !== 'Secret') return l10n.t('A certificate has to be in a secret.');
    if (cluster !== undefined && isKnown(`${namespace}${name}`) && !cluster.secrets.has(`${namespace}/${name}`)) {
      return l10n.t('Secret “{0}” not found in the namespace {1}.', quoted(name), quoted(namespace));
    }
  }
  return undefined;
}

/** The hostnames of a route that a listener takes; undefined if there is none. */
export function hostnamesAt(listener: GatewayListener, hostnames: readonly string[]): readonly string[] | undefined {
  const own = listener.hostname;
  if (own === undefined) return hostnames;
  if (hostnames.length === 0) return [own];
  const taken = hostnames.flatMap((name) => narrower(own, name) ?? narrower(name, own) ?? []);
  return taken.length === 0 ? undefined : taken;
}

function narrower(wide: string, narrow: string): string | undefined {
  if (wide === narrow) return wide;
  return wide.startsWith('*.') && narrow.endsWith(wide.slice(1)) ? narrow : undefined;
}
