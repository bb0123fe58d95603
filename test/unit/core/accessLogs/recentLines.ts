import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordingsFolder } from '../../../recordings/read';

/** The lines of the recorded access log as Traefik 3.7 wrote them. */
export function recordedLines(): readonly string[] {
  return readFileSync(join(recordingsFolder(), 'access-log.ndjson'), 'utf8').trim().split('\n');
}

/** The same as documents of an index: one a second, the last a minute ago. */
export function recentLines(): { readonly id: string; readonly source: string }[] {
  const lines = recordedLines();
  const start = Date.now() - 60_000 - lines.length * 1_000;
  return lines.map((line, at) => {
    const stamp = new Date(start + at * 1_000).toISOString();
    const moved = { '@timestamp': stamp, ...JSON.parse(line), StartUTC: stamp, StartLocal: stamp, time: stamp };
    return { id: `line-${at}`, source: JSON.stringify(moved) };
  });
}
