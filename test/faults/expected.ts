import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { recordingsFolder } from '../recordings/read';
import type { HalfName } from './halves';
import type { Row } from './row';

const file = join(dirname(recordingsFolder()), 'faults', 'expected.json');
/** What comes of a fault: the same in both halves, or another in each. */
const schema = z.record(z.string(), z.union([z.string(), z.object({ proxies: z.string(), search: z.string() })]));

/** What comes of each fault, by half. What all rows have in common is in `shortfallsOf`. */
export type Expected = ReadonlyMap<string, Readonly<Record<HalfName, string>>>;

export function readExpected(): Expected {
  const read = schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return new Map(
    Object.entries(read).map(([fault, told]) => [
      fault,
      typeof told === 'string' ? { proxies: told, search: told } : told,
    ]),
  );
}

/** Writes what came. Of faults that were not run, what was expected before stays. */
export function writeExpected(faults: readonly string[], rows: readonly Row[]): void {
  const before = readExpected();
  const entries = faults.flatMap((fault) => {
    const of = (half: HalfName): string | undefined =>
      rows.find((row) => row.fault === fault && row.half === half)?.outcome ?? before.get(fault)?.[half];
    const [proxies, search] = [of('proxies'), of('search')];
    if (proxies === undefined || search === undefined) return [];
    return [[fault, proxies === search ? proxies : { proxies, search }]];
  });
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}

/** Milliseconds in which a canceled ask must come back: on a machine that does other things too. */
const mostCancelMs = 1_000;

/** What a row lacks, as sentences. */
export function shortfallsOf(row: Row, expected: Expected): readonly string[] {
  const { left, again, canceledAs, cancelMs } = row;
  const outcome = expected.get(row.fault)?.[row.half];
  const good = row.half === 'proxies' ? /^\d+ routers$/ : /^10 hits$/;
  return [
    ...(outcome === row.outcome ? [] : [`came “${row.outcome}” instead of “${outcome ?? 'nothing that is expected'}”`]),
    ...(row.foreign === 0 ? [] : [`${row.foreign} requests came to another origin`]),
    ...Object.entries(left).flatMap(([what, many]) => (many === 0 ? [] : [`${many} ${what} left`])),
    ...(canceledAs === undefined || canceledAs.startsWith('canceled: ')
      ? []
      : [`canceled, it came back with “${canceledAs}”`]),
    ...(cancelMs === undefined || cancelMs <= mostCancelMs ? [] : [`canceled, it came back after ${cancelMs} ms`]),
    ...(again === undefined || good.test(again) ? [] : [`afterwards came “${again}”`]),
    ...(row.isKept === false ? ['what was seen before is gone'] : []),
    ...(row.tellsSecret ? ['the failure tells a secret'] : []),
    ...row.unhandled.map((error) => `nobody handled ${error}`),
  ];
}
