import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Recording, readRecordings, readTraefikGolden, recordingsFolder } from '../recordings/read';

/** What real servers answered, to be changed. */
export interface Corpus {
  /** Bodies of Traefik's API by path. */
  readonly traefik: ReadonlyMap<string, readonly string[]>;
  /** The rules in them. */
  readonly rules: readonly string[];
  /** Bodies that Traefik's own tests expect. */
  readonly golden: readonly string[];
  readonly hits: readonly Recording['response'][];
  readonly refusals: readonly Recording['response'][];
  readonly capabilities: readonly Recording['response'][];
  readonly lists: readonly Recording['response'][];
  /** Lines of an access log. */
  readonly logLines: readonly string[];
}

const engines = [
  ...['elasticsearch-6.8.23', 'elasticsearch-7.17.29', 'elasticsearch-8.11.0', 'elasticsearch-8.19.0'],
  ...['elasticsearch-9.1.0', 'opensearch-2.19.0', 'opensearch-3.0.0'],
];
/** Longer ones take more time than they find. */
const longest = 60_000;

export function readCorpus(): Corpus {
  const traefik = new Map<string, string[]>();
  for (const { request, response } of ['traefik-3.7', 'traefik-2.11'].flatMap((name) => [
    ...readRecordings(name).values(),
  ])) {
    const [path = ''] = request.path.split('?');
    if (response.status === 200 && response.body.length < longest) {
      traefik.set(path, [...(traefik.get(path) ?? []), response.body]);
    }
  }
  const golden = [...readTraefikGolden().values()];
  const answers = engines
    .flatMap((name) => [...readRecordings(name).values()])
    .map(({ response }) => response)
    .filter(({ body }) => body.length > 2 && body.length < longest);
  const good = answers.filter(({ status }) => status === 200);
  const hits = good.filter(({ body }) => body.includes('"hits"'));
  const capabilities = good.filter(({ body }) => body.includes('"fields":{'));
  return {
    traefik,
    golden,
    rules: [...golden, ...[...traefik.values()].flat()].flatMap((body) =>
      [...body.matchAll(/"rule":("(?:[^"\\]|\\.)*")/g)].map(([, rule = '""']) => String(JSON.parse(rule))),
    ),
    hits,
    refusals: answers.filter(({ status }) => status >= 400),
    capabilities,
    lists: good.filter((response) => !hits.includes(response) && !capabilities.includes(response)),
    logLines: readFileSync(join(recordingsFolder(), 'access-log.ndjson'), 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  };
}
