/** Counting, medians and tables for the measurements. */

/** The middle of the numbers, to a tenth. */
export function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  return Math.round(middle * 10) / 10;
}

/** How many of the keys came before in the list. */
export const repeatsIn = (keys) => keys.length - new Set(keys).size;

/** How many of the expected keys are not among the shown. */
export function missingFrom(expected, shown) {
  const there = new Set(shown);
  return expected.filter((key) => !there.has(key)).length;
}

/** True when both pages hold the same documents in the same order. */
export const samePage = (one, other) => one.length === other.length && one.every((key, place) => key === other[place]);

/** A Markdown table of objects that have the same keys. */
export function table(rows) {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map((column) => row[column]))),
  ].join('\n');
}

/**
 * What a measurement gives back.
 * @typedef {object} Report
 * @property {string} title
 * @property {Record<string, string | number>[]} rows
 * @property {string[]} broken   sentences that had to hold and did not
 */

/** Collects sentences that must hold. */
export function claims() {
  const broken = [];
  return {
    broken,
    expect(holds, sentence) {
      if (!holds) broken.push(sentence);
    },
  };
}
