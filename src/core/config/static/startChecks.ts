import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { ipBlockOf } from '../../proxy/rules/hosts';
import type { DecodedStruct } from '../decode/decoded';
import { mostProblems } from '../model/problemLimit';
import { type PlacedText, placedAt } from '../source/placedText';
import { areInConflict, type ListenAddress, readListenAddress } from './listenAddress';
import { isAtLeast, type StaticVersion } from './optionTypes';
import {
  isOptionOn,
  namedSections,
  numberAt,
  optionAt,
  optionTexts,
  type StaticEntryPoint,
  sectionAt,
  staticEntryPointsOf,
  writtenAtOption,
} from './staticModel';
import { lookUp, type StaticWorld } from './staticWorld';

/** A reason why Traefik does not start, or may not where that depends on what is not known. */
interface StartFault {
  readonly at: PlacedText;
  readonly message: string;
  readonly isCertain: boolean;
}

/**
 * Why Traefik does not start with a configuration that it could read: all reasons, of which it tells the first
 * (ValidateConfiguration of pkg/config/static/static_config.go, and setupServer of cmd/traefik/traefik.go).
 */
export function startFaults(config: DecodedStruct, world: StaticWorld, version: StaticVersion): readonly StartFault[] {
  return [
    ...resolverFaults(config, version),
    ...validationFaults(config, version),
    ...entryPointFaults(config, world, version),
    ...pluginFaults(config, world),
    ...pluginProviderFaults(config),
    ...spiffeFaults(config),
  ];
}

function fault(at: PlacedText, message: string, isCertain = true): StartFault {
  return { at, message, isCertain };
}

function resolverFaults(config: DecodedStruct, version: StaticVersion): readonly StartFault[] {
  const faults: StartFault[] = [];
  let email: string | undefined;
  for (const { name, at, section } of namedSections(config, 'certificatesResolvers')) {
    const acme = sectionAt(section, 'acme');
    if (acme === undefined) continue;
    if (sectionAt(section, 'tailscale') !== undefined) {
      faults.push(
        fault(at, l10n.t('The resolver “{0}” has both ACME and Tailscale. Remove one of them.', quoted(name))),
      );
    }
    const storage = writtenAtOption(acme, 'storage');
    if (storage?.value === '') {
      faults.push(
        fault(acme.key, l10n.t('The resolver “{0}” has no place for its certificates. Set “storage”.', quoted(name))),
      );
    }
    // One that has no address is not compared with those before it.
    if (version === 'a' || version === '0' || version === '1') {
      const own = writtenAtOption(acme, 'email')?.value ?? '';
      if (email !== undefined && email !== '' && own !== email) {
        const words = l10n.t(
          'The resolver “{0}” has another email address. In this version, all need the same one.',
          quoted(name),
        );
        faults.push(fault(optionAt(acme, 'email')?.key ?? at, words));
      }
      email = own;
    }
  }
  return faults;
}

/** Parts of which Traefik 2.11 refuses both. */
const namespaced = ['consulCatalog', 'consul', 'nomad'];

function validationFaults(config: DecodedStruct, version: StaticVersion): readonly StartFault[] {
  const faults: StartFault[] = [];
  const add = (path: string, message: string): void => {
    const at = optionAt(config, path)?.key;
    if (at !== undefined) faults.push(fault(at, message));
  };
  if (version === 'a') {
    for (const provider of namespaced) {
      const one = writtenAtOption(config, `providers.${provider}.namespace`)?.value ?? '';
      if (one === '' || optionTexts(config, `providers.${provider}.namespaces`).length === 0) continue;
      add(
        `providers.${provider}.namespace`,
        l10n.t('A provider has either “{0}” or “{1}”. Remove one of them.', 'namespace', 'namespaces'),
      );
    }
  }
  const syntax = writtenAtOption(config, 'core.defaultRuleSyntax');
  if (syntax !== undefined && !/^v[23]$/.test(syntax.value)) {
    faults.push(
      fault(
        placedOrKey(syntax, config, 'core.defaultRuleSyntax'),
        l10n.t('“{0}” is no syntax of rules. Write “v3” or “v2”.', quoted(syntax.value)),
      ),
    );
  }
  for (const one of optionTexts(config, 'providers.precedence')) {
    if (precedence.has(one.value.toLowerCase())) continue;
    faults.push(fault(one, l10n.t('“{0}” is not the name of a provider.', quoted(one.value))));
  }
  const nginx = 'providers.kubernetesIngressNGINX';
  const [namespace, selector] = ['watchNamespace', 'watchNamespaceSelector'].map(
    (name) => writtenAtOption(config, `${nginx}.${name}`)?.value ?? '',
  );
  if (namespace !== '' && selector !== '') {
    add(
      `${nginx}.watchNamespaceSelector`,
      l10n.t('A provider has either “{0}” or “{1}”. Remove one of them.', 'watchNamespace', 'watchNamespaceSelector'),
    );
  }
  if (version === '5' && !isOptionOn(config, 'experimental.kubernetesIngressNGINX'))
    add(nginx, needed('experimental.kubernetesIngressNGINX'));
  if (!isOptionOn(config, 'experimental.knative')) add('providers.knative', needed('experimental.knative'));
  if (!isOptionOn(config, 'experimental.otlplogs')) {
    for (const path of ['log.otlp', 'accessLog.otlp']) add(path, needed('experimental.otlpLogs'));
  }
  for (const path of ['accessLog', 'log', 'tracing', 'metrics'].map((section) => `${section}.otlp.grpc`)) {
    if (sectionAt(config, `${path}.tls`) === undefined || !isOptionOn(config, `${path}.insecure`)) continue;
    add(`${path}.insecure`, l10n.t('“{0}” and “{1}” exclude each other. Remove one of them.', 'insecure', 'tls'));
  }
  const basePath = writtenAtOption(config, 'api.basePath');
  const pattern = isAtLeast(version, 6) ? /^\/[a-zA-Z0-9/_.:~-]*$/ : /^\//;
  if (basePath !== undefined && !pattern.test(basePath.value)) {
    faults.push(
      fault(
        placedOrKey(basePath, config, 'api.basePath'),
        l10n.t('“{0}” is not a path. Write one that begins with “/”.', quoted(basePath.value)),
      ),
    );
  }
  const overrides = optionAt(config, 'ocsp.responderOverrides');
  for (const { key, value } of overrides?.kind === 'map' ? overrides.entries.values() : []) {
    if (value.kind === 'text' && value.text.value === '') {
      faults.push(fault(key, l10n.t('“{0}” needs the address of a responder.', quoted(key.value))));
    }
  }
  if ((numberAt(config, 'accessLog.bufferingSize') ?? 0) < 0) {
    add('accessLog.bufferingSize', l10n.t('Traefik crashes if “{0}” is less than 0.', 'bufferingSize'));
  }
  return faults;
}

function needed(option: string): string {
  return l10n.t('Traefik does not start with it unless “{0}” is true.', quoted(option));
}

function placedOrKey(text: PlacedText, config: DecodedStruct, path: string): PlacedText {
  return text.value === '' ? (optionAt(config, path)?.key ?? text) : text;
}

/** The providers that may be named in `precedence`. */
const precedence: ReadonlySet<string> = new Set([
  'kubernetesgateway',
  'kubernetescrd',
  'kubernetes',
  'kubernetesingressnginx',
  'swarm',
  'docker',
  'file',
  'redis',
  'knative',
  'consul',
  'consulcatalog',
  'nomad',
  'etcd',
  'ecs',
  'http',
  'zookeeper',
  'rest',
]);

function entryPointFaults(config: DecodedStruct, world: StaticWorld, version: StaticVersion): readonly StartFault[] {
  const faults: StartFault[] = [];
  const listeners: (Listener & { readonly entryPoint: StaticEntryPoint })[] = [];
  for (const entryPoint of staticEntryPointsOf(config)) {
    const { section } = entryPoint;
    const at = placeOfAddress(entryPoint);
    const address = readListenAddress(entryPoint.address);
    if (!('port' in address)) {
      if (at !== undefined) faults.push(fault(at, wordsOfAddress(address.kind, entryPoint.address)));
      continue;
    }
    if (address.kind !== 'listens' && at !== undefined) {
      const isCertain = world.isIsolated === true;
      if (address.host !== 'localhost' || isCertain)
        faults.push(
          fault(
            at,
            l10n.t(
              '“{0}” may be no address of this machine. Write only the port, as in “:80”.',
              quoted(entryPoint.address),
            ),
            isCertain,
          ),
        );
    }
    listeners.push({ ...address, entryPoint });
    const hasHttp3 =
      sectionAt(section, 'http3') !== undefined && (version !== 'a' || isOptionOn(config, 'experimental.http3'));
    if (address.protocol === 'tcp' && hasHttp3) listeners.push({ ...address, protocol: 'udp', entryPoint });
    if (section !== undefined) for (const one of serverFaults(section, address.protocol, hasHttp3)) faults.push(one);
  }
  return [...faults, ...conflicts(listeners)];
}

type Listener = Extract<ListenAddress, { readonly port: number }>;

function placeOfAddress({ at, section, address }: StaticEntryPoint): PlacedText | undefined {
  return address === '' ? at : (writtenAtOption(section, 'address') ?? at);
}

function wordsOfAddress(kind: Exclude<ListenAddress, Listener>['kind'], address: string): string {
  switch (kind) {
    case 'protocol':
      return l10n.t('“{0}” names no protocol that Traefik knows. Write “:80” or “:53/udp”.', quoted(address));
    case 'noPort':
      return l10n.t('“{0}” has no port. Write it after a colon, as in “:80”.', quoted(address));
    case 'colons':
      return l10n.t('“{0}” has too many colons. Put an IPv6 address in brackets, as in “[::1]:80”.', quoted(address));
    case 'brackets':
      return l10n.t('“{0}” has a bracket in the wrong place.', quoted(address));
    case 'port':
      return l10n.t('“{0}” has no port between 0 and 65535.', quoted(address));
  }
}

/** The entry points that need a port that another one has: the later one of a file. */
function conflicts(
  listeners: readonly (Listener & { readonly entryPoint: StaticEntryPoint })[],
): readonly StartFault[] {
  const faults: StartFault[] = [];
  const byPort = new Map<string, typeof listeners>();
  for (const listener of listeners) {
    if (faults.length > mostProblems) break;
    const { protocol, port, entryPoint } = listener;
    const key = `${port}/${protocol}`;
    const earlier = byPort.get(key) ?? [];
    // Of very many on one port, the first say enough.
    if (earlier.length < mostCompared) byPort.set(key, [...earlier, listener]);
    const other = earlier.find(
      (one) =>
        areInConflict(one, listener) &&
        !(isOptionOn(one.entryPoint.section, 'reusePort') && isOptionOn(entryPoint.section, 'reusePort')),
    );
    if (other === undefined) continue;
    const place = placeOfAddress(entryPoint) ?? placeOfAddress(other.entryPoint);
    const words = l10n.t(
      'The entry points “{0}” and “{1}” need the same port. Change one of them.',
      quoted(other.entryPoint.name),
      quoted(entryPoint.name),
    );
    if (place !== undefined) faults.push(fault(place, words));
  }
  return faults;
}

const mostCompared = 100;

function serverFaults(section: DecodedStruct, protocol: 'tcp' | 'udp', hasHttp3: boolean): readonly StartFault[] {
  const faults: StartFault[] = [];
  const add = (path: string, message: string): void => {
    const at = optionAt(section, path)?.key;
    if (at !== undefined) faults.push(fault(at, message));
  };
  const notNegative = (path: string): void => {
    if ((numberAt(section, path) ?? 0) < 0) add(path, l10n.t('“{0}” cannot be less than 0.', quoted(path)));
  };
  if (protocol === 'udp') {
    if ((numberAt(section, 'udp.timeout') ?? 1) <= 0)
      add('udp.timeout', l10n.t('“{0}” must be more than 0.', 'timeout'));
    return faults;
  }
  const proxyProtocol = sectionAt(section, 'proxyProtocol');
  if (proxyProtocol !== undefined && !isOptionOn(proxyProtocol, 'insecure')) {
    if (optionTexts(proxyProtocol, 'trustedIPs').length === 0) {
      add('proxyProtocol', l10n.t('“{0}” needs addresses that are trusted. Set “trustedIPs”.', 'proxyProtocol'));
    }
    for (const one of addressFaults(optionTexts(proxyProtocol, 'trustedIPs'))) faults.push(one);
  }
  for (const one of addressFaults(optionTexts(section, 'forwardedHeaders.trustedIPs'))) faults.push(one);
  for (const name of ['maxConcurrentStreams', 'maxDecoderHeaderTableSize', 'maxEncoderHeaderTableSize']) {
    notNegative(`http2.${name}`);
  }
  if (hasHttp3) notNegative('http3.advertisedPort');
  const strategy = writtenAtOption(section, 'http.underscoreHeadersStrategy');
  if (strategy !== undefined && !/^(?:|keep|delete|reject)$/.test(strategy.value)) {
    faults.push(
      fault(strategy, l10n.t('“{0}” is no strategy. Write “keep”, “delete”, or “reject”.', quoted(strategy.value))),
    );
  }
  return faults;
}

function addressFaults(texts: readonly PlacedText[]): readonly StartFault[] {
  return texts
    .filter(({ value }) => ipBlockOf(value) === undefined)
    .map((one) => fault(one, l10n.t('“{0}” is not a valid IP address or range.', quoted(one.value))));
}

/** Traefik goes on without its plugins unless it is told to stop. */
function pluginFaults(config: DecodedStruct, world: StaticWorld): readonly StartFault[] {
  const abort = optionAt(config, 'experimental.abortOnPluginFailure')?.key;
  if (abort === undefined || !isOptionOn(config, 'experimental.abortOnPluginFailure')) return [];
  const words = l10n.t('A plugin that cannot be loaded stops Traefik.');
  const local = namedSections(config, 'experimental.localPlugins').map(({ section }) => {
    const path = `plugins-local/src/${writtenAtOption(section, 'moduleName')?.value ?? ''}/.traefik.yml`;
    return fault(section.key, words, lookUp(world, path) === undefined);
  });
  const remote = namedSections(config, 'experimental.plugins').map(({ section }) =>
    fault(section.key, words, world.isIsolated === true || writtenAtOption(section, 'version') === undefined),
  );
  return [...local, ...remote].map((one) => ({ ...one, at: placedAt(one.at, one.at.value) }));
}

/** A provider is a plugin that is declared. Where others are declared, this counts only if all of them can be loaded. */
function pluginProviderFaults(config: DecodedStruct): readonly StartFault[] {
  const providers = optionAt(config, 'providers.plugin');
  if (providers?.kind !== 'map') return [];
  const declared = ['experimental.plugins', 'experimental.localPlugins'].flatMap((path) => namedSections(config, path));
  const names = new Set(declared.map(({ name }) => name));
  return [...providers.entries]
    .filter(([name]) => !names.has(name))
    .map(([name, { key }]) =>
      fault(
        key,
        l10n.t('There is no plugin “{0}”. Declare it below “experimental.plugins”.', quoted(name)),
        names.size === 0,
      ),
    );
}

/** An address that go-spiffe refuses (workloadapi/addr.go); with one that it takes, Traefik waits for an answer. */
function spiffeFaults(config: DecodedStruct): readonly StartFault[] {
  const address = writtenAtOption(config, 'spiffe.workloadAPIAddr');
  if (address === undefined || address.value === '' || /^(?:tcp|unix):\/\/\S/i.test(address.value)) return [];
  const words = l10n.t(
    '“{0}” is no address of a socket. Write one that begins with “unix://” or “tcp://”.',
    quoted(address.value),
  );
  return [fault(address, words)];
}
