import {
  type ConfigEntry,
  type ConfigMap,
  type ConfigNode,
  entryIn,
  listItemsIn,
  textIn,
  valueIn,
} from '../source/configNode';
import { type PlacedText, placedAt } from '../source/placedText';
import { readYamlDocuments } from '../source/yamlDocuments';
import { variablesIn } from './kubernetesStatic';
import { staticFieldsOf, staticRoot, staticVersions } from './optionTypes';
import { areOfTraefik, mayHoldStaticFile, type TraefikProcess, traefikImage } from './traefikProcess';

/**
 * The Traefiks that values of Helm are for: those of Traefik's own chart, in a file of values, below the name of a
 * dependency, or in an object of Flux or Argo CD (docs/traefik.md, "What its Helm chart gives to Traefik"). None for
 * values of other charts.
 */
export function traefiksInValues(root: ConfigNode | undefined): readonly TraefikProcess[] {
  return candidatesIn(root).flatMap((values) => (areOfChart(values) ? traefikOf(values) : []));
}

function candidatesIn(root: ConfigNode | undefined): readonly ConfigMap[] {
  if (root?.kind !== 'map') return [];
  const spec = valueIn(root, 'spec');
  if (entryIn(root, 'apiVersion') !== undefined) {
    const charts = [valueIn(spec, 'source'), ...listItemsIn(valueIn(spec, 'sources'))].map((one) =>
      valueIn(one, 'helm'),
    );
    const texts = [valueIn(spec, 'valuesContent'), ...charts.map((one) => valueIn(one, 'values'))];
    const given = [
      valueIn(spec, 'values'),
      ...charts.map((one) => valueIn(one, 'valuesObject')),
      ...texts.map(inBlock),
    ];
    return given.filter((one) => one?.kind === 'map');
  }
  const below = root.entries.filter(({ key }) => /traefik/i.test(key.text)).map(({ value }) => value);
  return [root, ...below].filter((one) => one.kind === 'map');
}

/** The sign of a literal block, before its first line. */
const blockSign = /\|[-+\d]*[ \t]*(?:#[^\n]*)?\r?\n$/;

/** What a literal block holds, at its place: the lines of the file before it are left blank. */
function inBlock(node: ConfigNode | undefined): ConfigNode | undefined {
  if (node?.kind !== 'scalar') return undefined;
  const { file, start, end } = node;
  const begin = file.text.lastIndexOf('\n', start) + 1;
  if (!blockSign.test(file.text.slice(Math.max(0, begin - 200), begin))) return undefined;
  const blank = file.text.slice(0, begin).replace(/[^\n]/g, ' ');
  return readYamlDocuments({ path: file.path, text: blank + file.text.slice(begin, end) })[0]?.root;
}

/** Flags that only Traefik has. */
const ownFlag =
  /^--?(?:entrypoints|certificatesresolvers|serverstransport|experimental\.(?:local)?plugins|providers\.(?:file|docker|http|kubernetes\w*))\b/;
const kubernetesProviders = ['kubernetesCRD', 'kubernetesIngress', 'kubernetesGateway'];

/** Keys of values that a static configuration does not have: some of the others are the same in both. */
const chartKey =
  /^(?:image|deployment|ports|additionalArguments|globalArguments|ingressRoute|ingressClass|service|persistence|env|rbac)$/;

const roots: ReadonlySet<string> = new Set(
  staticVersions.flatMap((version) => [...staticFieldsOf(staticRoot, version).keys()]),
);

/** Whether only Traefik's chart has such values. */
function areOfChart(values: ConfigMap): boolean {
  if (!values.entries.some(({ key }) => chartKey.test(key.text))) return false;
  const args = listItemsIn(valueIn(values, 'additionalArguments'));
  const flags = args.flatMap((one) => (one.kind === 'scalar' ? one.text.toLowerCase() : ''));
  if (flags.some((one) => ownFlag.test(one))) return true;
  const isNamed = flags.length > 0 && /traefik/i.test(values.file.path);
  if (isNamed && flags.every((one) => roots.has(/^--?(\w+)/.exec(one)?.[1] ?? ''))) return true;
  const has = (path: string): boolean => {
    let at: ConfigNode | undefined = values;
    for (const name of path.split('.')) at = valueIn(at, name);
    return at !== undefined;
  };
  if (kubernetesProviders.some((name) => has(`providers.${name}`))) return true;
  const image = valueIn(values, 'image');
  const signs = [
    ['web', 'websecure', 'traefik'].some((name) => has(`ports.${name}`)),
    has('ports.websecure'),
    has('ingressRoute.dashboard') || has('ingressRoute.healthcheck'),
    has('globalArguments'),
    has('additionalArguments'),
    has('certResolvers') || has('certificatesResolvers'),
    traefikImage(textIn(image, 'repository') ?? textIn(image, 'name') ?? '') !== undefined,
  ];
  return signs.filter((one) => one).length > 1;
}

function traefikOf(values: ConfigMap): TraefikProcess {
  const image = valueIn(values, 'image');
  const name = textIn(image, 'repository') ?? textIn(image, 'name') ?? 'traefik';
  const own = ['globalArguments', 'additionalArguments'].flatMap((list) =>
    listItemsIn(valueIn(values, list)).flatMap((item) => (item.kind === 'scalar' ? placedAt(item, item.text) : [])),
  );
  const mounts = ['volumes', 'additionalVolumeMounts'].flatMap((list) =>
    listItemsIn(valueIn(values, list)).flatMap((mount) => {
      const target = textIn(mount, 'mountPath') ?? '';
      return mayHoldStaticFile(target, own) ? [{ source: undefined, target }] : [];
    }),
  );
  const isHub = entryIn(valueIn(values, 'hub'), 'token') !== undefined;
  return {
    tag: textIn(image, 'tag'),
    args: [...entryPointArguments(values), ...otherArguments(values), ...own],
    environment: variablesIn(valueIn(values, 'env')),
    isWhole: !isHub && traefikImage(name) !== undefined && areOfTraefik(own),
    mounts,
    problems: [],
  };
}

/** The ports that the chart has by itself. */
const chartPorts: ReadonlySet<string> = new Set(['web', 'websecure', 'traefik', 'metrics']);

/** A flag that the chart writes: of a value in the file, or one that stands nowhere in it. */
function flag(text: string, at?: ConfigNode): PlacedText {
  return { ...placedAt(at ?? { file: { path: '', text: '' }, start: 0, end: 0 }, text), places: 'none' };
}

/** Values are merged with those of the chart: a port that is null is left out, and others keep what they do not set. */
function entryPointArguments(values: ConfigMap): readonly PlacedText[] {
  const ports = valueIn(values, 'ports');
  const entries: readonly ConfigEntry[] = ports?.kind === 'map' ? ports.entries : [];
  const written = new Map(entries.map(({ key, value }) => [key.text, value]));
  const names = new Set([...chartPorts, ...written.keys()]);
  return [...names].flatMap((name) => {
    // A name with other signs is no part of a flag.
    if (!/^[\w-]+$/.test(name)) return [];
    const port = written.get(name);
    if (port !== undefined && port.kind !== 'map') return [];
    if (port === undefined || port.entries.length === 0) {
      return chartPorts.has(name) ? [flag(addressOf(name, anyPort, 'tcp'))] : [];
    }
    const number = valueIn(port, 'port');
    const isGiven = number?.kind === 'scalar' && /^\d+$/.test(number.text);
    const own = isGiven ? number.text : anyPort;
    return [
      flag(addressOf(name, own, textIn(port, 'protocol') ?? 'tcp'), isGiven ? number : undefined),
      ...tlsArguments(name, port),
    ];
  });
}

/** One that is in nobody's way, as other values may set it. */
const anyPort = '0';

function addressOf(name: string, port: string, protocol: string): string {
  return `--entryPoints.${name}.address=:${port}/${protocol.toLowerCase()}`;
}

/** `http.tls` has been `tls` in earlier versions of the chart. */
function tlsArguments(name: string, port: ConfigMap): readonly PlacedText[] {
  const tls = valueIn(valueIn(port, 'http'), 'tls') ?? valueIn(port, 'tls');
  const resolver = valueIn(tls, 'certResolver');
  if (resolver?.kind !== 'scalar' || resolver.text === '' || textIn(tls, 'enabled') === 'false') return [];
  return [flag(`--entryPoints.${name}.http.tls.certResolver=${resolver.text}`, resolver)];
}

const onByDefault: ReadonlySet<string> = new Set(['kubernetesCRD', 'kubernetesIngress']);

/** The providers, with what decides over references, and the resolvers. */
function otherArguments(values: ConfigMap): readonly PlacedText[] {
  const args: PlacedText[] = [];
  for (const provider of kubernetesProviders) {
    const own = valueIn(valueIn(values, 'providers'), provider);
    const isOn = textIn(own, 'enabled') ?? String(onByDefault.has(provider));
    if (isOn !== 'true') continue;
    const name = `--providers.${provider.toLowerCase()}`;
    args.push(flag(name));
    if (textIn(own, 'allowCrossNamespace') === 'true') args.push(flag(`${name}.allowcrossnamespace=true`));
  }
  for (const key of ['certResolvers', 'certificatesResolvers']) {
    const resolvers = valueIn(values, key);
    for (const { key: name } of resolvers?.kind === 'map' ? resolvers.entries : []) {
      if (!/^[\w-]+$/.test(name.text)) continue;
      args.push(flag(`--certificatesresolvers.${name.text}.acme.storage=/data/acme.json`));
    }
  }
  return args;
}
