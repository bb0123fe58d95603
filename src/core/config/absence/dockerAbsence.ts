import { compileGoPattern } from '../../proxy/rules/goPattern';
import { isGoTrue } from '../decode/goValues';
import { templateActionsIn } from '../file/templateActions';
import { templateKeywords } from '../file/templateChecks';
import { argumentsOfTemplateFunction } from '../file/templateFunctions';
import { buildUnit } from '../labels/buildUnit';
import { meetsConstraint } from '../labels/constraints';
import type { LabelUnit, ProviderFacts } from '../labels/labelUnit';
import type { Declaration } from '../model/declaration';
import { isOptionOn, writtenAtOption } from '../static/staticModel';
import type { AbsenceCase, SeenContainer } from './absenceQuestion';
import type { AbsenceCode } from './absenceReason';
import { isSought } from './fileAbsence';

function factsOf({ reading }: AbsenceCase): ProviderFacts {
  const at = (name: string): string => `providers.docker.${name}`;
  return {
    exposedByDefault: isOptionOn(reading.config, at('exposedByDefault'), true),
    constraints: writtenAtOption(reading.config, at('constraints'))?.value ?? '',
    defaultRule: writtenAtOption(reading.config, at('defaultRule'))?.value,
    allowEmptyServices: isOptionOn(reading.config, at('allowEmptyServices')),
  };
}

function unitOf({ name, at, labels, status = 'running', health, hasPort }: SeenContainer): LabelUnit {
  const allLabels = new Map(labels.map(({ key, value }) => [key.value, value.value]));
  const isHealthy = health === undefined || health === 'healthy' || health === 'none';
  return {
    unit: `container ${name}`,
    at,
    provider: 'docker',
    labels,
    allLabels,
    constrained: ({ constraints = '' }) =>
      meetsConstraint(constraints, (test, values) => {
        const [label = '', value = ''] = values;
        if (values.length !== 2) return undefined;
        if (test === 'Label') return (allLabels.get(label) ?? '') === value;
        return test === 'LabelRegex' ? compileGoPattern(value)?.test(allLabels.get(label) ?? '') === true : undefined;
      }),
    name,
    names: { name, containerName: name },
    hasPort,
    isPartial: false,
    state: status !== 'running' ? 'stopped' : isHealthy ? 'running' : 'unhealthy',
  };
}

/** The objects that the containers declare, without those of which two differ. */
export function containerDeclarations(one: AbsenceCase): readonly Declaration[] {
  const facts = factsOf(one);
  return (one.question.containers ?? []).flatMap((container) => buildUnit(unitOf(container), facts).declarations);
}

const usualEndpoint = 'unix:///var/run/docker.sock';

/** Why the provider of containers does not have an object; undefined if it has it, or if the reason is not certain. */
export function dockerAbsence(one: AbsenceCase): AbsenceCode | undefined {
  const { question, reading } = one;
  const { containers, hasSocket, sought, world } = question;
  const endpoint = writtenAtOption(reading.config, 'providers.docker.endpoint')?.value ?? '';
  const isUsual = endpoint === '' || endpoint === usualEndpoint;
  const facts = factsOf(one);
  if (facts.defaultRule !== undefined && isBrokenTemplate(facts.defaultRule)) return 'dockerProviderError';
  if (hasSocket === false || (!isUsual && world.isIsolated === true)) return 'dockerUnreachable';
  if (containers === undefined || !isUsual) return undefined;
  const own = sought.name.replace(/@docker$/, '');
  const units = containers.map(unitOf);
  const built = units.map((unit) => buildUnit(unit, facts));
  const declarations = built.flatMap((unit) => unit.declarations);
  const found = declarations.filter((declared) => isSought(sought, declared));
  const present = found.filter(({ absent }) => absent === undefined);
  if (present.length > 0) {
    const named = declarations.filter(({ absent }) => absent === undefined);
    const clashes = clashing(named);
    if (clashes.has(keyOf(present[0]))) return 'labelNameClash';
    const { service } = present[0]?.router ?? {};
    const key = `${sought.protocol} service ${service?.value}@docker`;
    return service !== undefined && clashes.has(key) ? 'labelNameClash' : undefined;
  }
  const small = sought.name.toLowerCase();
  const isOtherCase = declarations.some(({ kind, name }) => kind === sought.kind && name.toLowerCase() === small);
  if (
    found.length === 0 &&
    isOtherCase &&
    !declarations.some(({ kind, name }) => kind === sought.kind && name === sought.name)
  )
    return 'labelNameClash';
  const index =
    found.length > 0
      ? built.findIndex(({ declarations: all }) => all.some((declared) => found.includes(declared)))
      : units.findIndex(({ name }) => name === own);
  const unit = units[index] ?? (units.length === 1 ? units[0] : undefined);
  if (unit === undefined) return undefined;
  // Labels in other cases are an error, or are ignored: each has a cure of its own.
  if (unit.labels.some(({ key }) => isEnable(key.value) && key.value !== 'traefik.enable')) return undefined;
  if (!isExposed(unit, facts)) return 'dockerNotExposed';
  const constrained = unit.constrained(facts);
  if (constrained === 'invalid') return undefined;
  if (constrained === false) return 'dockerConstraints';
  if (unit.state === 'stopped') return 'dockerNotRunning';
  if (unit.state === 'unhealthy' && facts.allowEmptyServices !== true) return 'dockerUnhealthy';
  return 'labelError';
}

/** Real default rules are shorter. */
const longestRule = 4_096;

/** Whether Go cannot read a template: an action without an end, or a function that does not exist. */
function isBrokenTemplate(template: string): boolean {
  if (template.length > longestRule) return false;
  return templateActionsIn(template).some(({ words, isComment, end }) => {
    if (words === undefined || !template.startsWith('}}', end - 2)) return true;
    if (isComment) return false;
    return words.some(
      (word) =>
        /^[a-zA-Z]\w*$/.test(word) && !templateKeywords.has(word) && argumentsOfTemplateFunction(word) === undefined,
    );
  });
}

function isEnable(key: string): boolean {
  return key.toLowerCase() === 'traefik.enable';
}

function isExposed({ labels }: LabelUnit, { exposedByDefault }: ProviderFacts): boolean {
  const enable = labels.find(({ key }) => isEnable(key.value))?.value.value;
  return enable === undefined ? exposedByDefault !== false : isGoTrue(enable);
}

function keyOf(one: Pick<Declaration, 'protocol' | 'kind' | 'name'> | undefined): string {
  return `${one?.protocol} ${one?.kind} ${one?.name}`;
}

/** The objects that two containers declare, and do not declare alike: Traefik drops them. */
function clashing(declarations: readonly Declaration[]): ReadonlySet<string> {
  const first = new Map<string, Declaration>();
  const clashes = new Set<string>();
  for (const one of declarations) {
    const known = first.get(keyOf(one));
    if (known === undefined) first.set(keyOf(one), one);
    else if (known.content !== one.content || known.router?.service?.value !== one.router?.service?.value)
      clashes.add(keyOf(one));
  }
  return clashes;
}
