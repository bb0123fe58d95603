/** Choices that look random and are the same each time. */
export interface Dice {
  /** True in about this share of calls, 0 to 1. */
  chance(share: number): boolean;
  /** A whole number from 0 up to but not including `count`. */
  below(count: number): number;
  /** One of at least one. */
  pick<T>(from: readonly T[]): T;
}

/** Dice that fall the same for the same seed (mulberry32, public domain). */
export function loadedDice(seed: number): Dice {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(random() * count);
  return {
    chance: (share) => random() < share,
    below,
    pick(from) {
      const item = from[below(from.length)];
      if (item === undefined) throw new RangeError('there is nothing to pick from');
      return item;
    },
  };
}
