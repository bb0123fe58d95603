/**
 * Packs recorded exchanges into one NDJSON file a server, one line a case: {"case", "about", "request", "response"}.
 *
 *   node test/recordings/pack.mjs <folder with one sub-folder a server>
 *
 * The bodies stay the exact strings they were recorded as: 64-bit digits, key order and odd spacing survive.
 */
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const source = process.argv[2];
if (source === undefined) {
  console.error('usage: node test/recordings/pack.mjs <folder with one sub-folder a server>');
  process.exit(2);
}

for (const server of readdirSync(source).sort()) {
  if (!/^(traefik|elasticsearch|opensearch)-[\d.]+$/.test(server)) continue;
  const cases = readdirSync(join(source, server))
    .filter((name) => name.endsWith('.json'))
    .sort();
  const lines = cases.map((name) => {
    const recorded = JSON.parse(readFileSync(join(source, server, name), 'utf8'));
    return JSON.stringify({ case: basename(name, '.json'), ...recorded });
  });
  writeFileSync(join(here, `${server}.ndjson`), `${lines.join('\n')}\n`);
  console.log(`${server}: ${lines.length} cases`);
}
const accessLog = join(source, 'traefik-3.7', 'access-log.ndjson');
if (existsSync(accessLog)) copyFileSync(accessLog, join(here, 'access-log.ndjson'));
