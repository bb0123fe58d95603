/** Things of two sides that have been told to be the same, and those that only one side has. */
export interface Pairs<T> {
  readonly pairs: readonly (readonly [left: T, right: T])[];
  readonly onlyLeft: readonly T[];
  readonly onlyRight: readonly T[];
  /** Names that several things of one side share. */
  readonly shared: readonly string[];
}

/** What there is to know of a thing of one side. */
export interface Paired {
  /** The name it is compared by. Several of one side may have the same. */
  readonly key: string;
  /** Its whole name, unique on its side. */
  readonly name: string;
  /** The text of what is compared. Asked for only where names do not tell. */
  readonly content: () => string;
}

/**
 * Pairs things by name. Where several of one side have the same, first those that are equal, then those of the same whole
 * name, then the last ones left if there is one on each side; any other guess could be wrong.
 */
export function pairUp<T extends Paired>(left: readonly T[], right: readonly T[]): Pairs<T> {
  const rights = byKey(right);
  const pairs: (readonly [T, T])[] = [];
  const onlyLeft: T[] = [];
  const onlyRight: T[] = [];
  const shared: string[] = [];
  for (const [key, ones] of byKey(left)) {
    const others = rights.get(key) ?? [];
    rights.delete(key);
    if (ones.length > 1 || others.length > 1) shared.push(key);
    const matched = ones.length > 1 || others.length > 1 ? matchSeveral(ones, others) : matchRest(ones, others);
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

function matchSeveral<T extends Paired>(left: readonly T[], right: readonly T[]): Matched<T> {
  const equal = matchBy(left, right, ({ content }) => content());
  const named = matchBy(equal.onlyLeft, equal.onlyRight, ({ name }) => name);
  const rest = matchRest(named.onlyLeft, named.onlyRight);
  return { ...rest, pairs: [...equal.pairs, ...named.pairs, ...rest.pairs] };
}

function matchBy<T>(left: readonly T[], right: readonly T[], textOf: (thing: T) => string): Matched<T> {
  const free = new Map<string, T[]>();
  for (const thing of right) {
    const text = textOf(thing);
    free.set(text, [...(free.get(text) ?? []), thing]);
  }
  const pairs: (readonly [T, T])[] = [];
  const onlyLeft: T[] = [];
  for (const thing of left) {
    const other = free.get(textOf(thing))?.shift();
    if (other === undefined) onlyLeft.push(thing);
    else pairs.push([thing, other]);
  }
  return { pairs, onlyLeft, onlyRight: [...free.values()].flat() };
}

function matchRest<T>(left: readonly T[], right: readonly T[]): Matched<T> {
  const [one] = left;
  const [other] = right;
  return one !== undefined && other !== undefined && left.length === 1 && right.length === 1
    ? { pairs: [[one, other]], onlyLeft: [], onlyRight: [] }
    : { pairs: [], onlyLeft: left, onlyRight: right };
}

function byKey<T extends Paired>(things: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) {
    const group = groups.get(thing.key);
    if (group === undefined) groups.set(thing.key, [thing]);
    else group.push(thing);
  }
  return groups;
}
