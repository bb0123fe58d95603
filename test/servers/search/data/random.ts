/** A source of numbers that looks random and is the same at every start. */
export interface Random {
  /** From 0 up to but without 1. */
  next(): number;
  /** A whole number from 0 up to but without `below`. */
  below(below: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** So many hexadecimal digits. */
  hex(digits: number): string;
}

/** Mulberry32. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
    hex: (digits) => {
      let text = '';
      while (text.length < digits) {
        text += Math.floor(next() * 2 ** 32)
          .toString(16)
          .padStart(8, '0');
      }
      return text.slice(0, digits);
    },
  };
}
