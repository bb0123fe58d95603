import * as z from 'zod/mini';
import { numberText } from '../../../l10n/numbers';
import { plainText } from '../../base/text/plainText';
import { readCause } from './engineError';

/**
 * What an answer tells of those who gave it: shards, and clusters where it asked several. Each engine tells other parts of
 * it, so all are optional; a part of another shape is taken as not told.
 */
/** Grouped by the engine: one entry for all shards of an index that failed alike (search-README, surprise 14). */
const failuresSchema = z.catch(
  z.optional(
    z.array(
      z.object({
        index: z.catch(z.optional(z.nullable(z.string())), undefined),
        reason: z.optional(z.unknown()),
      }),
    ),
  ),
  undefined,
);
type ShardFailures = z.infer<typeof failuresSchema>;

const count = z.catch(z.optional(z.int().check(z.gte(0))), undefined);

const shardsSchema = z.catch(
  z.optional(z.object({ total: count, successful: count, failed: count, failures: failuresSchema })),
  undefined,
);

/** Across clusters; counts of `partial` and `failed`, and `details`, since Elasticsearch 8.11. */
const clustersSchema = z.catch(
  z.optional(
    z.object({
      total: count,
      skipped: count,
      partial: count,
      failed: count,
      running: count,
      details: z.catch(
        z.optional(z.record(z.string(), z.object({ status: z.catch(z.string(), ''), failures: failuresSchema }))),
        undefined,
      ),
    }),
  ),
  undefined,
);

export const coverageSchema = z.object({
  timed_out: z.catch(z.optional(z.boolean()), undefined),
  _shards: shardsSchema,
  _clusters: clustersSchema,
});
type Coverage = z.infer<typeof coverageSchema>;
type Clean = (text: string) => string;

const longestReason = 300;
const longestName = 100;
const mostReasons = 3;

/** What a failure without a word means. */
const meanings: ReadonlyMap<string, string> = new Map([
  ['no_shard_available_action_exception', 'no copy of the data can answer now'],
  ['node_not_connected_exception', 'the node cannot be reached'],
  ['time_exceeded_exception', 'out of time'],
]);

/** The reasons of failures, each once: `code is no number (access-logs)`. */
function reasonsOf(failures: ShardFailures, clean: Clean): string[] {
  const reasons = (failures ?? []).map(({ index, reason }) => {
    const { types, reason: words } = readCause(reason);
    const said = words || meanings.get(types[0] ?? '') || types[0] || '';
    const line = plainText(clean(said.replace(/\s+/g, ' ')), longestReason).replace(/[.\s]+$/, '');
    const where = index ? ` (${plainText(index, longestName)})` : '';
    return line === '' ? '' : `${line}${where}`;
  });
  return [...new Set(reasons)].filter((line) => line !== '');
}

/** One sentence: what is missing, and why as far as it is told. */
function because(what: string, reasons: readonly string[]): string {
  if (reasons.length === 0) return `${what}, so hits may be missing.`;
  const told = reasons.slice(0, mostReasons).join('; ');
  const others = reasons.length - mostReasons;
  return `${what}: ${told}${others > 0 ? `; and ${numberText(others)} more` : ''}.`;
}

/** `2 of 3 shards` */
function of(some: number, all: number, noun: string): string {
  return `${numberText(some)} of ${numberText(all)} ${noun}${all === 1 ? '' : 's'}`;
}

/**
 * Shards fail one by one, or are not assigned and only missing from `successful`, which counts the skipped ones too: those
 * had nothing to add (surprises 14 and 20).
 */
function shardSentences(shards: Coverage['_shards'], clean: Clean): string[] {
  const { total = 0, failed = 0, successful = total - failed, failures } = shards ?? {};
  const unanswered = total - successful - failed;
  const sentences: string[] = [];
  if (failed > 0) sentences.push(because(`${of(failed, total, 'shard')} failed`, reasonsOf(failures, clean)));
  if (unanswered > 0) sentences.push(because(`${of(unanswered, total, 'shard')} did not answer`, []));
  return sentences;
}

const clusterStates = [
  ['skipped', 'skipped'],
  ['failed', 'failed'],
  ['partial', 'answered in part'],
  ['running', 'did not answer in time'],
] as const;

function clusterSentences(clusters: Coverage['_clusters'], clean: Clean): string[] {
  if (clusters === undefined) return [];
  const details = Object.entries(clusters.details ?? {});
  const total = clusters.total ?? details.length;
  return clusterStates.flatMap(([status, word]) => {
    const named = details.filter(([, detail]) => detail.status === status);
    const many = clusters[status] ?? named.length;
    if (many === 0) return [];
    const reasons = named.map(([name, { failures }]) =>
      [plainText(name, longestName), reasonsOf(failures, clean)[0]].filter((part) => part !== undefined).join(', '),
    );
    const verb = status === 'skipped' ? (many === 1 ? 'was skipped' : 'were skipped') : word;
    return [because(`${of(many, total, 'cluster')} ${verb}`, reasons)];
  });
}

/** Whether shards no longer hold the point in time that they were asked in: their node was started again, or their index made anew. */
export function hasLostContexts({ _shards: shards }: Coverage): boolean {
  return (shards?.failures ?? []).some(({ reason }) => readCause(reason).types.includes(lostContext));
}

/** Whether shards were away that may come back: not into a point in time, which goes on with what it was opened over. */
export function hasAbsentShards({ _shards: shards }: Coverage): boolean {
  return (shards?.failures ?? []).some(({ reason }) => readCause(reason).types.some((type) => absent.has(type)));
}

const absent: ReadonlySet<string> = new Set([
  'no_shard_available_action_exception',
  'node_not_connected_exception',
  'node_disconnected_exception',
  'index_not_found_exception',
]);

/** The type of the failure of whoever no longer holds a point in time or a scroll. */
export const lostContext = 'search_context_missing_exception';

/**
 * Why an answer at status 200 may not be the whole one, in sentences; empty for a whole answer. `timed_out: false` proves
 * nothing: OpenSearch 3 says so with shards that failed for time (surprise 15).
 *
 * @param clean takes credentials out of what the server says
 */
export function partialSentences(answer: Coverage, clean: Clean = (text) => text): string[] {
  return [
    ...shardSentences(answer._shards, clean),
    ...clusterSentences(answer._clusters, clean),
    ...(answer.timed_out === true ? ['The engine ran out of time, so hits may be missing.'] : []),
  ];
}
