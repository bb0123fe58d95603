/**
 * @file `npm run test:live`: starts real engines, one after the other, and runs the `*.live.ts` suites against each: the search
 * client, the pager and the exporter. An engine whose JDK is not here is left out, and why is said. Ends with 1 where a
 * suite failed, or no engine could be started.
 *
 *   npm run test:live                        every engine; a million documents in the first of them
 *   npm run test:live -- opensearch 9.1.0    those whose kind or version is named
 *   npm run test:live -- 8.19.0 --grep=jump  only the tests whose titles hold this
 *   npm run test:live -- --deep=none         without the million documents; --deep=9.1.0: in that one
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mustRun, run } from '../host/run.mjs';
import { root, setUp } from '../host/setup.mjs';
import { engines, startEngine, whyNot } from './engines.mjs';

const { values, positionals } = parseArgs({
  options: { grep: { type: 'string' }, deep: { type: 'string' } },
  allowPositionals: true,
});
const isNamed = ({ kind, version }) =>
  positionals.length === 0 || positionals.some((name) => name === kind || name === version);
const unknown = [...positionals, ...(values.deep === undefined || values.deep === 'none' ? [] : [values.deep])].filter(
  (name) => !engines.some(({ kind, version }) => name === kind || name === version),
);
if (unknown.length > 0) {
  const known = engines.map(({ kind, version }) => `${kind} ${version}`).join(', ');
  console.error(`There is no ${unknown.join(', ')}. Engines: ${known}.`);
  process.exit(2);
}

await setUp();
// A folder of its own, as two may run at once.
const output = `out/live-${process.pid}`;
process.on('exit', () => rmSync(join(root, output), { recursive: true, force: true }));
await mustRun('The build', 'esbuild.js', ['--tests', '--only=test/live', `--testdir=${output}`]);

const wanted = engines.filter(isNamed);
const startable = wanted.filter((engine) => whyNot(engine) === undefined);
const deep = values.deep ?? startable[0]?.version;
const summary = [];
for (const engine of wanted) {
  const name = `${engine.kind} ${engine.version}`;
  const why = whyNot(engine);
  if (why !== undefined) {
    summary.push({ name, said: `left out: ${why}`, isGood: true });
    continue;
  }
  console.log(`\n=== ${name} on JDK ${engine.java} ===`);
  const began = performance.now();
  const isGood = await isGoodOn(engine);
  summary.push({
    name,
    said: `${isGood ? 'passed' : 'FAILED'} in ${Math.round((performance.now() - began) / 1000)} s`,
    isGood,
  });
}

console.log('\n=== Summary ===');
for (const { name, said } of summary) console.log(`${name}: ${said}`);
if (startable.length === 0) console.log('No engine could be started, so nothing was tested.');
process.exitCode = startable.length > 0 && summary.every(({ isGood }) => isGood) ? 0 : 1;

/** Whether all suites passed on this engine. */
async function isGoodOn({ kind, version }) {
  let engine;
  try {
    engine = await startEngine(kind, { version });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
  const { origin } = engine;
  try {
    const live = { kind, version, origin, isDeep: version === deep || kind === deep };
    const only = values.grep === undefined ? [] : ['--fgrep', values.grep];
    const mocha = ['--exit', ...only, `${output}/live/*.live.js`];
    const env = { PROXY_SCOUT_LIVE: JSON.stringify(live) };
    return (await run('node_modules/mocha/bin/mocha.js', mocha, env)) === 0;
  } finally {
    await engine.stop();
  }
}
