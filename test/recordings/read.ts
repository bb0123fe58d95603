import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';

const recordingSchema = z.object({
  case: z.string(),
  about: z.string(),
  request: z.object({
    method: z.string(),
    /** As it stood in the request line: percent-encoded, with its query. */
    path: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.nullable(z.string()),
  }),
  response: z.object({
    status: z.int(),
    /** Lower-case names, without `date`. */
    headers: z.record(z.string(), z.string()),
    /** The exact text, so that 64-bit digits and key order survive. */
    body: z.string(),
  }),
});

/** One exchange with a real server. */
export type Recording = z.infer<typeof recordingSchema>;

const aggregationSchema = z.object({
  engine: z.string(),
  case: z.string(),
  body: z.string(),
  response: z.object({ status: z.int(), body: z.string() }),
});

const goldenSchema = z.object({ case: z.string(), body: z.string() });

const manifestSchema = z.object({ name: z.string() });

function isProjectRoot(folder: string): boolean {
  const manifest = join(folder, 'package.json');
  return (
    existsSync(manifest) && manifestSchema.parse(JSON.parse(readFileSync(manifest, 'utf8'))).name === 'proxy-scout'
  );
}

/**
 * The folder of the packed recordings. Looked for upwards from the running bundle, which lies somewhere in `out/`,
 * because the working directory is not ours inside VS Code.
 */
export function recordingsFolder(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (isProjectRoot(folder)) return join(folder, 'test', 'recordings');
    if (dirname(folder) === folder) throw new Error(`no project root above ${import.meta.dirname}`);
  }
}

function readLines(name: string): unknown[] {
  const text = readFileSync(join(recordingsFolder(), `${name}.ndjson`), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

const read = new Map<string, ReadonlyMap<string, Recording>>();

/**
 * All recorded exchanges of one server by case name, in the file's order.
 *
 * @param server the packed file's name without its ending: `traefik-3.7`, `elasticsearch-8.19.0`, …
 * @throws when there is no such file, or a line of it is no recording
 */
export function readRecordings(server: string): ReadonlyMap<string, Recording> {
  let recordings = read.get(server);
  if (recordings === undefined) {
    recordings = new Map(
      readLines(server).map((line) => {
        const recording = recordingSchema.parse(line);
        return [recording.case, recording];
      }),
    );
    read.set(server, recordings);
  }
  return recordings;
}

/** What real engines answered to aggregations of the documents in test/live/aggregationCases.ts. */
export function readAggregations(): readonly z.infer<typeof aggregationSchema>[] {
  return readLines('aggregations').map((line) => aggregationSchema.parse(line));
}

/**
 * The bodies that Traefik's own API tests expect, by upstream file name without `.json` (test/recordings/README.md, "Where
 * the golden bodies come from").
 */
export function readTraefikGolden(): ReadonlyMap<string, string> {
  return new Map(
    readLines('traefik-golden').map((line) => {
      const golden = goldenSchema.parse(line);
      return [golden.case, golden.body];
    }),
  );
}
