import * as l10n from '@vscode/l10n';
import { groupedBy } from '../source/groupedBy';
import type { ConfigProblem } from './configProblem';

/** Per file. VS Code shows no more. */
export const mostProblems = 1_000;

/**
 * At most 1,000 problems of each file: unread parts, the first of its errors, then of the others. The last one reports
 * that there are more, and is as severe as the worst of these.
 */
export function limitedProblems(problems: readonly ConfigProblem[]): readonly ConfigProblem[] {
  const byPath = groupedBy(problems, ({ range }) => range.path);
  const isTooMany = [...byPath.values()].some(({ length }) => length > mostProblems);
  return isTooMany ? [...byPath.values()].flatMap(limitedInFile) : problems;
}

function limitedInFile(problems: readonly ConfigProblem[]): readonly ConfigProblem[] {
  if (problems.length <= mostProblems) return problems;
  const bySeverity = problems
    .filter(({ code }) => code !== 'text.tooMany')
    .toSorted((one, other) => rankOf(one) - rankOf(other));
  const [first] = bySeverity.slice(mostProblems - 1);
  const shown = bySeverity.slice(0, mostProblems - 1);
  return first === undefined ? shown : [...shown, more(first)];
}

const ranks: Readonly<Record<ConfigProblem['severity'], number>> = { error: 0, warning: 1, information: 2 };

/** A file that was not read to its end comes before its other problems. */
function rankOf({ code, severity }: ConfigProblem): number {
  return code === 'text.tooLarge' || code === 'text.unread' ? -1 : ranks[severity];
}

function more({ severity, range, about }: ConfigProblem): ConfigProblem {
  const message = l10n.t('This file has more than {0} problems. Solve some of them to see the others.', mostProblems);
  return { code: 'text.tooMany', severity, message, range, about };
}
