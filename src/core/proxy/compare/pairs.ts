import type { Pauses } from '../../base/async/pauses';
import { addToList } from '../../base/lists/addToList';

/** The things that both sides have, and those that only one side has. */
interface Pairs<T> {
  readonly pairs: readonly (readonly [left: T, right: T])[];
  readonly onlyLeft: readonly T[];
  readonly onlyRight: readonly T[];
  /** Names shared by several things of one side. */
  readonly shared: readonly string[];
}

export interface PairedThing {
  /** The name by which it is compared. Several things of one side may have the same. */
  readonly key: string;
  /** Its whole name, unique on its side. */
  readonly name: string;
  /** The text of the compared content. Called only if names are ambiguous. */
  readonly content: () => string;
}

/**
 * Pairs things by name. If several things of one side have the same name, pairs identical ones first, then those with
 * the same full name, then the last ones left if there is one on each side. Any other guess could be wrong.
 *
 * @param pause yields to the event loop, and throws if the caller no longer waits for the result
 */
export async function pairThings<T extends PairedThing>(
  left: readonly T[],
  right: readonly T[],
  pause: Pauses,
): Promise<Pairs<T>> {
  const rights = byKey(right);
  const pairs: (readonly [T, T])[] = [];
  const onlyLeft: T[] = [];
  const onlyRight: T[] = [];
  const shared: string[] = [];
  for (const [key, ones] of byKey(left)) {
    await pause();
    const others = rights.get(key) ?? [];
    rights.delete(key);
    const isShared = ones.length > 1 || others.length > 1;
    if (isShared) shared.push(key);
    const matched = isShared ? await matchSeveral(ones, others, pause) : matchRest(ones, others);
    pairs.push(...matched.pairs);
    onlyLeft.push(...matched.onlyLeft);
    onlyRight.push(...matched.onlyRight);
  }
  for (const [key, others] of rights) {
    if (others.length > 1) shared.push(key);
    onlyRight.push(...others);
  }
  return { pairs, onlyLeft, onlyRight, shared };
}

type Matched<T> = Omit<Pairs<T>, 'shared'>;

async function matchSeveral<T extends PairedThing>(
  left: readonly T[],
  right: readonly T[],
  pause: Pauses,
): Promise<Matched<T>> {
  const equal = await matchBy(left, right, ({ content }) => content(), pause);
  const named = await matchBy(equal.onlyLeft, equal.onlyRight, ({ name }) => name, pause);
  const rest = matchRest(named.onlyLeft, named.onlyRight);
  return { ...rest, pairs: [...equal.pairs, ...named.pairs, ...rest.pairs] };
}

async function matchBy<T>(
  left: readonly T[],
  right: readonly T[],
  textOf: (thing: T) => string,
  pause: Pauses,
): Promise<Matched<T>> {
  /** The things that are not paired yet, in reverse order. */
  const free = new Map<string, T[]>();
  for (const thing of right.toReversed()) {
    await pause();
    addToList(free, textOf(thing), thing);
  }
  const pairs: (readonly [T, T])[] = [];
  const onlyLeft: T[] = [];
  for (const thing of left) {
    await pause();
    const other = free.get(textOf(thing))?.pop();
    if (other === undefined) onlyLeft.push(thing);
    else pairs.push([thing, other]);
  }
  const unpaired = new Set([...free.values()].flat());
  return { pairs, onlyLeft, onlyRight: right.filter((thing) => unpaired.has(thing)) };
}

function matchRest<T>(left: readonly T[], right: readonly T[]): Matched<T> {
  const [one] = left;
  const [other] = right;
  return one !== undefined && other !== undefined && left.length === 1 && right.length === 1
    ? { pairs: [[one, other]], onlyLeft: [], onlyRight: [] }
    : { pairs: [], onlyLeft: left, onlyRight: right };
}

function byKey<T extends PairedThing>(things: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) addToList(groups, thing.key, thing);
  return groups;
}
