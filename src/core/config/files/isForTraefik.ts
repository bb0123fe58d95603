import { composeName } from '../compose/composeFiles';
import { saysWhatRuns } from '../compose/extendedServices';
import { sectionsOfProtocols } from '../file/readFileProvider';
import { maskTemplates } from '../file/templates';
import { annotationsOf, type Manifest, readManifests } from '../kubernetes/manifests';
import { ingressAnnotation } from '../kubernetes/readKubernetesIngress';
import {
  type ConfigEntry,
  type ConfigMap,
  type ConfigNode,
  entryIn,
  isNull,
  listItemsIn,
  textIn,
  valueIn,
} from '../source/configNode';
import { mayDeclare } from '../source/mayDeclare';
import { isKnown, type SourceFile, writtenAt } from '../source/placedText';
import { readTomlDocument } from '../source/tomlDocument';
import { readYamlDocuments } from '../source/yamlDocuments';

type ConfigProvider = 'docker' | 'swarm' | 'file' | 'crd' | 'ingress' | 'gateway' | 'nomad' | 'consulcatalog';

export interface ConfigSource {
  readonly provider: ConfigProvider;
  /** Whether it is certainly for Traefik: an Ingress may be for any controller, and then gets no problems. */
  readonly isOurs: boolean;
  /** Whether a file of the file provider is not in a directory, because it has other configuration, too. */
  readonly standsAlone?: boolean | undefined;
  /** Another provider that may read it instead: then only problems of both count. */
  readonly orProvider?: ConfigProvider | undefined;
  /** Of a compose file: the services with labels of Traefik's, or that have those of another. */
  readonly services?: ReadonlySet<string> | undefined;
  /** Those of them without an image or build: their labels are for services of other files. */
  readonly additions?: ReadonlySet<string> | undefined;
}

/** The providers of Traefik that would read a file, by its name and its text; none for files of other software. */
export function sourcesOf(file: SourceFile): readonly ConfigSource[] {
  if (!mayDeclare(file)) return [];
  const sources = sourcesIn(file);
  return isTemplate(file) ? sources.map((source) => ({ ...source, isOurs: false })) : sources;
}

/** A statement of Jinja, which Go's templates do not have. */
const statement = /\{%[-+]? ?\w/;

/** Whether Helm, Ansible, or Cookiecutter fills in a file first: then it may add missing parts. */
function isTemplate({ path, text }: SourceFile): boolean {
  if (statement.test(text)) return true;
  return /(?:^|\/)templates\/|\{\{/.test(path) && text.includes('{{');
}

function sourcesIn(file: SourceFile): readonly ConfigSource[] {
  if (/\.(?:hcl|nomad)$/i.test(file.path)) return tagSources(file);
  const masked = maskTemplates(file).file;
  if (/\.toml$/i.test(file.path)) {
    const { root } = readTomlDocument(masked);
    return fileSources(file, root);
  }
  const documents = readYamlDocuments(masked);
  const [first] = documents;
  const { manifests } = readManifests([file], undefined);
  if (manifests.length > 0) return kubernetesSources(manifests);
  const whole = first?.guessed ?? first?.root;
  const compose = composeSources(documents.map(({ guessed, root }) => guessed ?? root));
  if (compose.length > 0) return compose;
  // The labels of a document with a fault are not all known; only a file with a compose name reports that.
  const isUnread = first?.root === undefined || first.faults.some(({ kind }) => kind === 'tooLarge');
  if (isUnread && first !== undefined && first.faults.length > 0 && composeName.test(file.path))
    return [ours('docker')];
  return fileSources(file, whole);
}

function fileSources(file: SourceFile, root: ConfigNode | undefined): readonly ConfigSource[] {
  if (!isDynamicConfig(root) && !looksDynamic(file)) return [];
  return [{ ...ours('file'), standsAlone: !hasOnlyDynamicRoots(root) }];
}

function ours(provider: ConfigProvider): ConfigSource {
  return { provider, isOurs: true };
}

/** The beginning of a service's block, which HCL requires on one line. Images and instances have `tags`, too. */
const serviceBlock = /\bservice\b[^\n={}]{0,200}\{/;

function tagSources({ text }: SourceFile): readonly ConfigSource[] {
  if (!/\btags\s{0,20}=/.test(text) || !serviceBlock.test(text)) return [];
  const [, provider] = /\bprovider\s{0,20}=\s{0,20}"(nomad|consul)"/.exec(text) ?? [];
  if (provider === 'nomad') return [ours('nomad')];
  // Nomad registers services in Consul unless they, or its own settings, select otherwise.
  const isJob = provider === undefined && /^\s{0,20}job\s{1,20}"/m.test(text);
  return [{ ...ours('consulcatalog'), orProvider: isJob ? 'nomad' : undefined }];
}

/** A label of Traefik's, in a map or as an item of a list. In a map of its own, it is one that Compose refuses. */
const label = /^traefik(?:\.|$)/i;

/** Labels that Traefik 1 read, and later versions ignore. Its `traefik.enable` is the same. */
const oldLabel = /^traefik\.(?:[\w-]+\.)?(?:frontend|backend|port|protocol|weight)\b/i;
const routingLabel = /^traefik\.(?:http|tcp|udp)\b/i;

function hasLabels(owner: ConfigNode | undefined): boolean {
  const labels = valueIn(owner, 'labels');
  const names =
    labels?.kind === 'map'
      ? namesIn(labels)
      : listItemsIn(labels).flatMap((item) => (item.kind === 'scalar' ? [item.text] : namesIn(item)));
  if (names.some((name) => oldLabel.test(name)) && !names.some((name) => routingLabel.test(name))) return false;
  return names.some((name) => label.test(name));
}

function namesIn(labels: ConfigNode): readonly string[] {
  return labels.kind === 'map' ? labels.entries.map(({ key }) => key.text) : [];
}

/** Of all documents of a file, which Compose merges; `docker stack deploy` reads the first one. */
function composeSources(roots: readonly (ConfigNode | undefined)[]): readonly ConfigSource[] {
  const entries = roots.map((root) => {
    const services = valueIn(root, 'services');
    return services?.kind === 'map' ? services.entries : [];
  });
  const sources: ConfigSource[] = [];
  for (const provider of ['docker', 'swarm'] as const) {
    const ownerIn = (service: ConfigNode): ConfigNode | undefined =>
      provider === 'swarm' ? valueIn(service, 'deploy') : service;
    const services = provider === 'swarm' ? (entries[0] ?? []) : entries.flat();
    const labelled = services.filter(({ value }) => hasLabels(ownerIn(value)));
    if (labelled.length === 0) continue;
    const extending = services.filter(({ value }) => entryIn(value, 'extends') !== undefined);
    const names = [...labelled, ...extending].map(({ key }) => key.text);
    const complete = new Set(
      services
        .filter(({ value }) => saysWhatRuns(value) || entryIn(value, 'extends') !== undefined)
        .map(({ key }) => key.text),
    );
    const additions = new Set(labelled.map(({ key }) => key.text).filter((name) => !complete.has(name)));
    sources.push({ provider, isOurs: true, services: new Set(names), additions });
  }
  return sources;
}

function kubernetesSources(manifests: readonly Manifest[]): readonly ConfigSource[] {
  const sources: ConfigSource[] = [];
  if (manifests.some(({ group }) => group === 'traefik.io' || group === 'traefik.containo.us')) {
    sources.push(ours('crd'));
  }
  const ingresses = manifests.filter(({ kind, group }) => kind === 'Ingress' && group === 'networking.k8s.io');
  if (ingresses.length > 0) sources.push({ provider: 'ingress', isOurs: ingresses.every(isOurIngress) });
  const gateways = manifests.filter(({ group }) => group === 'gateway.networking.k8s.io');
  if (gateways.some(({ kind }) => kind.endsWith('Route'))) {
    sources.push({ provider: 'gateway', isOurs: gateways.some(isOurGateway) });
  }
  return sources;
}

const classAnnotation = 'kubernetes.io/ingress.class';

function isOurIngress({ node, spec }: Manifest): boolean {
  const annotations = annotationsOf(node);
  const name = textIn(spec, 'ingressClassName') ?? textIn(annotations, classAnnotation);
  if (name !== undefined && isKnown(name)) return /traefik/i.test(name);
  return annotations?.kind === 'map' && annotations.entries.some(({ key }) => key.text.startsWith(ingressAnnotation));
}

function isOurGateway({ kind, spec, node }: Manifest): boolean {
  if (kind === 'GatewayClass') return textIn(spec, 'controllerName') === 'traefik.io/gateway-controller';
  if (kind === 'Gateway') return /traefik/i.test(textIn(spec, 'gatewayClassName') ?? '');
  return writtenAt(node).includes('group: traefik.io');
}

/** The roots of dynamic configuration. */
export const dynamicRoots: ReadonlySet<string> = new Set(['http', 'tcp', 'udp', 'tls']);
/** Keys of a router or a service of Traefik that are rare in other software. */
const typical: ReadonlySet<string> = new Set(['rule', 'loadbalancer', 'weighted', 'mirroring', 'failover']);

/**
 * Whether a document is dynamic configuration for the file provider. Other software has keys such as `http` as well:
 * beside other keys, only a section that looks like routers or services counts.
 */
function isDynamicConfig(root: ConfigNode | undefined): boolean {
  if (root?.kind !== 'map') return false;
  const isAlone = hasOnlyDynamicRoots(root);
  return root.entries.some(({ key, value }) => {
    const name = nameOf(key.text);
    if (!dynamicRoots.has(name)) return false;
    if (name === 'tls') return isAlone && isTls(value);
    return value.kind === 'map' && isSection(value, isAlone);
  });
}

/** Whether a document has no other configuration, such as Traefik's static one. */
function hasOnlyDynamicRoots(root: ConfigNode | undefined): boolean {
  if (root?.kind !== 'map') return true;
  return root.entries.every(({ key }) => dynamicRoots.has(nameOf(key.text)) || !isKnown(key.text));
}

function nameOf(key: string): string {
  return key.toLowerCase();
}

function isSection(section: ConfigMap, isAlone: boolean): boolean {
  const parts = section.entries.filter(({ key }) => sectionsOfProtocols.has(nameOf(key.text)));
  if (!isAlone) return parts.some(({ value }) => value.kind === 'map' && value.entries.some(isTypical));
  const isWhole = parts.length > 0 && parts.length === section.entries.length;
  return parts.some(({ value }) => {
    if (value.kind === 'map') return value.entries.length > 0 ? value.entries.every(isObject) : isWhole;
    return isWhole && isNull(value);
  });
}

function isObject({ value }: ConfigEntry): boolean {
  return value.kind === 'map' || isNull(value) || (value.kind === 'scalar' && !isKnown(value.text));
}

function isTypical({ value }: ConfigEntry): boolean {
  return value.kind === 'map' && value.entries.some(({ key }) => typical.has(nameOf(key.text)));
}

function isTls(tls: ConfigNode): boolean {
  const parts = ['options', 'stores'].map((name) => valueIn(tls, name));
  if (parts.some((part) => part?.kind === 'map' && part.entries.length > 0 && part.entries.every(isObject)))
    return true;
  return listItemsIn(valueIn(tls, 'certificates')).some((one) => entryIn(one, 'certFile') !== undefined);
}

const yamlBeginning = /^(?:http|tcp|udp):[ \t]*\r?\n[ \t]+(?:routers|services|middlewares|serversTransports)[ \t]*:/m;
const tomlBeginning = /^[ \t]*\[\[?(?:http|tcp|udp)\.(?:routers|services|middlewares|serversTransports)\b/m;

/** Checks the same by the text alone, for a file that cannot be parsed. */
function looksDynamic({ path, text }: SourceFile): boolean {
  return (/\.toml$/i.test(path) ? tomlBeginning : yamlBeginning).test(text);
}
