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
import { UnfoldingBudgets } from '../source/unfoldingBudget';
import { readYamlDocuments } from '../source/yamlDocuments';
import type { ComposeContext, ContainerFacts } from './composeContext';
import { type ComposeLabels, readLabels } from './readLabels';
import { saysWhatRuns } from './saysWhatRuns';

/** A service of the project, with its labels from all files. */
interface ComposeService {
  readonly name: string;
  at: PlacedText;
  labels: ComposeLabels;
  deployLabels: ComposeLabels;
  containerName: string | undefined;
  hasPorts: boolean;
  /** Whether it says what runs: one that does not only adds to a service of another file. */
  hasImage: boolean;
  /** Whether a file that it extends is not known. */
  isPartial: boolean;
  extendsService: string | undefined;
}

/** What a fault of the whole document costs. */
const PROJECT = { kind: 'unit', unit: 'project' } as const;

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
    for (const problem of problemsOfText(document.faults, file, PROJECT)) problems.push(problem);
    yield* readServices(document.root, services, context, problems);
  }
  const isRefused = problems.some(({ severity }) => severity === 'error');
  const units: BuiltUnit[] = [];
  const budgets = new UnfoldingBudgets();
  const extended = new ExtendedServices(services, budgets);
  for (const declared of services.values()) {
    const service = extended.of(declared);
    if (service === undefined) break;
    const unit = unitOf(service, context);
    units.push(buildUnit(unit, context.facts ?? {}));
    yield 20 * (unit.labels.length + 1);
  }
  for (const [file, fault] of budgets.cuts()) {
    for (const problem of problemsOfText([fault], file, PROJECT)) problems.push(problem);
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
    service.hasImage ||= saysWhatRuns(value);
    const base = valueIn(value, 'extends');
    if (textIn(base, 'file') !== undefined) service.isPartial = true;
    else
      service.extendsService =
        base?.kind === 'scalar' ? base.text : (textIn(base, 'service') ?? service.extendsService);
  }
}

const none: ComposeLabels = new Map();

function emptyService(name: string, at: PlacedText): ComposeService {
  const nothing = {
    containerName: undefined,
    hasPorts: false,
    hasImage: false,
    isPartial: false,
    extendsService: undefined,
  };
  return { name, at, labels: none, deployLabels: none, ...nothing };
}

/** Longer chains are nobody's: what a service at their end has is not known. */
const LONGEST_CHAIN = 100;

/** A service with what it has from those that it extends. */
interface ExtendedService extends ComposeService {
  /** How many services it extends, one after the other. */
  readonly links: number;
  /** UTF-16 units of all of its labels. */
  readonly textLength: number;
}

/** Resolves `extends`, of each service once. Those without labels of their own share the labels of what they extend. */
class ExtendedServices {
  private readonly resolved = new Map<ComposeService, ExtendedService>();

  constructor(
    private readonly services: ReadonlyMap<string, ComposeService>,
    private readonly budgets: UnfoldingBudgets,
  ) {}

  /** @returns undefined if the file repeats too much: nothing is known of this service then */
  of(service: ComposeService): ExtendedService | undefined {
    const chain = [service];
    let base = this.resolved.get(service);
    if (base !== undefined) return base;
    let isUnknown = false;
    for (let next = service.extendsService; next !== undefined && base === undefined && !isUnknown; ) {
      const found = this.services.get(next);
      base = found && this.resolved.get(found);
      isUnknown = found === undefined || chain.includes(found) || chain.length > LONGEST_CHAIN;
      if (found === undefined || isUnknown || base !== undefined) break;
      chain.push(found);
      next = found.extendsService;
    }
    for (const one of chain.reverse()) {
      base = base === undefined ? alone(one, isUnknown) : this.extending(one, base);
      if (base === undefined) return undefined;
      this.resolved.set(one, base);
    }
    return base;
  }

  private extending(one: ComposeService, base: ExtendedService): ExtendedService | undefined {
    const links = base.links + 1;
    const own = alone(one, links > LONGEST_CHAIN);
    if (links > LONGEST_CHAIN) return { ...own, links };
    const { file, start, end } = one.at;
    const repeated = base.labels.size + base.deployLabels.size;
    if (!this.budgets.of(file).repeat(repeated, base.textLength, { start, end })) return undefined;
    return {
      ...own,
      links,
      textLength: base.textLength + own.textLength,
      labels: joinedLabels(base.labels, one.labels),
      deployLabels: joinedLabels(base.deployLabels, one.deployLabels),
      hasPorts: one.hasPorts || base.hasPorts,
      hasImage: one.hasImage || base.hasImage,
      isPartial: one.isPartial || base.isPartial,
    };
  }
}

function alone(one: ComposeService, isUnknown: boolean): ExtendedService {
  let textLength = 0;
  for (const labels of [one.labels, one.deployLabels]) {
    for (const { key, value } of labels.values()) textLength += key.value.length + value.value.length;
  }
  return { ...one, links: 0, textLength, isPartial: one.isPartial || isUnknown };
}

function joinedLabels(base: ComposeLabels, own: ComposeLabels): ComposeLabels {
  return own.size === 0 ? base : base.size === 0 ? own : new Map([...base, ...own]);
}

function unitOf(service: ComposeService, context: ComposeContext): LabelUnit {
  const { name, at } = service;
  const { provider, project = HOLE, containers } = context;
  const container = containers?.[name];
  const labels: readonly Label[] = [...(provider === 'swarm' ? service.deployLabels : service.labels).values()];
  const fullName = normalizeName(provider === 'swarm' ? `${project}_${name}` : `${name}_${project}`);
  const images = container?.imagePorts;
  const isPartial = service.isPartial || !service.hasImage || context.addedTo?.has(name) === true;
  const isUnknown = isPartial || images === undefined;
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
    constrained: (facts) => (isPartial ? undefined : isConstrained(composed, facts)),
    name: fullName,
    names: { name: fullName, containerName: service.containerName ?? `${project}-${name}-1` },
    allLabels: composed,
    hasPort: provider === 'swarm' ? false : service.hasPorts || (isUnknown ? undefined : images.length > 0),
    isPartial,
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
