/**
 * @file Refreshes 10,000 times, turns 10,000 pages, opens and closes 300 times, against sample servers in another process, and looks at what this one
 * holds: heap, memory, files, sockets and timers, early on, late and once all is closed. Ends with 1 where something of it grew, or
 * something failed. Called by run.mjs: `main.js <endpoints as JSON> [--times=N]`.
 */
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { type Endpoint, endpointSchema } from '../../src/core/base/endpoints/endpoint';
import { grown, type Held, heldNow, heldText } from './held';
import { openings, refreshes, turns, type Work } from './work';

const { values, positionals } = parseArgs({
  options: { times: { type: 'string', default: '10000' } },
  allowPositionals: true,
});
const sampleSchema = z.array(z.pick(endpointSchema, { kind: true, name: true, url: true, auth: true }));

/** By then code is compiled and caches are filled. */
const earlyPart = 0.2;
const mostOpenings = 300;

async function main(): Promise<number> {
  const times = Number(values.times);
  if (!Number.isSafeInteger(times) || times < 100) throw new Error('--times is a number from 100 on');
  const endpoints = endpointsOf(positionals[0] ?? '');
  const named = (begin: string): Endpoint => {
    const found = endpoints.find(({ name }) => name.startsWith(begin));
    if (found === undefined) throw new Error(`there is no sample server ${begin}`);
    return found;
  };
  const works: readonly (readonly [work: () => Work, times: number])[] = [
    [() => refreshes(named('Traefik 2.11')), times],
    [() => openings(named('Traefik 2.11')), Math.min(times, mostOpenings)],
    [() => turns(named('Elasticsearch')), times / 2],
    [() => turns(named('OpenSearch')), times / 2],
  ];
  const first = await heldNow();
  console.log(`At first: ${heldText(first)}`);
  const failed: string[] = [];
  for (const [open, often] of works) failed.push(...(await soak(open(), Math.floor(often), first)));
  for (const line of failed) console.log(`✗ ${line}`);
  console.log(failed.length === 0 ? 'Nothing grew.' : `${failed.length} fell short.`);
  return failed.length === 0 ? 0 : 1;
}

function endpointsOf(json: string): readonly Endpoint[] {
  return sampleSchema.parse(JSON.parse(json)).map((sample, order) => ({
    version: 1,
    id: `00000000-0000-4000-8000-00000000000${order}`,
    headers: {},
    order,
    ...sample,
  }));
}

async function soak(work: Work, times: number, first: Held): Promise<readonly string[]> {
  const failed: string[] = [];
  const began = performance.now();
  let early: Held | undefined;
  for (let number = 1; number <= times; number++) {
    try {
      await work.step(number);
    } catch (error) {
      failed.push(`${work.what}: number ${number} failed: ${String(error)}`);
      break;
    }
    if (number === Math.ceil(times * earlyPart)) early = await heldNow();
  }
  const late = await heldNow();
  await work.close();
  const closed = await heldNow();
  console.log(`${times} ${work.what} in ${Math.round((performance.now() - began) / 1_000)} s`);
  for (const [when, held] of [
    ['early', early],
    ['late', late],
    ['closed', closed],
  ] as const) {
    if (held !== undefined) console.log(`  ${when.padEnd(6)} ${heldText(held)}`);
  }
  return [
    ...failed,
    ...(early === undefined ? [] : grown(work.what, early, late, false)),
    ...grown(`${work.what}, closed`, first, closed, true),
  ];
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
