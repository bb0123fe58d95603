import type { ConfigProblem } from '../model/configProblem';
import { type Declaration, isAboutMissing } from '../model/declaration';
import { balancerFaults, severalTypes, valueFaults } from './checkChains';
import { isAbsent, type ObjectIndex, objectProblem, renameFix } from './objectIndex';
import { doubtProblems, ruleProblems } from './ownProblems';

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
  const options = router?.tls?.options;
  const names = [
    ...(options === undefined || options.value === 'default' ? [] : [['tlsOptions', options] as const]),
    ...(router?.service === undefined ? [] : [['service', router.service] as const]),
    ...[...(service?.children ?? []), ...(middleware?.service === undefined ? [] : [middleware.service])].map(
      (name) => ['service', name] as const,
    ),
    ...[...(router?.middlewares ?? []), ...(middleware?.middlewares ?? []), ...(service?.middlewares ?? [])].map(
      (name) => ['middleware', name] as const,
    ),
  ];
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
