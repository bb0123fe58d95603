import type { WorstTrouble } from '../model/troubles';
import type { Finding } from './finding';

/** The severity of a finding: an error if nothing can be served. Undefined for findings that are only untidy. */
export function findingSeverity({ kind, links }: Finding): WorstTrouble | undefined {
  if (kind === 'unused') return undefined;
  const [first] = links;
  const isOver = first?.to === 'certificate' && first.certificate.status === 'expired';
  return kind === 'down' || isOver ? 'error' : 'warning';
}

/** The numbers of findings by severity. */
interface FindingCounts {
  readonly errors: number;
  readonly warnings: number;
  readonly others: number;
}

export function findingCounts(list: readonly Finding[]): FindingCounts {
  let counts = counted.get(list);
  if (counts === undefined) {
    const severities = list.map(findingSeverity);
    const having = (wanted: WorstTrouble | undefined): number => severities.filter((one) => one === wanted).length;
    counts = { errors: having('error'), warnings: having('warning'), others: having(undefined) };
    counted.set(list, counts);
  }
  return counts;
}

const counted = new WeakMap<readonly Finding[], FindingCounts>();

/** The worst severity of the findings. */
export function worstFinding(list: readonly Finding[]): WorstTrouble | undefined {
  const { errors, warnings } = findingCounts(list);
  return errors > 0 ? 'error' : warnings > 0 ? 'warning' : undefined;
}
