/** @file Does the work of `npm run fuzz` in a process of its own, that its parent can end: a task as its argument, what it finds as messages. */
import { loadedDice } from '../servers/traefik/dice';
import { readCorpus } from './corpus';
import { feed, ways } from './linear/feed';
import type { Task, Told } from './messages';
import { drawn, targets } from './targets/all';
import { lines, prototypeNames, type Shortfall, watchInto } from './watch';

function tell(told: Told): void {
  process.send?.(told);
}

let current: Shortfall[] = [];
process.on('unhandledRejection', (error) =>
  current.push({ kind: 'unhandled', what: 'a rejection', told: lines(error) }),
);

async function runRounds({ seed, rounds, untilMs, only }: Extract<Task, { kind: 'rounds' }>): Promise<number> {
  const corpus = readCorpus();
  const builtIn = prototypeNames();
  let done = 0;
  for (; done < rounds && Date.now() < untilMs; done++) {
    const dice = loadedDice(seed + done);
    const name = only ?? dice.pick(drawn);
    tell({ kind: 'at', number: seed + done, what: name });
    current = [];
    await targets[name]?.({ dice, corpus, watch: watchInto(current) });
    // Rejections that nobody handles are told a turn later.
    await new Promise((resolve) => setImmediate(resolve));
    if (prototypeNames() !== builtIn)
      current.push({ kind: 'pollution', what: name, told: 'a built-in prototype has got more' });
    if (current.length > 0) tell({ kind: 'shortfalls', seed: seed + done, target: name, shortfalls: current });
  }
  return done;
}

async function runLinear({ from, turn, share }: Extract<Task, { kind: 'linear' }>): Promise<number> {
  for (const [number, way] of ways.entries()) {
    if (number < from) continue;
    const said = await feed(way, { turn: number + turn, share }, (unit) =>
      tell({ kind: 'at', number, what: `${way.name}, ${JSON.stringify(unit)}` }),
    );
    if (said.length > 0) tell({ kind: 'growth', number, what: way.name, said });
  }
  return ways.length - from;
}

async function main(task: Task): Promise<void> {
  const rounds = await (task.kind === 'rounds' ? runRounds(task) : runLinear(task));
  const done: Told = { kind: 'done', rounds };
  process.send?.(done, undefined, undefined, () => process.disconnect());
}

void main(JSON.parse(process.argv[2] ?? ''));
