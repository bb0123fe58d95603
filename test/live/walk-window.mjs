/**
 * Measures paging across the engine's window on real engines, and checks the sentences the paging machine relies on.
 *
 *   node test/live/walk-window.mjs                             everything, on both engines
 *   node test/live/walk-window.mjs --engine=opensearch         one engine
 *   node test/live/walk-window.mjs --only=seam,digits          some of the measurements
 *
 * Prints Markdown tables. Ends with 1 when a sentence did not hold. What the numbers mean is in
 * test/live/README.md, "What was measured".
 */
import { parseArgs } from 'node:util';
import { clientOf } from './client.mjs';
import { engineKinds, startEngine } from './engines.mjs';
import { copies, seamOverCopies } from './measure/copies.mjs';
import { digits } from './measure/digits.mjs';
import { depth, jump } from './measure/jump.mjs';
import { expiry, lostPointInTime } from './measure/lost-point-in-time.mjs';
import { ownSort } from './measure/own-sort.mjs';
import { table } from './measure/report.mjs';
import { seam } from './measure/seam.mjs';
import { tieBreaks } from './measure/tie-breaks.mjs';

/** By name, in the order they run, on a cluster of so many nodes. */
const measurementsByName = {
  'tie-breaks': { nodes: 1, measure: tieBreaks },
  seam: { nodes: 1, measure: seam },
  'own-sort': { nodes: 1, measure: ownSort },
  digits: { nodes: 1, measure: digits },
  jump: { nodes: 1, measure: jump },
  depth: { nodes: 1, measure: depth },
  lost: { nodes: 1, measure: lostPointInTime },
  expiry: { nodes: 1, measure: expiry },
  copies: { nodes: 2, measure: copies },
  'seam-over-copies': { nodes: 2, measure: seamOverCopies },
};

const { values } = parseArgs({ options: { engine: { type: 'string' }, only: { type: 'string' } } });
const kinds = values.engine === undefined ? engineKinds : [values.engine];
const names = values.only === undefined ? Object.keys(measurementsByName) : values.only.split(',');
const unknown = [
  ...kinds.filter((kind) => !engineKinds.includes(kind)),
  ...names.filter((name) => !Object.hasOwn(measurementsByName, name)),
];
if (unknown.length > 0) {
  console.error(
    `Unknown: ${unknown.join(', ')}. Engines: ${engineKinds.join(', ')}. Measurements: ${Object.keys(measurementsByName).join(', ')}.`,
  );
  process.exit(2);
}

/** @type {Map<string, import('./measure/report.mjs').Report>} by measurement, the rows of all engines together */
const reports = new Map();

for (const kind of kinds) {
  for (const nodes of new Set(names.map((name) => measurementsByName[name].nodes))) {
    const engine = await startEngine(kind, { nodes });
    const client = clientOf(engine);
    try {
      for (const name of names.filter((one) => measurementsByName[one].nodes === nodes)) {
        const start = performance.now();
        const { title, rows, broken } = await measurementsByName[name].measure(client);
        const seconds = Math.round((performance.now() - start) / 1000);
        console.error(`${kind} ${engine.version}, ${name}: ${seconds} s, ${broken.length} broken`);
        const report = reports.get(name) ?? { title, rows: [], broken: [] };
        report.rows.push(...rows);
        report.broken.push(...broken);
        reports.set(name, report);
      }
    } finally {
      client.end();
      await engine.stop();
    }
  }
}

for (const { title, rows } of reports.values()) console.log(`\n### ${title}\n\n${table(rows)}`);
const broken = [...reports.values()].flatMap((report) => report.broken);
console.log(
  broken.length === 0 ? '\nAll sentences held.' : `\nDid not hold:\n${broken.map((one) => `- ${one}`).join('\n')}`,
);
process.exitCode = broken.length === 0 ? 0 : 1;
