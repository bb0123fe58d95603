/**
 * @file Has both halves of the extension meet everything that servers, forward proxies and the way to them do wrong, one fault after the other, and
 * prints a table: what came, requests that reached another origin, what is left once all is closed, how long cancel took, whether it went on
 * well afterwards, and whether what was seen before was kept. Then it reads hostile
 * listings of 100,000 items (listings.ts). Ends with 1 where a row falls short of expected.json or of what all must have. See
 * run.mjs for how to call it.
 */
import { parseArgs } from 'node:util';
import { startSearchEngine } from '../servers/search/index';
import { startTraefik } from '../servers/traefik/index';
import { makeAuthority } from '../unit/core/base/http/certificates';
import { answerFaults } from './answers';
import { connectionFaults } from './connections';
import { readExpected, shortfallsOf, writeExpected } from './expected';
import type { Fault, Setting } from './fault';
import { openFront } from './front';
import type { HalfName } from './halves';
import { runListings } from './listings';
import { type Row, type RowSetting, runRow } from './row';

const { values } = parseArgs({
  options: { short: { type: 'boolean' }, only: { type: 'string' }, write: { type: 'boolean' } },
});
const mib = 2 ** 20;
/** Short enough to be waited for, and long enough for a good answer on a busy machine. */
const requestLimits = { connectTimeoutMs: 1_500, answerTimeoutMs: 1_500, totalTimeoutMs: 4_000, maxBytes: 8 * mib };
/** In a short run nothing waits for them. */
const longLimits = { ...requestLimits, connectTimeoutMs: 60_000, answerTimeoutMs: 60_000, totalTimeoutMs: 120_000 };
/** A row that falls short is run so often: whatever else a machine does must not count. */
const tryCount = 3;
const halfNames: readonly HalfName[] = ['proxies', 'search'];

async function main(): Promise<number> {
  const unhandled: string[] = [];
  process.on('unhandledRejection', (error) => unhandled.push(String(error)));
  const traefik = await startTraefik();
  const engine = await startSearchEngine();
  const foreign = await openFront(traefik.url);
  const authority = makeAuthority();
  const setting: Setting = {
    identity: authority.issue(['127.0.0.1', 'localhost']),
    authority: authority.cert,
    issue: authority.issue,
    foreign: foreign.origin,
  };
  const rowSetting: RowSetting = {
    bases: { proxies: traefik.url, search: engine.url },
    foreignRequests: () => foreign.requests.length,
    unhandled,
    limits: values.short === true ? longLimits : requestLimits,
  };
  try {
    return await runAll([...answerFaults(foreign.origin), ...connectionFaults(setting)], rowSetting);
  } finally {
    await Promise.all([traefik.close(), engine.close(), foreign.close()]);
  }
}

async function runAll(all: readonly Fault[], setting: RowSetting): Promise<number> {
  const faults = all.filter(
    ({ name, takesTime }) => name.includes(values.only ?? '') && !(values.short === true && takesTime === true),
  );
  const expected = readExpected();
  const rows: Row[] = [];
  const failed: string[] = [];
  for (const fault of faults) {
    for (const half of halfNames) {
      let row = await runRow(fault, half, setting);
      let shortfalls = shortfallsOf(row, expected);
      for (let tries = 1; shortfalls.length > 0 && tries < tryCount && values.write !== true; tries++) {
        row = await runRow(fault, half, setting);
        shortfalls = shortfallsOf(row, expected);
      }
      rows.push(row);
      failed.push(...shortfalls.map((what) => `${fault.name}, ${half}: ${what}`));
      console.log(lineOf(row, shortfalls.length === 0));
    }
  }
  // As many items as a refresh reads; a short run has fewer.
  const listings = await runListings(values.short === true ? 10_000 : 100_000, values.only ?? '');
  failed.push(...listings.failed);
  if (values.write === true)
    writeExpected(
      all.map(({ name }) => name),
      rows,
    );
  if (values.only === undefined) {
    const unknown = [...expected.keys()].filter((name) => !all.some((fault) => fault.name === name));
    failed.push(...unknown.map((name) => `expected.json has “${name}”, which is no fault`));
  }
  for (const line of failed) console.log(`✗ ${line}`);
  console.log(
    `${faults.length} faults in both halves: ${failed.length === 0 ? 'nothing fell short' : `${failed.length} fell short`}.`,
  );
  return failed.length === 0 && faults.length + listings.ran > 0 ? 0 : 1;
}

/** A row of the table. */
function lineOf({ fault, half, outcome, foreign, left, cancelMs, again, isKept }: Row, isGood: boolean): string {
  const cells = [
    `${isGood ? ' ' : '✗'} ${fault}`.padEnd(50),
    half.padEnd(7),
    `other origins ${foreign}`,
    `left ${Object.values(left).join('/')}`,
    `cancel ${cancelMs === undefined ? '–' : `${cancelMs} ms`}`.padEnd(13),
    `again ${again === undefined ? '–' : again}`.padEnd(16),
    `kept ${isKept === undefined ? '–' : isKept ? 'yes' : 'no'}`.padEnd(8),
    outcome,
  ];
  return cells.join('  ');
}

main().then(
  // What is left open by a fault must not keep the process.
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
