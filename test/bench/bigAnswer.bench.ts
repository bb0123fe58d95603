import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import { searchEndpointAt } from './bigEngine';
import { inMs, type Row } from './rows';
import {
  describeAnyPage,
  describeHitJob,
  exportPage,
  jsonDocument,
  openHttpClient,
  openPager,
  openSearchClient,
  routerInHitJob,
  runJob,
  wholeJsonDocument,
} from './shippedCore';

const answers = [
  ['objects', 'A hit of 60 MB with 3,000,000 objects'],
  ['text', 'A hit of 60 MB with one text'],
  ['brackets', 'A hit of 20 MB of brackets'],
] as const;

const goalMs = 100;
const goalMib = 1_536;

/** For how long one answer of many megabytes holds up whatever else the extension host does. */
export async function* measure(): AsyncGenerator<Row> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bigAnswer.main.js')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { url } = z.object({ url: z.string() }).parse(JSON.parse(String(line)));
  try {
    for (const [index, what] of answers) yield* measureOf(url, index, what);
  } finally {
    const exited = once(child, 'exit');
    child.stdin.end();
    child.kill();
    await exited;
  }
}

async function* measureOf(url: string, index: string, what: string): AsyncGenerator<Row> {
  const client = openHttpClient(searchEndpointAt(url), { answerTimeoutMs: 60_000 });
  const pager = openPager(
    openSearchClient(async () => client, { method: 'POST' }),
    { prefetch: false },
  );
  const look = { columns: [], fields: [] };
  const watch = watchLoop();
  const row = (step: string, ms: number, hold: number): Row => ({
    what: `${what}, ${step} (${inMs(ms)}): longest hold of the event loop`,
    value: hold,
    goal: goalMs,
    unit: 'ms',
  });
  try {
    const search = { index, body: '{"query":{"match_all":{}}}', from: 0, size: 10 };
    yield row('page', ...(await watch.during(async () => describeAnyPage(await pager.run(search), look))));
    const json = pager.page?.hits[0]?.json ?? '';
    const length = json.length;
    if (length < 19_000_000) throw new Error(`the hit has ${length} characters only`);
    yield row('unfolded', ...(await watch.during(() => runJob(describeHitJob, [json, []], { length }))));
    yield row('document', ...(await watch.during(() => jsonDocument(json))));
    yield row('whole document', ...(await watch.during(() => wholeJsonDocument(json))));
    const write = async (): Promise<void> => undefined;
    yield row('CSV', ...(await watch.during(() => exportPage([json], { format: 'csv', columns: [], write }))));
    yield row('its router', ...(await watch.during(() => runJob(routerInHitJob, [json, []], { length }))));
    yield { what: `${what}: most memory of the process`, value: watch.most / 2 ** 20, goal: goalMib, unit: 'MiB' };
  } finally {
    watch.end();
    await pager.close();
    await client.close();
  }
}

/** Looks at the clock again and again: in between something else held the event loop. */
function watchLoop() {
  const every = 2;
  let last = performance.now();
  let longest = 0;
  let most = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - every);
    last = now;
    most = Math.max(most, process.memoryUsage.rss());
  }, every);
  return {
    get most() {
      return most;
    },
    /** Milliseconds that the work takes, and for which it held the event loop at most. */
    async during(work: () => unknown): Promise<readonly [ms: number, hold: number]> {
      // What the last step left behind is its own affair.
      globalThis.gc?.();
      await new Promise((resolve) => setTimeout(resolve, 50));
      longest = 0;
      const began = performance.now();
      last = began;
      await work();
      const ms = performance.now() - began;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return [ms, longest];
    },
    end: () => clearInterval(timer),
  };
}
