import type { WorstTrouble } from '../model/troubles';
import type { Finding } from './finding';

/** How bad a finding is: an error where nothing can be served. Undefined for what only could be tidied up. */
export function findingSeverity({ kind, links }: Finding): WorstTrouble | undefined {
  if (kind === 'unused') return undefined;
  const [first] = links;
  const isOver = first?.to === 'certificate' && first.certificate.status === 'expired';
  return kind === 'down' || isOver ? 'error' : 'warning';
}

/** How many findings are how bad. */
interface FindingCounts {
  readonly errors: number;
  readonly warnings: number;
  readonly others: number;
}

/** Counts findings, once for each list. */
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

/** How bad the worst of them is. */
export function worstFinding(list: readonly Finding[]): WorstTrouble | undefined {
  const { errors, warnings } = findingCounts(list);
  return errors > 0 ? 'error' : warnings > 0 ? 'warning' : undefined;
}
