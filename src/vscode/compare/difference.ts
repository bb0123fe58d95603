import type { Comparison, Difference } from '../../core/proxy/compare/compare';

/** The difference that a row of the comparison stands for; undefined where it is of another one. Anyone may call a command with anything. */
export function differenceOf(comparison: Comparison, node: unknown): Difference | undefined {
  const wanted = typeof node === 'object' && node !== null && 'difference' in node ? node.difference : undefined;
  const { added, removed, changed, health } = comparison;
  return [added, removed, changed, health].flat().find((difference) => difference === wanted);
}
