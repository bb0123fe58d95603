/** Points in time that are being closed, so that the next is opened behind them: one is open at a time. */
export interface Closings {
  /** @param closing never rejects */
  add(closing: Promise<void>): void;
  /** Ends when all are closed. */
  settled(): Promise<void>;
}

export function createClosings(): Closings {
  const open = new Set<Promise<void>>();
  return {
    add(closing) {
      const known = closing.finally(() => open.delete(known));
      open.add(known);
    },
    async settled() {
      while (open.size > 0) await Promise.all(open);
    },
  };
}
