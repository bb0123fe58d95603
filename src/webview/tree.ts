import type { HitNode } from '../protocol/panel';

/** Objects and lists with more in them than this begin folded. */
const mostUnfolded = 100;

/** The lines that begin folded: what is long, but not the document itself. */
export function foldedAtFirst(nodes: readonly HitNode[]): Set<number> {
  return new Set(nodes.flatMap(({ depth, inside }, at) => (depth > 0 && inside > mostUnfolded ? [at] : [])));
}

/** Whether each line is to be seen: none below a folded one is. */
export function seenLines(nodes: readonly HitNode[], folded: ReadonlySet<number>): boolean[] {
  let hiddenUpTo = -1;
  return nodes.map(({ inside }, at) => {
    if (at <= hiddenUpTo) return false;
    if (folded.has(at)) hiddenUpTo = at + inside;
    return true;
  });
}

/** The line that a line belongs to; undefined at the top. */
export function ownerOf(nodes: readonly HitNode[], at: number): number | undefined {
  const depth = nodes[at]?.depth ?? 0;
  const owner = nodes.findLastIndex((node, before) => before < at && node.depth < depth);
  return owner < 0 ? undefined : owner;
}
