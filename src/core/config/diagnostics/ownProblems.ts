import type { ConfigProblem } from '../model/configProblem';
import type { CheckedValue, Declaration } from '../model/declaration';
import type { PlacedText } from '../source/placedText';
import { checkRule } from './checkRule';
import { doubtAbout } from './doubtfulForms';
import { type ObjectIndex, objectProblem, renameFix } from './objectIndex';

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
  const { protocol, name, router } = one;
  if (protocol === 'udp') return [];
  const written = router?.ruleSyntax?.value;
  const syntax = written === 'v2' || written === 'v3' ? written : (index.context.ruleSyntax ?? 'v3');
  const compose = /@(?:docker|swarm)$/.test(name);
  const faults = checkRule(rule, { protocol, syntax, hasTls, compose, patterns: index.patterns });
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
