import { addToList } from '../core/base/lists/addToList';
import type { ReportedProblem } from './report';

const ranks: Readonly<Record<ReportedProblem['severity'], number>> = { error: 0, warning: 1, information: 2 };

/**
 * As many problems as fit into the output, in their order: equally many of each file at first, and the worst of each
 * file before others, so that no file hides another one's problems.
 *
 * @param room in the unit of `sizeOf`
 */
export function printable(
  problems: readonly ReportedProblem[],
  room: number,
  sizeOf: (problem: ReportedProblem) => number,
): readonly ReportedProblem[] {
  const ofFiles = new Map<string, ReportedProblem[]>();
  for (const problem of problems.toSorted((one, other) => ranks[one.severity] - ranks[other.severity])) {
    addToList(ofFiles, problem.path, problem);
  }
  let open = [...ofFiles.values()];
  const taken = new Set<ReportedProblem>();
  let left = room;
  for (let turn = 0; open.length > 0; turn++) {
    open = open.filter((ofFile) => {
      const next = ofFile[turn];
      if (next === undefined) return false;
      const size = sizeOf(next);
      if (size > left) return false;
      left -= size;
      taken.add(next);
      return true;
    });
  }
  return problems.filter((problem) => taken.has(problem));
}
