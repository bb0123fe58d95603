import * as l10n from '@vscode/l10n';
import { quotedList } from '../../base/text/quoted';
import type { ConfigProblem } from '../model/configProblem';
import { type Declaration, tellsOfMissing } from '../model/declaration';
import { checkRule } from './checkRule';
import { doubtAbout } from './doubtfulForms';
import { type ObjectIndex, objectProblem, renamed } from './objectIndex';
import { faultOfValue } from './valueForms';

/**
 * What is wrong with an object that is lost already, with its container or its file: what can be known of it by itself, so that all is
 * told at once. What it lacks may be just what cannot be read, so nothing is concluded from that.
 *
 * @param lost whether an object is declared and lost as well
 */
export function lostProblems(
  one: Declaration,
  index: ObjectIndex,
  lost: (target: Pick<Declaration, 'protocol' | 'kind'>, name: string) => boolean,
): readonly ConfigProblem[] {
  const { router, middleware, service, protocol, checked = [], doubtful = [] } = one;
  const problems: ConfigProblem[] = [];
  if (router?.rule !== undefined && protocol !== 'udp') {
    const { value: written } = router.ruleSyntax ?? {};
    const syntax = written === 'v2' || written === 'v3' ? written : (index.context.ruleSyntax ?? 'v3');
    const compose = /@(?:docker|swarm)$/.test(one.name);
    const fault = checkRule(router.rule, { protocol, syntax, hasTls: true, compose, patterns: index.patterns });
    if (fault !== undefined) {
      const { code, severity, at, message, fix } = fault;
      problems.push({ ...objectProblem(one, severity, code, at, message), fix });
    }
  }
  for (const value of checked.filter((other) => !tellsOfMissing(other)).slice(0, MOST_VALUES)) {
    const message = faultOfValue(value, index.context, index.patterns);
    if (message !== undefined) problems.push(objectProblem(one, 'error', 'object.value', value.text, message));
  }
  for (const value of doubtful.filter((other) => !tellsOfMissing(other)).slice(0, MOST_VALUES)) {
    const doubt = doubtAbout(value);
    if (doubt === undefined) continue;
    const { code, severity, message, meant } = doubt;
    problems.push({ ...objectProblem(one, severity, code, value.text, message), fix: renamed(value.text, meant) });
  }
  const types = middleware?.types ?? service?.types ?? [];
  // Of TCP middlewares, the last type counts.
  if (types.length > 1 && (middleware === undefined || protocol === 'http')) {
    const words = l10n.t(
      'An object can only have one type, but has {0}. Declare one object for each.',
      quotedList(types),
    );
    problems.push(objectProblem(one, 'error', 'object.types', one.at, words));
  }
  const names = [
    ...(router?.service === undefined ? [] : [['service', router.service] as const]),
    ...[...(router?.middlewares ?? []), ...(middleware?.middlewares ?? [])].map(
      (name) => ['middleware', name] as const,
    ),
  ];
  for (const [kind, name] of names.slice(0, MOST_NAMES)) {
    if (lost({ protocol, kind }, name.value) || index.target(one, protocol, kind, name.value) !== 'missing') continue;
    const { message, meant } = index.missing(one, protocol, kind, name.value);
    problems.push({ ...objectProblem(one, 'error', 'ref.unknown', name, message), fix: renamed(name, meant) });
  }
  return problems;
}

/** Of one object. */
const MOST_NAMES = 100;
const MOST_VALUES = 1_000;
