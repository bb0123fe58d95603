import { saysWhatRuns } from '../compose/saysWhatRuns';
import { maskTemplates } from '../file/templates';
import { annotationsOf, type Manifest, readManifests } from '../kubernetes/manifests';
import { type ConfigNode, entryIn, listItemsIn, textIn, valueIn } from '../source/configNode';
import { mayDeclare } from '../source/mayDeclare';
import { isKnown, type SourceFile, writtenAt } from '../source/placedText';
import { readTomlDocument } from '../source/tomlDocument';
import { readYamlDocuments } from '../source/yamlDocuments';
import { hasOnlyDynamicRoots, isDynamicConfig, looksDynamic } from './dynamicConfig';

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
  if (isUnread && first !== undefined && first.faults.length > 0 && composePattern.test(file.path))
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

const composePattern = /(?:^|\/)(?:docker-)?compose[\w.-]*\.ya?ml$/i;

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

const annotation = 'traefik.ingress.kubernetes.io/';
const classAnnotation = 'kubernetes.io/ingress.class';

function isOurIngress({ node, spec }: Manifest): boolean {
  const annotations = annotationsOf(node);
  const name = textIn(spec, 'ingressClassName') ?? textIn(annotations, classAnnotation);
  if (name !== undefined && isKnown(name)) return /traefik/i.test(name);
  return annotations?.kind === 'map' && annotations.entries.some(({ key }) => key.text.startsWith(annotation));
}

function isOurGateway({ kind, spec, node }: Manifest): boolean {
  if (kind === 'GatewayClass') return textIn(spec, 'controllerName') === 'traefik.io/gateway-controller';
  if (kind === 'Gateway') return /traefik/i.test(textIn(spec, 'gatewayClassName') ?? '');
  return writtenAt(node).includes('group: traefik.io');
}
