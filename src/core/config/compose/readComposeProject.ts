import type { Steps } from '../../base/async/steps';
import { compileGoPattern } from '../../proxy/rules/goPattern';
import type { Label } from '../decode/labelNodes';
import { buildUnit } from '../labels/buildUnit';
import { meetsConstraint } from '../labels/constraints';
import type { BuiltUnit, LabelUnit, ProviderFacts } from '../labels/labelUnit';
import { mergeUnits } from '../labels/linkRouters';
import type { ConfigProblem, ReadConfig } from '../model/configProblem';
import { problemsOfText } from '../model/textProblems';
import { normalizeName } from '../names/names';
import { type ConfigNode, itemsIn, textIn, valueIn } from '../source/configNode';
import { HOLE, type PlacedText, type SourceFile } from '../source/placedText';
import { readYamlDocuments } from '../source/yamlDocuments';
import type { ComposeContext, ContainerFacts } from './composeContext';
import { type ComposeLabels, readLabels } from './readLabels';

/** A service of the project, with its labels from all files. */
interface ComposeService {
  readonly name: string;
  at: PlacedText;
  labels: ComposeLabels;
  deployLabels: ComposeLabels;
  containerName: string | undefined;
  hasPorts: boolean;
  /** Whether a file that it extends is not known. */
  isPartial: boolean;
  extendsService: string | undefined;
}

/** What a fault of the whole document costs. */
const PROJECT = 'project';

/**
 * Reads the compose files of one project, of which later ones override earlier ones, and what Traefik makes of their
 * labels.
 */
export function* readComposeProject(files: readonly SourceFile[], context: ComposeContext): Steps<ReadConfig> {
  const problems: ConfigProblem[] = [];
  const services = new Map<string, ComposeService>();
  for (const file of files) {
    const [document] = yield* readYamlDocuments(file);
    if (document === undefined) continue;
    problems.push(...problemsOfText(document.faults, file, { kind: 'unit', unit: PROJECT }));
    yield* readServices(document.root, services, context, problems);
  }
  const isRefused = problems.some(({ severity }) => severity === 'error');
  const units: BuiltUnit[] = [];
  for (const service of services.values()) {
    const unit = unitOf(service, services, context);
    units.push(buildUnit(unit, context.facts ?? {}));
    yield 20 * (unit.labels.length + 1);
  }
  const merged = mergeUnits(units);
  const declarations = isRefused
    ? merged.declarations.map((one) => ({ ...one, absent: 'broken' as const }))
    : merged.declarations;
  return { declarations, problems: [...problems, ...merged.problems] };
}

function* readServices(
  root: ConfigNode | undefined,
  services: Map<string, ComposeService>,
  context: ComposeContext,
  problems: ConfigProblem[],
): Steps<void> {
  const map = valueIn(root, 'services');
  if (map?.kind !== 'map') return;
  for (const { key, value } of map.entries) {
    const at: PlacedText = { value: key.text, file: key.file, start: key.start, end: key.end };
    const service = services.get(key.text) ?? emptyService(key.text, at);
    services.set(key.text, service);
    yield value.size;
    if (value.kind !== 'map') continue;
    service.labels = readLabels(value, service.labels, context, problems);
    service.deployLabels = readLabels(valueIn(value, 'deploy'), service.deployLabels, context, problems);
    service.containerName = textIn(value, 'container_name') ?? service.containerName;
    service.hasPorts ||= itemsIn(valueIn(value, 'ports')).length + itemsIn(valueIn(value, 'expose')).length > 0;
    const base = valueIn(value, 'extends');
    if (textIn(base, 'file') !== undefined) service.isPartial = true;
    else
      service.extendsService =
        base?.kind === 'scalar' ? base.text : (textIn(base, 'service') ?? service.extendsService);
  }
}

function emptyService(name: string, at: PlacedText): ComposeService {
  const none: ComposeLabels = new Map();
  const nothing = { containerName: undefined, hasPorts: false, isPartial: false, extendsService: undefined };
  return { name, at, labels: none, deployLabels: none, ...nothing };
}

/** A service with what it has from the one that it extends, which may extend another. */
function extended(service: ComposeService, services: ReadonlyMap<string, ComposeService>): ComposeService {
  const seen = new Set([service]);
  let whole = service;
  for (let next = service.extendsService; next !== undefined; ) {
    const base = services.get(next);
    if (base === undefined || seen.has(base)) return { ...whole, isPartial: true };
    seen.add(base);
    whole = {
      ...whole,
      labels: new Map([...base.labels, ...whole.labels]),
      deployLabels: new Map([...base.deployLabels, ...whole.deployLabels]),
      hasPorts: whole.hasPorts || base.hasPorts,
      isPartial: whole.isPartial || base.isPartial,
    };
    next = base.extendsService;
  }
  return whole;
}

function unitOf(
  declared: ComposeService,
  services: ReadonlyMap<string, ComposeService>,
  context: ComposeContext,
): LabelUnit {
  const service = extended(declared, services);
  const { name, at } = service;
  const { provider, project = HOLE, containers } = context;
  const container = containers?.[name];
  const labels: readonly Label[] = [...(provider === 'swarm' ? service.deployLabels : service.labels).values()];
  const fullName = normalizeName(provider === 'swarm' ? `${project}_${name}` : `${name}_${project}`);
  const images = container?.imagePorts;
  const isUnknown = service.isPartial || images === undefined;
  const composed = new Map([
    ...labels.map(({ key, value }) => [key.value, value.value] as const),
    ['com.docker.compose.service', name] as const,
    ['com.docker.compose.project', project] as const,
  ]);
  return {
    unit: `container ${name}`,
    at,
    provider,
    labels,
    constrained: (facts) => (service.isPartial ? undefined : isConstrained(composed, facts)),
    name: fullName,
    names: { name: fullName, containerName: service.containerName ?? `${project}-${name}-1` },
    allLabels: composed,
    hasPort: provider === 'swarm' ? false : service.hasPorts || (isUnknown ? undefined : images.length > 0),
    state: stateOf(container),
  };
}

function isConstrained(
  labels: ReadonlyMap<string, string>,
  { constraints }: ProviderFacts,
): boolean | 'invalid' | undefined {
  if (constraints === undefined) return undefined;
  return meetsConstraint(constraints, (name, values) => {
    const [label = '', value = ''] = values;
    if (values.length !== 2) return undefined;
    if (name === 'Label') return (labels.get(label) ?? '') === value;
    return name === 'LabelRegex' ? compileGoPattern(value)?.test(labels.get(label) ?? '') === true : undefined;
  });
}

function stateOf(container: ContainerFacts | undefined): LabelUnit['state'] {
  if (container === undefined) return undefined;
  const { state = 'running', health = 'healthy' } = container;
  if (state !== 'running') return 'stopped';
  return health === 'healthy' || health === '' ? 'running' : 'unhealthy';
}
