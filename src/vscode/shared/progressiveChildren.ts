/** Lists of up to this many rows are returned at once. */
const shortList = 200;
/** The first rows of a longer list: as many as the tallest side bar shows. */
const firstRows = 100;
/** Milliseconds until the rest follows, after VS Code has drawn the first rows. */
const restAfterMs = 100;
/** The most milliseconds to wait for the rest when revealing a row: it never comes if the branch was collapsed. */
const restWithinMs = 1_000;

interface Rest<N> {
  /** The current row in VS Code: it may have been made again since the first rows. */
  node: N;
  readonly timer: NodeJS.Timeout;
  readonly given: Promise<void>;
  give(): void;
}

/**
 * Returns long lists in two steps, because VS Code draws the rows of a branch only when it has all of them.
 *
 * @param redraw makes VS Code request the children of a row again
 * @param isCut whether the first children of a row can be made without the others
 */
export function progressiveChildren<N extends { readonly id: string }>(
  redraw: (node: N) => void,
  parentOf: (node: N) => N | undefined,
  isCut: (node: N) => boolean,
) {
  /** Branches that were shown in full stay so, because shortening them again would lose the scroll position. */
  const wholes = new Set<string>();
  /** Branches of which VS Code has only the first rows so far. */
  const rests = new Map<string, Rest<N>>();

  const giveRest = ({ node }: Rest<N>): void => {
    wholes.add(node.id);
    redraw(node);
  };
  const later = (node: N): Rest<N> => {
    const timer = setTimeout(() => giveRest(rest), restAfterMs);
    let give = (): void => undefined;
    const given = new Promise<void>((resolve) => {
      give = resolve;
    });
    const rest = { node, timer, given, give };
    return rest;
  };

  return {
    /** The number of a branch's rows that `part` needs now; undefined for all. */
    most: (node: N): number | undefined => (isCut(node) && !wholes.has(node.id) ? shortList + 1 : undefined),
    /** The rows of a branch to return now. `redraw` soon requests the rest. */
    part<Row extends N>(node: N, rows: readonly Row[]): readonly Row[] {
      if (rows.length <= shortList) return rows;
      const rest = rests.get(node.id);
      if (wholes.has(node.id)) {
        rests.delete(node.id);
        rest?.give();
        return rows;
      }
      if (rest === undefined) rests.set(node.id, later(node));
      else rest.node = node;
      return rows.slice(0, firstRows);
    },
    /** Resolves when VS Code has all siblings of `node` and of its ancestors, or will get them on request. */
    async whole(node: N): Promise<void> {
      for (let above = parentOf(node); above !== undefined; above = parentOf(above)) {
        const rest = rests.get(above.id);
        wholes.add(above.id);
        if (rest === undefined) continue;
        clearTimeout(rest.timer);
        redraw(rest.node);
        await Promise.race([rest.given, new Promise((resolve) => setTimeout(resolve, restWithinMs).unref())]);
      }
    },
    /** Forgets the branches that are no longer part of the view, by the ids of their rows. */
    keep(isShown: (id: string) => boolean): void {
      for (const id of wholes) if (!isShown(id)) wholes.delete(id);
      for (const [id, { timer, give }] of rests) {
        if (isShown(id)) continue;
        clearTimeout(timer);
        rests.delete(id);
        give();
      }
    },
    dispose(): void {
      for (const { timer } of rests.values()) clearTimeout(timer);
      rests.clear();
    },
  };
}
