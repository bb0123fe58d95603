/**
 * @file `npm run bench`: sets up, builds, and measures what every `*.bench.ts` here measures, each in a process of its own
 * under the Node of VS Code's extension host. Prints a table: what, value, goal, floor. Ends with 1 where a goal is
 * missed, or something could not be measured.
 *
 *   npm run bench               all of them, some minutes
 *   npm run bench -- inventory  only those whose names contain one of the words
 *   npm run bench -- --list     builds them, prints their names, and measures nothing
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from '../../scripts/run.mjs';
import { root, setUp } from '../../scripts/setup.mjs';

const wanted = process.argv.slice(2).filter((word) => word !== '--list');
const isList = process.argv.includes('--list');
const output = join(root, 'out/bench');

await setUp();
const { installVSCode } = await import('../../scripts/vscode-host/install.mjs');
const { node } = await installVSCode('current');
await mustRun('The build', 'esbuild.js', ['--tests', '--only=test/bench', '--testdir=out/bench']);
// What ships, as it ships: in another bundle, the same code can be many times as fast.
await mustRun('The build of what ships', 'esbuild.js', ['--production', '--core=out/bench/dist']);

const subjects = readdirSync(join(output, 'bench'))
  .filter((name) => name.endsWith('.bench.js'))
  .map((name) => name.replace('.bench.js', ''))
  .filter((subject) => wanted.length === 0 || wanted.some((word) => subject.includes(word)));
if (isList) {
  for (const subject of subjects) console.log(subject);
} else {
  const rows = [];
  for (const subject of subjects) {
    console.error(`Measuring ${subject} …`);
    rows.push(...(await measured(subject, join(output, 'bench', `${subject}.bench.js`))));
  }
  print(rows);
  process.exitCode = rows.length > 0 && rows.every(isMet) ? 0 : 1;
}

/** The rows of one bench. One that fails keeps those that it has told, and has one more that is missed. */
async function measured(subject, bundle) {
  const found = [];
  const child = spawn(node, ['--expose-gc', join(output, 'bench/main.js'), bundle], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', (row) => found.push(row));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  return code === 0 && found.length > 0 ? found : [...found, { what: `${subject} could not be measured` }];
}

function isMet({ value, goal }) {
  return value !== undefined && value <= goal;
}

function print(rows) {
  const number = (value) => value.toLocaleString('en-US', { maximumFractionDigits: 2 });
  const table = [
    ['what', 'value', 'goal', 'floor'],
    ...rows.map((row) => [
      `${isMet(row) ? ' ' : '✗'} ${row.what}`,
      row.value === undefined ? '' : `${number(row.value)} ${row.unit}`,
      row.goal === undefined ? '' : `≤ ${number(row.goal)} ${row.unit}`,
      row.floor ?? '',
    ]),
  ];
  const widths = table[0].map((_, column) => Math.max(...table.map((cells) => cells[column].length)));
  for (const cells of table) {
    console.log(
      cells
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
  }
}
