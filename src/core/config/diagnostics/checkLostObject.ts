import { type ConfigProblem, objectProblem, renameFix } from '../model/configProblem';
import { type CheckedValue, type Declaration, isAboutMissing, referencesOf } from '../model/declaration';
import type { PlacedText } from '../source/placedText';
import { balancerFaults, severalTypes, valueFaults } from './checkChains';
import { syntaxOf } from './checkContext';
import { checkRule } from './checkRule';
import { doubtAbout } from './doubtfulForms';
import { isAbsent, type ObjectIndex } from './objectIndex';

/**
 * The problems of an object that is already lost with its container or its file: those of the object itself, so that
 * the user sees all at once. Other parts may be the unreadable ones, so missing parts are no problems here.
 *
 * @param lost whether an object is declared and also lost
 */
export function lostProblems(
  one: Declaration,
  index: ObjectIndex,
  lost: (target: Pick<Declaration, 'protocol' | 'kind'>, name: string) => boolean,
): readonly ConfigProblem[] {
  const { router, middleware, service, protocol, checked = [], doubtful = [] } = one;
  const problems: ConfigProblem[] = [];
  const rules = router?.rule === undefined ? [] : ruleProblems(one, router.rule, index, true);
  for (const problem of rules) problems.push(problem);
  const values = checked.filter((other) => !isAboutMissing(other)).slice(0, mostValues);
  for (const { code, at, message } of [...valueFaults(values, index), ...balancerFaults(one)])
    problems.push(objectProblem(one, 'error', code, at, message));
  const doubts = doubtful.filter((other) => !isAboutMissing(other)).slice(0, mostValues);
  for (const problem of doubtProblems(one, doubts)) problems.push(problem);
  const types = middleware?.types ?? service?.types ?? [];
  // Of TCP middlewares, the last type counts.
  if (types.length > 1 && (middleware === undefined || protocol === 'http')) {
    problems.push(objectProblem(one, 'error', 'object.types', one.at, severalTypes(types)));
  }
  const names = referencesOf(one).filter(
    ([kind, { value }]) =>
      kind === 'service' || kind === 'middleware' || (kind === 'tlsOptions' && value !== 'default'),
  );
  for (const [kind, name] of names.slice(0, mostNames)) {
    const of = kind === 'tlsOptions' ? 'http' : protocol;
    const target = index.target(one, of, kind, name.value);
    if (lost({ protocol: of, kind }, name.value) || !isAbsent(target)) continue;
    const { message, meant } = index.missing(one, of, kind, name.value);
    problems.push({
      ...objectProblem(one, 'error', 'ref.unknown', name, message),
      fix: renameFix(name, meant),
      untilDeployed: target === 'undeployed',
    });
  }
  return problems;
}

/** Per object. */
const mostNames = 100;
const mostValues = 1_000;

/**
 * The problems of the rule of a router, which show whether the router is used or lost.
 *
 * @param hasTls whether the router has TLS, or may have it
 */
export function ruleProblems(
  one: Declaration,
  rule: PlacedText,
  index: ObjectIndex,
  hasTls: boolean,
): readonly ConfigProblem[] {
  const { protocol, name } = one;
  if (protocol === 'udp') return [];
  const syntax = syntaxOf(one, index.context);
  const { hasWildcards } = index.context;
  const compose = /@(?:docker|swarm)$/.test(name);
  const faults = checkRule(rule, { protocol, syntax, hasWildcards, hasTls, compose, patterns: index.patterns });
  return faults.map(({ severity, code, at, message, fix }) => ({
    ...objectProblem(one, severity, code, at, message),
    fix,
  }));
}

/** The doubts about values of an object that Traefik accepts. */
export function doubtProblems(one: Declaration, values: readonly CheckedValue[]): readonly ConfigProblem[] {
  // Compose and HCL take a brace after one sign for the beginning of a variable.
  const sign = /@(?:file|kubernetescrd)$/.test(one.name) ? '$' : '$$';
  return values.flatMap((value) => {
    const doubt = doubtAbout(value, sign);
    if (doubt === undefined) return [];
    const { code, severity, message, meant } = doubt;
    return [{ ...objectProblem(one, severity, code, value.text, message), fix: renameFix(value.text, meant) }];
  });
}
