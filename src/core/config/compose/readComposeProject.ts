import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { compileGoPattern } from '../../proxy/rules/goPattern';
import type { WrittenLabel } from '../decode/labelNodes';
import { buildUnit } from '../labels/buildUnit';
import { meetsConstraint } from '../labels/constraints';
import type { BuiltUnit, LabelUnit, ProviderFacts } from '../labels/labelUnit';
import { mergeUnits } from '../labels/linkRouters';
import type { ConfigProblem, ReadConfig } from '../model/configProblem';
import { problemsOfText } from '../model/textProblems';
import { normalizeName } from '../names/objectNames';
import { firstFault } from '../source/beforeFault';
import { type PlacedText, rangeOf, type SourceFile, unknownPart } from '../source/placedText';
import { UnfoldingBudgets } from '../source/unfoldingBudget';
import { readYamlDocuments } from '../source/yamlDocuments';
import type { ComposeContext, ContainerFacts } from './composeContext';
import { addNetworks, networkProblem } from './composeNetworks';
import { type ComposeService, ExtendedServices, joinedServices } from './extendedServices';
import type { KnownVariables } from './interpolate';
import { servicesIn } from './readServices';

/** The loss by a fault of the whole document. */
const projectOrigin = { kind: 'unit', unit: 'project' } as const;

/** Reads the compose files of one project (later ones win), and the objects that Traefik makes of their labels. */
export function readComposeProject(files: readonly SourceFile[], given: ComposeContext): ReadConfig {
  const budgets = new UnfoldingBudgets();
  const context = countingContext(given, budgets);
  const problems: ConfigProblem[] = [];
  const services = new Map<string, ComposeService>();
  const networks = new Map<string, string>();
  let isCut = false;
  for (const file of files) {
    const documents = readYamlDocuments(file);
    // Compose merges those of a file in turn (loadYamlFile in compose-go's loader/loader.go), `docker stack deploy`
    // reads the first one.
    for (const document of context.provider === 'swarm' ? documents.slice(0, 1) : documents) {
      for (const problem of problemsOfText(document.faults, file, projectOrigin)) problems.push(problem);
      isCut ||= firstFault(document.faults) !== undefined;
      addNetworks(networks, document.root, context);
      const own = servicesIn(document.root, context, problems);
      const extended = new ExtendedServices(own, budgets);
      for (const [name, declared] of own) {
        const service = extended.of(declared);
        if (service === undefined) break;
        const earlier = services.get(name);
        services.set(name, earlier === undefined ? service : addedTo(earlier, service));
      }
    }
  }
  reportRefusedEnv(services, context, problems);
  const isRefused = problems.some(({ severity }) => severity === 'error');
  const units: BuiltUnit[] = [];
  const containers: LabelledContainer[] = [];
  for (const service of services.values()) {
    const unit = unitOf(isCut ? { ...service, isPartial: true } : service, context);
    const built = startedBy(service.profiles, buildUnit(unit, context.facts ?? {}));
    units.push(built);
    const { name, at, program } = service;
    const isUsed = built.declarations.some(({ absent }) => absent === undefined);
    containers.push({ name, at, labels: unit.labels, program, isUsed, startedWith: built.startedWith });
    const network =
      isUsed && !unit.isPartial && context.isIncluded !== true
        ? networkProblem(unit.labels, service.networks, networks, context)
        : undefined;
    if (network !== undefined) problems.push(network);
  }
  for (const [file, fault] of budgets.cuts()) {
    for (const problem of problemsOfText([fault], file, projectOrigin)) problems.push(problem);
  }
  const merged = mergeUnits(units);
  const declarations = isRefused
    ? merged.declarations.map((one) => ({ ...one, absent: 'broken' as const }))
    : merged.declarations;
  const lost = new Set(merged.declarations.flatMap(({ absent, unit }) => (absent === 'duplicate' ? [unit] : [])));
  const shared = sharedLabelProblems(containers.filter(({ name }) => !lost.has(`container ${name}`)));
  return { declarations, problems: [...problems, ...merged.problems, ...shared] };
}

/** Counts values of variables as repeated text: a short file can have a long one thousands of times. */
function countingContext(context: ComposeContext, budgets: UnfoldingBudgets): ComposeContext {
  const { variables } = context;
  if (variables === undefined) return context;
  const repeat: KnownVariables['repeat'] = (name, characters, at) =>
    variables.repeat?.(name, characters, at) !== false && budgets.of(at.file).repeat(0, characters, at);
  return { ...context, variables: { ...variables, repeat } };
}

/** A service of the project with what a later document adds to it. */
function addedTo(earlier: ComposeService, one: ComposeService): ComposeService {
  return {
    ...joinedServices(earlier, one),
    at: earlier.at,
    containerName: one.containerName ?? earlier.containerName,
    program: earlier.program + one.program,
  };
}

function unitOf(service: ComposeService, context: ComposeContext): LabelUnit {
  const { name, at } = service;
  const { provider, project = unknownPart, containers } = context;
  const container = containers?.[name];
  const labels: readonly WrittenLabel[] = [
    ...(provider === 'swarm' ? service.deployLabels : service.labels).byKey.values(),
  ];
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
    names: {
      name: fullName,
      // A task of Swarm has the name of its service with a number or an ID (parseTasks in
      // pkg/provider/docker/pswarm.go).
      containerName:
        provider === 'swarm' ? `${project}_${name}.${unknownPart}` : (service.containerName ?? `${project}-${name}-1`),
    },
    allLabels: composed,
    hasPort: provider === 'swarm' ? false : service.hasPorts || (isUnknown ? undefined : images.length > 0),
    isPartial,
    state: stateOf(container),
  };
}

/** The declarations of a unit that only starts with a profile (WithProfiles in compose-go's types/project.go). */
function startedBy(profiles: ReadonlySet<string>, built: BuiltUnit): BuiltUnit {
  if (profiles.size === 0) return built;
  const declarations = built.declarations.map((one) => ({ ...one, isConditional: true }));
  return { ...built, declarations, startedWith: JSON.stringify([...profiles].sort()) };
}

/** Compose reads the file of variables first, and ends if it cannot (GetEnvFromFile in compose-go's dotenv/env.go). */
function reportRefusedEnv(
  services: ReadonlyMap<string, ComposeService>,
  { variables, provider }: ComposeContext,
  problems: ConfigProblem[],
): void {
  const [first] = services.values();
  if (variables?.refusedLine === undefined || provider === 'swarm' || first === undefined) return;
  const message = l10n.t(
    'Docker Compose cannot read line {0} of “.env”, and starts nothing. Put values with quotes or “$” in single quotes.',
    String(variables.refusedLine),
  );
  problems.push({ code: 'compose.syntax', severity: 'warning', message, range: rangeOf(first.at) });
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

/** A container whose labels may be those of another one. */
interface LabelledContainer {
  readonly name: string;
  readonly at: PlacedText;
  readonly labels: readonly WrittenLabel[];
  /** See `ComposeService.program`: it differs for containers with different tasks. */
  readonly program: string;
  /** Whether Traefik has the objects that its labels declare. */
  readonly isUsed: boolean;
  /** The profiles that start it, if it does not always start. */
  readonly startedWith: string | undefined;
}

const routingLabel = /^traefik\.(?:http|tcp|udp)\.(?:routers|services)\./i;

/**
 * Containers that have the labels of another one, by `<<`, an alias, or `extends`, and run something else: Traefik
 * sends requests to both. Copies of the same program may share them on purpose.
 */
function sharedLabelProblems(containers: readonly LabelledContainer[]): readonly ConfigProblem[] {
  const first = new Map<string, LabelledContainer>();
  const problems: ConfigProblem[] = [];
  for (const one of containers) {
    const label = one.isUsed ? one.labels.find(({ key }) => routingLabel.test(key.value)) : undefined;
    if (label === undefined) continue;
    const { file, start } = label.key;
    const place = `${start} ${one.labels.length} ${file.path}`;
    const other = first.get(place);
    if (other === undefined) first.set(place, one);
    else if (other.program !== one.program && other.startedWith === one.startedWith) problems.push(shared(one, other));
  }
  return problems;
}

function shared({ name, at }: LabelledContainer, other: LabelledContainer): ConfigProblem {
  const message = l10n.t(
    '“{0}” has the labels of “{1}”, but runs something else. Traefik hands requests on to both. If that is not meant, set “traefik.enable” to false here.',
    quoted(name),
    quoted(other.name),
  );
  return { code: 'container.shared', severity: 'information', message, range: rangeOf(at) };
}
