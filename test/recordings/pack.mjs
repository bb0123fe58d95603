/**
 * Packs recorded exchanges into one NDJSON file a server, one line a case: {"case", "about", "request", "response"}.
 *
 *   node test/recordings/pack.mjs <folder with one sub-folder a server>
 *   node test/recordings/pack.mjs --golden <folder of Traefik's pkg/api/testdata>
 *
 * The bodies stay the exact strings they were recorded as: 64-bit digits, key order and odd spacing survive.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

const jsonFiles = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();

/** One line a JSON file of `folder`: its name as `case`, then what `rest` makes of its text. */
function pack(folder, name, rest) {
  const lines = jsonFiles(folder).map((file) =>
    JSON.stringify({ case: basename(file, '.json'), ...rest(readFileSync(join(folder, file), 'utf8')) }),
  );
  writeFileSync(join(here, `${name}.ndjson`), `${lines.join('\n')}\n`);
  console.log(`${name}: ${lines.length} cases`);
}

const [first, second] = process.argv.slice(2);
if (first === '--golden' && second !== undefined) {
  pack(second, 'traefik-golden', (body) => ({ body }));
} else if (first !== undefined && first !== '--golden') {
  for (const server of readdirSync(first).sort()) {
    if (/^(traefik|elasticsearch|opensearch)-[\d.]+$/.test(server)) pack(join(first, server), server, JSON.parse);
  }
  const accessLog = join(first, 'traefik-3.7', 'access-log.ndjson');
  if (existsSync(accessLog)) writeFileSync(join(here, 'access-log.ndjson'), readFileSync(accessLog));
} else {
  console.error('usage: node test/recordings/pack.mjs [--golden] <folder>');
  process.exit(2);
}
