/**
 * @file Feeds everything that reads what comes from outside: long texts, of which twice as much may take three times as long
 * (linear/), hostile configuration files that count up (counting/), declared configurations that are cut somewhere, then what real
 * servers answered, files, messages and rules, changed at random (targets/). See run.mjs for how to call it. Ends with 1 where something threw what is no `RequestFailure`, took more than a second of CPU time, hung, ended the process, changed a prototype, or
 * made what its own reader refuses; each with the seed to see it again.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readCounting } from './counting/readCounting';
import { missingFrom } from './linear/exported';
import { covered, ways } from './linear/feed';
import type { Task } from './messages';
import { runTask } from './runTask';
import { targets } from './targets/all';
import { cutsInRound } from './targets/cuts';
import type { Shortfall } from './watch';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string' },
    rounds: { type: 'string' },
    only: { type: 'string' },
    named: { type: 'string' },
  },
});
/** A run of fewer seconds feeds readers with one unit of so many, others by each seed: all of them take two minutes of CPU time. */
const shortRunSeconds = 60;
const shortShare = 12;
/** And of the hostile files, which take as long for each, so many fewer. */
const shortCountingShare = 24;
const mostCuts = 20_000;
/** So many different ones are told. */
const mostTold = 20;
/** A hang or an end of the process costs a new one. */
const mostRestarts = 5;

/** What is read as a whole, however long it takes. */
const unsplitTasks = ['linear', 'counting'];

async function main(): Promise<number> {
  const seed = values.seed === undefined ? Math.floor(Date.now() / 1_000) : Number(values.seed);
  const rounds = values.rounds === undefined ? Number.MAX_SAFE_INTEGER : Number(values.rounds);
  if (![seed, rounds, Number(values.seconds)].every(Number.isSafeInteger)) return usage('These are no numbers.');
  const { only } = values;
  if (only !== undefined && !unsplitTasks.includes(only) && targets[only] === undefined) {
    return usage(`There is no ${only}: ${[...unsplitTasks, ...Object.keys(targets)].join(', ')}.`);
  }
  const isWhole = values.rounds === undefined;
  const isShort = Number(values.seconds) < shortRunSeconds;
  const share = isShort ? shortShare : 1;
  const failed = [
    ...(isWhole && (only ?? 'linear') === 'linear' ? await readLong(seed, share) : []),
    ...(isWhole && (only ?? 'counting') === 'counting' ? await readHostile(seed, isShort && only === undefined) : []),
    ...(isWhole && (only ?? 'cuts') === 'cuts' ? await readCut(seed, share) : []),
    ...(only === 'linear' || only === 'counting' || (isWhole && only === 'cuts')
      ? []
      : await readChanged(seed, rounds, only)),
  ];
  for (const line of failed.slice(0, mostTold)) console.log(`✗ ${line}`);
  if (failed.length > mostTold) console.log(`✗ and ${failed.length - mostTold} more`);
  console.log(failed.length === 0 ? 'Nothing fell short.' : `${failed.length} fell short.`);
  return failed.length === 0 ? 0 : 1;
}

function usage(problem: string): number {
  console.error(
    `${problem}\nnpm run fuzz -- [--seconds=60] [--seed=N] [--rounds=N] [--only=${[...unsplitTasks, ...Object.keys(targets)].join('|')}] [--only=counting --named=TEXT]`,
  );
  return 2;
}

/** All readers with all units. */
async function readLong(seed: number, share: number): Promise<readonly string[]> {
  const failed = [...missingFrom(covered)];
  const began = performance.now();
  let from = 0;
  for (let restarts = 0; from < ways.length && restarts <= mostRestarts; restarts++) {
    const ended = await runTask({ kind: 'linear', from, turn: seed, share }, (told) => {
      if (told.kind === 'growth') failed.push(...told.said.map((said) => `more than linear: ${told.what}: ${said}`));
    });
    if (ended.is === 'done') break;
    failed.push(ended.is === 'hung' ? `never ends: ${ended.what}` : `ends the process ${ended.how}: ${ended.what}`);
    from = ended.number + 1;
  }
  console.log(
    `${ways.length} ways to read a text, each with long ones of ${share === 1 ? 'every unit' : `one unit of ${share}`}: ${secondsSince(began)} s.`,
  );
  return failed;
}

/** Hostile files that count up; where some are named, with the figures of each. */
async function readHostile(turn: number, isShort: boolean): Promise<readonly string[]> {
  const began = performance.now();
  const { named } = values;
  const share = isShort ? shortCountingShare : 1;
  const program = join(import.meta.dirname, '../check/proxy-scout.js');
  const onFigures =
    named === undefined ? undefined : (...figures: readonly unknown[]) => console.log(JSON.stringify(figures));
  const { count, failed, worst } = await readCounting({ turn, share, program, named, onFigures });
  console.log(`${count} files that count up, of 100 KB to 1 MB, ${worst}: ${secondsSince(began)} s.`);
  return failed;
}

/** Declared configurations, each cut somewhere: always the same number of them, however long it takes. */
async function readCut(seed: number, share: number): Promise<readonly string[]> {
  const rounds = Math.ceil(mostCuts / cutsInRound / share);
  console.log(`${(rounds * cutsInRound).toLocaleString('en')} cuts of declared configurations:`);
  return readChanged(seed, rounds, 'cuts', Number.MAX_SAFE_INTEGER);
}

/** Rounds with changed answers. What was slow, hung or ended the process is tried again by itself: only what does it twice counts. */
async function readChanged(
  seed: number,
  rounds: number,
  only: string | undefined,
  untilMs = Date.now() + 1_000 * Number(values.seconds),
): Promise<readonly string[]> {
  const failed = new Map<string, string>();
  const fail = (round: number, target: string, { kind, what, told }: Shortfall): void => {
    const line = `${kind}: ${what}: ${told}`;
    if (!failed.has(line))
      failed.set(
        line,
        `${line}\n  again: npm run fuzz -- --seed=${round} --rounds=1${only === undefined ? '' : ` --only=${only}`} (${target})`,
      );
  };
  const began = performance.now();
  const slow: { readonly round: number; readonly target: string }[] = [];
  let next = seed;
  let left = rounds;
  let done = 0;
  for (let restarts = 0; left > 0 && Date.now() < untilMs && restarts <= mostRestarts; restarts++) {
    const ended = await runTask({ kind: 'rounds', seed: next, rounds: left, untilMs, only }, (told) => {
      if (told.kind !== 'shortfalls') return;
      for (const one of told.shortfalls) {
        if (one.kind === 'slow') slow.push({ round: told.seed, target: told.target });
        else fail(told.seed, told.target, one);
      }
    });
    if (ended.is === 'done') {
      done += ended.rounds;
      break;
    }
    slow.push({ round: ended.number, target: ended.what });
    done += ended.number - next;
    left -= ended.number - next + 1;
    next = ended.number + 1;
  }
  for (const { round, target } of slow.slice(0, mostTold)) {
    for (const one of await again({ kind: 'rounds', seed: round, rounds: 1, untilMs: Number.MAX_SAFE_INTEGER, only })) {
      fail(round, target, one);
    }
  }
  console.log(`${done} rounds from seed ${seed} on: ${secondsSince(began)} s.`);
  return [...failed.values()];
}

/** What falls short where a round is run alone. */
async function again(task: Task): Promise<readonly Shortfall[]> {
  const found: Shortfall[] = [];
  const ended = await runTask(task, (told) => {
    if (told.kind === 'shortfalls') found.push(...told.shortfalls);
  });
  if (ended.is === 'done') return found;
  const told = ended.is === 'hung' ? 'it never ends' : `it ends the process ${ended.how}`;
  return [...found, { kind: ended.is === 'hung' ? 'slow' : 'throws', what: ended.what, told }];
}

const secondsSince = (began: number): number => Math.round((performance.now() - began) / 1_000);

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
