/** Lists of up to this many rows are given at once. */
const shortList = 200;
/** The rows of a longer list that are given first: as many as the tallest side bar shows. */
const firstRows = 100;
/** Milliseconds until the rest follows: by then the first rows are drawn. */
const restAfterMs = 100;
/** The most milliseconds to wait for the rest when jumping to a row: it never comes if the branch was collapsed meanwhile. */
const restWithinMs = 1_000;

/**
 * Gives long lists in two steps. VS Code draws the rows of a branch when it has all of them, and 5,000 take ten times as long
 * as 200.
 */
interface ProgressiveChildren<N> {
  /** How many of a branch's rows `part` needs now; undefined for all. */
  most(node: N): number | undefined;
  /** The rows of a branch to give now. `redraw` soon requests the rest. */
  part<Row extends N>(node: N, rows: readonly Row[]): readonly Row[];
  /** Resolves when all siblings of `node` and of its ancestors are given, or will be when requested. */
  whole(node: N): Promise<void>;
  dispose(): void;
}

interface Rest<N> {
  /** The row that VS Code has now: it may have been made anew since the first rows were given. */
  node: N;
  readonly timer: NodeJS.Timeout;
  readonly given: Promise<void>;
  give(): void;
}

/**
 * @param redraw makes VS Code request the children of a row again
 * @param isCut whether the first children of a row can be made without the others
 */
export function progressiveChildren<N extends { readonly id: string }>(
  redraw: (node: N) => void,
  parentOf: (node: N) => N | undefined,
  isCut: (node: N) => boolean,
): ProgressiveChildren<N> {
  /** Branches that were shown in full stay so: shortening them again would lose the scroll position. */
  const wholes = new Set<string>();
  /** Branches of which only the first rows were given so far. */
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
    most: (node) => (isCut(node) && !wholes.has(node.id) ? shortList + 1 : undefined),
    part(node, rows) {
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
    async whole(node) {
      for (let above = parentOf(node); above !== undefined; above = parentOf(above)) {
        const rest = rests.get(above.id);
        wholes.add(above.id);
        if (rest === undefined) continue;
        clearTimeout(rest.timer);
        redraw(rest.node);
        await Promise.race([rest.given, new Promise((resolve) => setTimeout(resolve, restWithinMs).unref())]);
      }
    },
    dispose() {
      for (const { timer } of rests.values()) clearTimeout(timer);
      rests.clear();
    },
  };
}
