import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { declareObjects } from '../declare/declareObjects';
import { decodeStruct } from '../decode/decodeConfig';
import { type DecodedStruct, decodedText, entriesIn, structIn, structsIn } from '../decode/decoded';
import { fixOfFault, wordsOfFault } from '../decode/faultWords';
import { isGoTrue } from '../decode/goValues';
import { type IgnoredPart, wordsOfIgnored } from '../decode/ignoredPart';
import { nodesOfLabels, type WrittenLabel } from '../decode/labelNodes';
import { type DecodeFault, isFaultOfPart } from '../decode/untypedNode';
import { type ConfigProblem, type ProblemCode, renameFix, unitProblem } from '../model/configProblem';
import {
  type Declaration,
  type DeclaredProtocol,
  isAboutMissing,
  plainBalancer,
  plainRouter,
} from '../model/declaration';
import { splitQualifiedName } from '../names/objectNames';
import { isKnown, type PlacedText, rangeOf, unknownPart } from '../source/placedText';
import { meantByDropped, overwrittenProblem } from './droppedLabels';
import type { BuiltUnit, LabelUnit, ProviderFacts } from './labelUnit';
import { linkRouters } from './linkRouters';

const routing = ['traefik.http', 'traefik.tcp', 'traefik.udp', 'traefik.tls.stores.default'];

const routedLabel = /^traefik\.(?:http|tcp|udp)\./i;

/** The labels beside those of routing that a provider decodes, and their types. */
const ownSections: Readonly<
  Record<LabelUnit['provider'], { readonly type: string; readonly prefixes: readonly string[] }>
> = {
  docker: { type: 'DockerLabels', prefixes: ['traefik.docker.', 'traefik.enable'] },
  swarm: { type: 'DockerLabels', prefixes: ['traefik.docker.', 'traefik.swarm.', 'traefik.enable'] },
  ecs: { type: 'DockerLabels', prefixes: ['traefik.ecs.', 'traefik.enable'] },
  nomad: { type: 'NomadTags', prefixes: [] },
  consulcatalog: { type: 'ConsulTags', prefixes: ['traefik.consulcatalog.', 'traefik.enable'] },
};

/** The objects that Traefik makes of the labels of a container or the tags of a service (pkg/provider/docker). */
export function buildUnit(unit: LabelUnit, facts: ProviderFacts): BuiltUnit {
  const problems: ConfigProblem[] = [];
  const own = ownOptions(unit, problems);
  const off = whyOff(unit, own.enable, facts);
  const isOff = off !== undefined;
  const tree = nodesOfLabels(unit.labels, routing);
  let faults: DecodeFault[] = [...tree.faults];
  const ignored: IgnoredPart[] = [];
  const config: DecodedStruct =
    tree.root === undefined
      ? { kind: 'struct', key: unit.at, fields: new Map() }
      : decodeStruct('Configuration', tree.root, 'labels', faults, ignored);
  if (tree.root !== undefined && tree.root.children.length === 0 && faults.length === 0) {
    faults.push({ kind: 'element', at: tree.root.key });
  }
  if (unit.isPartial) faults = faults.filter(isFaultOfPart);
  const isKept = own.allowsNonRunning || (unit.state === 'unhealthy' && facts.allowEmptyServices === true);
  const isStopped = !isKept && unit.state !== undefined && unit.state !== 'running';
  if (!isOff) {
    for (const fault of faults) problems.push(problemOfFault(unit, fault));
    for (const problem of ignoredLabels(unit.labels, ignored, unit.provider)) problems.push(problem);
    for (const one of tree.overwritten) problems.push(overwrittenProblem(one));
  }
  const isForgotten = off === 'notExposed' && !unit.isPartial;
  const routed = unit.labels.find(({ key }) => routedLabel.test(key.value));
  if (isForgotten && routed !== undefined && unit.constrained(facts) !== false) {
    const message = l10n.t(
      'Traefik leaves this container out, as its “exposedByDefault” is false. Add the label “traefik.enable=true”.',
    );
    problems.push({ code: 'container.off', severity: 'warning', message, range: rangeOf(routed.key) });
  }
  if (unit.constrained(facts) === 'invalid') {
    const words = l10n.t('The constraints of the provider are not valid, so that no container meets them.');
    problems.push(problemOf(unit, 'container.service', unit.at, words));
  }
  const isBroken = faults.length > 0 || problems.some(({ severity }) => severity === 'error');
  const declared = declareObjects(config, { provider: unit.providerName ?? unit.provider, unit: unit.unit });
  const built = unit.isPartial ? partialDeclarations(declared) : declaredWithDefaults(unit, config, declared);
  const isEmpty = isKept && unit.state !== 'running' && unit.state !== undefined;
  const servers = isOff || isBroken || isStopped || isEmpty ? [] : serverProblems(unit, config, built);
  const absent = off ?? (isBroken || servers.length > 0 ? 'broken' : isStopped ? 'stopped' : undefined);
  const linked = unit.isPartial ? { declarations: built, problems: [] } : linkRouters(unit, built, facts);
  if (absent === undefined) {
    return { ...withPresence(unit, linked, own.enable, facts), problems: [...problems, ...linked.problems] };
  }
  return {
    declarations: linked.declarations.map((one) => ({ ...one, absent })),
    problems: isOff ? problems : [...problems, ...servers],
  };
}

/** A problem because of which Traefik loses the whole unit. */
function problemOf({ unit, provider }: LabelUnit, code: ProblemCode, at: PlacedText, what: string): ConfigProblem {
  const isTagged = provider === 'nomad' || provider === 'consulcatalog';
  const lost = isTagged
    ? l10n.t('Until this is fixed, Traefik ignores all tags of this service.')
    : l10n.t('Until this is fixed, Traefik ignores all labels of this container.');
  return unitProblem(unit, 'error', code, at, `${what} ${lost}`);
}

function problemOfFault(unit: LabelUnit, fault: DecodeFault): ConfigProblem {
  return { ...problemOf(unit, 'label.syntax', fault.at, wordsOfFault(fault)), fix: fixOfFault(fault) };
}

function ownOptions(
  unit: LabelUnit,
  problems: ConfigProblem[],
): { readonly enable: PlacedText | undefined; readonly allowsNonRunning: boolean } {
  const { type, prefixes } = ownSections[unit.provider];
  if (prefixes.length === 0) {
    const enable = unit.labels.findLast(({ key }) => key.value === 'traefik.enable')?.value;
    return { enable, allowsNonRunning: false };
  }
  const { root, faults: unreadable, overwritten } = nodesOfLabels(unit.labels, prefixes);
  for (const one of overwritten) problems.push(overwrittenProblem(one));
  const faults: DecodeFault[] = [...unreadable];
  const options = root === undefined ? undefined : decodeStruct(type, root, 'labels', faults);
  for (const fault of faults) problems.push(problemOfFault(unit, fault));
  const [docker, swarm] = [structIn(options, 'docker'), structIn(options, 'swarm')];
  if (unit.provider === 'swarm' && docker !== undefined && swarm !== undefined) {
    const words = l10n.t('Labels of Docker and of Swarm cannot be used together. Remove “traefik.docker”.');
    problems.push(problemOf(unit, 'label.syntax', docker.key, words));
  }
  const allows = unit.provider === 'docker' ? decodedText(docker, 'allownonrunning') : undefined;
  return { enable: decodedText(options, 'enable'), allowsNonRunning: allows !== undefined && isGoTrue(allows.value) };
}

/** Why a unit is certainly not used, if it is not. */
function whyOff(
  unit: LabelUnit,
  enable: PlacedText | undefined,
  facts: ProviderFacts,
): 'off' | 'notExposed' | 'constrained' | undefined {
  if (enable === undefined) {
    if (facts.exposedByDefault === false) return 'notExposed';
  } else if (isKnown(enable.value)) {
    const isOn = unit.provider === 'nomad' ? enable.value.toLowerCase() === 'true' : isGoTrue(enable.value);
    if (!isOn) return 'off';
  }
  return unit.constrained(facts) === false ? 'constrained' : undefined;
}

/** The declarations of a unit that is not certainly off, with what is not known of that. */
function withPresence(
  { unit }: LabelUnit,
  { declarations }: BuiltUnit,
  enable: PlacedText | undefined,
  { exposedByDefault }: ProviderFacts,
): Omit<BuiltUnit, 'problems'> {
  if (enable !== undefined && !isKnown(enable.value)) {
    return {
      declarations: declarations.map((one) => ({ ...one, isConditional: true })),
      startedWith: `enabled ${unit}`,
    };
  }
  const needsExposure = enable === undefined && exposedByDefault === undefined;
  return { declarations: needsExposure ? declarations.map((one) => ({ ...one, needsExposure })) : declarations };
}

const protocols: readonly DeclaredProtocol[] = ['http', 'tcp', 'udp'];

/** The declared objects, with the service and router that Traefik adds if there are none. */
function declaredWithDefaults(
  unit: LabelUnit,
  config: DecodedStruct,
  declared: readonly Declaration[],
): readonly Declaration[] {
  const added: Declaration[] = [];
  const has = (protocol: DeclaredProtocol, list: string): boolean =>
    entriesIn(structIn(config, protocol), list).length > 0;
  const name = `${unit.name}@${unit.providerName ?? unit.provider}`;
  const base = { name, at: unit.at, isImplied: true, unit: unit.unit } as const;
  const isUsed = (protocol: DeclaredProtocol): boolean => has(protocol, 'routers') || has(protocol, 'services');
  const isOther = isUsed('tcp') || isUsed('udp');
  for (const protocol of protocols) {
    const isBuilt = protocol === 'http' ? !isOther || isUsed('http') || has('http', 'middlewares') : isUsed(protocol);
    if (!isBuilt) continue;
    const services = entriesIn(structIn(config, protocol), 'services');
    if (services.length === 0) added.push({ ...base, protocol, kind: 'service', service: plainBalancer, content: '' });
    if (protocol === 'http' && !has('http', 'routers') && services.length < 2) {
      added.push({ ...base, protocol, kind: 'router', router: plainRouter, content: '' });
    }
  }
  return [...declared, ...added];
}

/** Why Traefik cannot build a server of a service: then it loses the whole unit. */
function serverProblems(
  unit: LabelUnit,
  config: DecodedStruct,
  declared: readonly Declaration[],
): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const values = new Map(
    protocols.flatMap((protocol) =>
      entriesIn(structIn(config, protocol), 'services').map(({ key, value }) => [key, value] as const),
    ),
  );
  for (const one of declared) {
    const { protocol, kind, at, isImplied } = one;
    if (kind !== 'service') continue;
    const declaredService = isImplied ? undefined : values.get(at);
    const service = declaredService?.kind === 'struct' ? declaredService : undefined;
    const balancer = structIn(service, 'loadBalancer');
    if (service !== undefined && balancer === undefined) {
      if (unit.isPartial) continue;
      const words = l10n.t(
        'The service “{0}” has no load balancer. In labels, other services are not possible.',
        quoted(at.value),
      );
      problems.push(problemOf(unit, 'container.service', at, words));
      continue;
    }
    const [server] = structsIn(balancer, 'servers');
    const [url, port] = [decodedText(server, 'url'), decodedText(server, 'port')];
    if (url !== undefined) {
      if (port === undefined && decodedText(server, 'scheme') === undefined) continue;
      const words = l10n.t('A server has either a URL or a port and a scheme. Remove one of them.');
      problems.push(problemOf(unit, 'container.service', url, words));
    } else if (port === undefined && unit.hasPort === false && !unit.isPartial) {
      const label = `traefik.${protocol}.services.${splitQualifiedName(one.name).own}.loadbalancer.server.port`;
      const words = l10n.t('No port is exposed. Expose one, or add the label “{0}”.', quoted(label));
      problems.push(problemOf(unit, 'container.port', at, words));
    }
  }
  return problems;
}

const tlsPattern = /^traefik\.(tls\.(?:options|certificates|stores(?!\.default)))(?:\.|$)/i;
/** Labels of Traefik 1, of a container or of one of its segments. */
const oldLabelPattern =
  /^traefik\.(?:(?!(?:http|tcp|udp|tls|docker|swarm|ecs)\.)[\w-]+\.)?(?:frontend|backend|port|protocol|weight)(?:\.|$)/i;

/** Of containers, the provider for Docker ignores it (extractDockerLabels in pkg/provider/docker/shared_labels.go). */
const ofSwarm = /^traefik\.swarm\.network$/i;

/** The labels or tags that Traefik silently omits. */
function ignoredLabels(
  labels: readonly WrittenLabel[],
  parts: readonly IgnoredPart[],
  provider: LabelUnit['provider'],
): readonly ConfigProblem[] {
  const hasNetwork = labels.some(({ key }) => /^traefik\.docker\.network$/i.test(key.value));
  const others = labels.flatMap(({ key }) => {
    const tls = tlsPattern.exec(key.value)?.[1];
    if (tls !== undefined) return ignored(key, wordsOfIgnored({ kind: 'elsewhere', at: key, name: tls }));
    if (oldLabelPattern.test(key.value)) {
      return ignored(key, l10n.t('This is a label of Traefik 1, which later versions ignore. Remove it.'));
    }
    const isOfSwarm = provider === 'docker' && !hasNetwork && ofSwarm.test(key.value);
    const meant = isOfSwarm ? 'traefik.docker.network' : isKnown(key.value) ? meantByDropped(key.value) : undefined;
    if (meant === undefined) return [];
    const fix = renameFix(key, meant.includes('<') ? undefined : meant);
    return { ...ignored(key, droppedWords(key.value, meant)), fix };
  });
  return [...others, ...parts.map((part) => ({ ...ignored(part.at, wordsOfIgnored(part)), fix: part.fix }))];
}

function droppedWords(key: string, meant: string): string {
  return l10n.t('Traefik reads no label “{0}”, and ignores it. Did you mean “{1}”?', quoted(key), quoted(meant));
}

function ignored(at: PlacedText, message: string): ConfigProblem {
  return { code: 'label.ignored', severity: 'warning', message, range: rangeOf(at) };
}

/** Objects of a partly read container: the missing parts are unknown, because another file may have them. */
function partialDeclarations(declared: readonly Declaration[]): readonly Declaration[] {
  return declared.map((one): Declaration => {
    const { router, service, middleware, checked, doubtful, at } = one;
    const unknown: PlacedText = { ...at, value: unknownPart, places: 'none' };
    return {
      ...one,
      content: unknownPart,
      checked: checked?.filter((value) => !isAboutMissing(value)),
      doubtful: doubtful?.filter((value) => !isAboutMissing(value)),
      router: router && { ...router, rule: router.rule ?? unknown, service: router.service ?? unknown },
      service: service && { ...service, types: service.types.length === 0 ? ['loadBalancer'] : service.types },
      middleware: middleware === undefined || middleware.types.length === 0 ? undefined : middleware,
    };
  });
}
