/** A list of up to this many rows is given whole. */
const SHORT_LIST = 200;
/** Rows of a longer one that are given first: as many as the tallest side bar shows. */
const FIRST_ROWS = 100;
/** Milliseconds after which the rest follows: by then the first are drawn. */
const REST_AFTER_MS = 100;
/** Milliseconds that a person who jumps to a row waits at most for the rest: nobody asks for it where the branch was folded meanwhile. */
const REST_WITHIN_MS = 1_000;

/**
 * Gives long lists in two steps. VS Code draws the rows of a branch when it has all of them, and 5,000 take ten times as
 * long as the 200 that can be seen at first.
 */
export interface ProgressiveChildren<N> {
  /** How many of a branch's rows `part` looks at now; undefined for all. */
  most(node: N): number | undefined;
  /** What of a branch's rows to give now. The rest is asked for by `redraw` soon after. */
  part(node: N, rows: readonly N[]): readonly N[];
  /** Resolves when all rows beside `node` and above it are given, or will be as soon as they are asked for. */
  whole(node: N): Promise<void>;
  dispose(): void;
}

interface Rest {
  readonly timer: NodeJS.Timeout;
  readonly given: Promise<void>;
  give(): void;
}

/**
 * @param redraw makes VS Code ask for the rows below a row again
 * @param parentOf gives the row that a row lies under
 * @param isCut whether a row is one of those below which not all rows need be made to see the first
 */
export function progressiveChildren<N extends { readonly id: string }>(
  redraw: (node: N) => void,
  parentOf: (node: N) => N | undefined,
  isCut: (node: N) => boolean,
): ProgressiveChildren<N> {
  /** Branches that were shown whole once stay so: to be cut short again would lose the place in them. */
  const wholes = new Set<string>();
  /** Branches of which only the first rows were given yet. */
  const rests = new Map<string, Rest>();

  const giveRest = (node: N): void => {
    wholes.add(node.id);
    redraw(node);
  };
  const later = (node: N): Rest => {
    const timer = setTimeout(() => giveRest(node), REST_AFTER_MS);
    let give = (): void => undefined;
    const given = new Promise<void>((resolve) => {
      give = resolve;
    });
    return { timer, given, give };
  };

  return {
    most: (node) => (isCut(node) && !wholes.has(node.id) ? SHORT_LIST + 1 : undefined),
    part(node, rows) {
      if (rows.length <= SHORT_LIST) return rows;
      const rest = rests.get(node.id);
      if (wholes.has(node.id)) {
        rests.delete(node.id);
        rest?.give();
        return rows;
      }
      if (rest === undefined) rests.set(node.id, later(node));
      return rows.slice(0, FIRST_ROWS);
    },
    async whole(node) {
      for (let above = parentOf(node); above !== undefined; above = parentOf(above)) {
        const rest = rests.get(above.id);
        wholes.add(above.id);
        if (rest === undefined) continue;
        clearTimeout(rest.timer);
        redraw(above);
        await Promise.race([rest.given, new Promise((resolve) => setTimeout(resolve, REST_WITHIN_MS).unref())]);
      }
    },
    dispose() {
      for (const { timer } of rests.values()) clearTimeout(timer);
      rests.clear();
    },
  };
}
