/**
 * @file `npm run test:live`: starts real engines, one after the other, and runs the `*.live.ts` suites against each: the search
 * client, the pager and the exporter. An engine whose JDK is not here is left out, and why is said. Ends with 1 where a
 * suite failed, or no engine could be started.
 *
 *   npm run test:live                        every engine and setup; a million documents in the first engine
 *   npm run test:live -- opensearch 9.1.0    those whose kind or version is named; `2.19` names 2.19.0
 *   npm run test:live -- secured nodes       the setups: an engine with security, two nodes of which one dies
 *   npm run test:live -- 8.19.0 --grep=jump  only the tests whose titles hold this
 *   npm run test:live -- --deep=none         without the million documents; --deep=9.1.0: in that one
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mustRun, run } from '../../scripts/run.mjs';
import { root, setUp } from '../../scripts/setup.mjs';
import { engines, startEngine, whyNot } from './engines.mjs';
import { missingPrograms } from './proxies.mjs';

const { values, positionals } = parseArgs({
  options: { grep: { type: 'string' }, deep: { type: 'string' } },
  allowPositionals: true,
});
/** Whether this names an engine: by its kind, or by its version or the beginning of it (`2.19`). */
const names = (name, { kind, version }) => name === kind || `${version}.`.startsWith(`${name}.`);
const isNamed = (engine) => positionals.length === 0 || positionals.some((name) => names(name, engine));
/** Suites that start engines of their own. */
const setups = ['secured', 'nodes'];
const unknown = [...positionals, ...(values.deep === undefined || values.deep === 'none' ? [] : [values.deep])].filter(
  (name) => !setups.includes(name) && !engines.some((engine) => names(name, engine)),
);
if (unknown.length > 0) {
  const known = engines.map(({ kind, version }) => `${kind} ${version}`).join(', ');
  console.error(`There is no ${unknown.join(', ')}. Engines: ${known}. Setups: ${setups.join(', ')}.`);
  process.exit(2);
}

await setUp();
// A folder of its own, as two may run at once.
const output = `out/live-${process.pid}`;
process.on('exit', () => rmSync(join(root, output), { recursive: true, force: true }));
await mustRun('The build', 'esbuild.js', ['--tests', '--only=test/live', `--testdir=${output}`]);

const setupEngine = engines.find(({ kind, version }) => kind === 'elasticsearch' && version === '8.11.0');
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

for (const name of setups.filter((each) => positionals.length === 0 || positionals.includes(each))) {
  const why = whyNot(setupEngine);
  console.log(`\n=== ${name} ===`);
  const isGood = why !== undefined || (await isMochaGood([`${output}/live/setups/${name}.live.js`], {}));
  const said = isGood ? 'passed' : 'FAILED';
  summary.push({ name, said: why === undefined ? said : `left out: ${why}`, isGood });
}

console.log('\n=== Summary ===');
for (const { name, said } of summary) console.log(`${name}: ${said}`);
for (const program of missingPrograms())
  console.log(`${program}: left out, not installed here. Install it to see searches through it.`);
const hasTested = summary.some(({ said }) => !said.startsWith('left out'));
if (!hasTested) console.log('No engine could be started, so nothing was tested.');
process.exitCode = hasTested && summary.every(({ isGood }) => isGood) ? 0 : 1;

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
    const live = { kind, version, origin, isDeep: names(deep, { kind, version }) };
    return await isMochaGood([`${output}/live/*.live.js`], { PROXY_SCOUT_LIVE: JSON.stringify(live) });
  } finally {
    await engine.stop();
  }
}

/** Whether these suites passed, as far as `--grep` names them. */
async function isMochaGood(files, env) {
  const only = values.grep === undefined ? [] : ['--fgrep', values.grep];
  return (await run('node_modules/mocha/bin/mocha.js', ['--exit', ...only, ...files], env)) === 0;
}
