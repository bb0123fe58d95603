import type { CheckReport, ReportedProblem } from './report';

/** The last line of a report: how many problems there are, in how many files. */
export function sumOf({ problems, files }: CheckReport): string {
  const count = (severity: ReportedProblem['severity']): number =>
    problems.filter((problem) => problem.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')} in ${counted(files, 'file')} for Traefik.`;
}

/** How many there are beside those that are printed. */
export function notPrinted(count: number, word: string): string {
  return `… and ${counted(count, `more ${word}`)} ${count === 1 ? 'is' : 'are'} not printed.`;
}

function counted(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
}
