import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { numberText } from '../../../l10n/numbers';
import { type PluralForms, plural } from '../../../l10n/plural';
import { plainText } from '../../base/text/plainText';
import { readCause } from './engineError';

/**
 * A response's report about the shards, and about the clusters if several were searched. Engines differ, so all members
 * are optional, and a part of an unexpected shape is ignored.
 */
/**
 * Grouped by the engine: one entry for all shards of an index that failed alike (docs/engines.md, "Missing shards").
 */
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

/** The meaning of failures for which the engine gives no reason. */
const meanings: ReadonlyMap<string, () => string> = new Map([
  ['no_shard_available_action_exception', () => l10n.t('no copy of the data is available')],
  ['node_not_connected_exception', () => l10n.t('the node cannot be reached')],
  ['time_exceeded_exception', () => l10n.t('timed out')],
]);

/** The reasons of failures, each once: `code is not a number (access-logs)`. */
function reasonsOf(failures: ShardFailures, clean: Clean): string[] {
  const reasons = (failures ?? []).map(({ index, reason }) => {
    const { types, reason: words } = readCause(reason);
    const cause = words || meanings.get(types[0] ?? '')?.() || types[0] || '';
    const line = plainText(clean(cause.replace(/\s+/g, ' ')), longestReason).replace(/[.\s]+$/, '');
    const where = index ? ` (${plainText(index, longestName)})` : '';
    return line === '' ? '' : `${line}${where}`;
  });
  return [...new Set(reasons)].filter((line) => line !== '');
}

/** The sentences about shards or clusters: `{0}` is their number, `{1}` the affected ones, `{2}` the reason. */
interface CoverageForms {
  readonly alone: PluralForms;
  readonly because: PluralForms;
}

/** A reason why hits may be missing. */
interface Shortfall {
  readonly sentence: string;
  /** The server's own reasons: code compares these, never the sentence. */
  readonly reasons: readonly string[];
}

/** One sentence: the missing part, and the reason if known. */
function missing(some: number, all: number, forms: CoverageForms, reasons: readonly string[]): Shortfall {
  if (reasons.length === 0) return { sentence: plural(all, forms.alone, numberText(some)), reasons };
  const shown = reasons.slice(0, mostReasons).join('; ');
  const others = reasons.length - mostReasons;
  const why = others > 0 ? l10n.t('{0}; and {1} more', shown, numberText(others)) : shown;
  return { sentence: plural(all, forms.because, numberText(some), why), reasons };
}

const failedShards: CoverageForms = {
  alone: {
    one: '{1} of {0} shard failed, so hits may be missing.',
    other: '{1} of {0} shards failed, so hits may be missing.',
  },
  because: { one: '{1} of {0} shard failed: {2}.', other: '{1} of {0} shards failed: {2}.' },
};

const silentShards: PluralForms = {
  one: '{1} of {0} shard did not respond, so hits may be missing.',
  other: '{1} of {0} shards did not respond, so hits may be missing.',
};

/**
 * Shards fail one by one, or are not assigned and only missing from `successful`, which also counts skipped ones: those
 * have no hits (docs/engines.md, "Missing shards").
 */
function shardShortfalls(shards: Coverage['_shards'], clean: Clean): Shortfall[] {
  const { total = 0, failed = 0, successful = total - failed, failures } = shards ?? {};
  const silent = total - successful - failed;
  const shortfalls: Shortfall[] = [];
  if (failed > 0) shortfalls.push(missing(failed, total, failedShards, reasonsOf(failures, clean)));
  if (silent > 0) shortfalls.push({ sentence: plural(total, silentShards, numberText(silent)), reasons: [] });
  return shortfalls;
}

const clusterForms = {
  skipped: {
    alone: {
      one: 'Skipped {1} of {0} cluster, so hits may be missing.',
      other: 'Skipped {1} of {0} clusters, so hits may be missing.',
    },
    because: { one: 'Skipped {1} of {0} cluster: {2}.', other: 'Skipped {1} of {0} clusters: {2}.' },
  },
  failed: {
    alone: {
      one: '{1} of {0} cluster failed, so hits may be missing.',
      other: '{1} of {0} clusters failed, so hits may be missing.',
    },
    because: { one: '{1} of {0} cluster failed: {2}.', other: '{1} of {0} clusters failed: {2}.' },
  },
  partial: {
    alone: {
      one: 'Partial results from {1} of {0} cluster, so hits may be missing.',
      other: 'Partial results from {1} of {0} clusters, so hits may be missing.',
    },
    because: {
      one: 'Partial results from {1} of {0} cluster: {2}.',
      other: 'Partial results from {1} of {0} clusters: {2}.',
    },
  },
  running: {
    alone: {
      one: '{1} of {0} cluster did not respond in time, so hits may be missing.',
      other: '{1} of {0} clusters did not respond in time, so hits may be missing.',
    },
    because: {
      one: '{1} of {0} cluster did not respond in time: {2}.',
      other: '{1} of {0} clusters did not respond in time: {2}.',
    },
  },
} satisfies Record<string, CoverageForms>;

const clusterStates = ['skipped', 'failed', 'partial', 'running'] as const;

function clusterShortfalls(clusters: Coverage['_clusters'], clean: Clean): Shortfall[] {
  if (clusters === undefined) return [];
  const details = Object.entries(clusters.details ?? {});
  const total = clusters.total ?? details.length;
  return clusterStates.flatMap((status) => {
    const named = details.filter(([, detail]) => detail.status === status);
    const many = clusters[status] ?? named.length;
    if (many === 0) return [];
    const reasons = named.map(([name, { failures }]) =>
      [plainText(name, longestName), reasonsOf(failures, clean)[0]].filter((part) => part !== undefined).join(', '),
    );
    return [missing(many, total, clusterForms[status], reasons)];
  });
}

/** The sentence for an engine that stopped before it had seen all documents, as the request demanded. */
export function stoppedEarlySentence(): string {
  return l10n.t('The search stopped early because of terminate_after, so hits may be missing.');
}

/** Whether shards lost the point in time: their node was restarted, or their index created again. */
export function hasLostContexts({ _shards: shards }: Coverage): boolean {
  return (shards?.failures ?? []).some(({ reason }) => readCause(reason).types.includes(lostContext));
}

/** Whether absent shards may come back. A point in time continues with the shards that it was opened for. */
export function hasAbsentShards({ _shards: shards }: Coverage): boolean {
  return (shards?.failures ?? []).some(({ reason }) => readCause(reason).types.some((type) => absent.has(type)));
}

const absent: ReadonlySet<string> = new Set([
  'no_shard_available_action_exception',
  'node_not_connected_exception',
  'node_disconnected_exception',
  'index_not_found_exception',
]);

/** The error type for a point in time or a scroll that no longer exists. */
export const lostContext = 'search_context_missing_exception';

/**
 * The reasons why a response with status 200 may be incomplete, in sentences; empty for a complete one.
 * `timed_out: false` proves nothing: OpenSearch 3 sends it with shards that timed out (docs/engines.md, "Timeouts").
 *
 * @param clean removes credentials from server text
 */
export function shortfallsOf(answer: Coverage, clean: Clean = (text) => text): Shortfall[] {
  return [
    ...shardShortfalls(answer._shards, clean),
    ...clusterShortfalls(answer._clusters, clean),
    ...(answer.timed_out === true
      ? [{ sentence: l10n.t('The search timed out on the server, so hits may be missing.'), reasons: [] }]
      : []),
  ];
}

/** Returns only the sentences. */
export function partialSentences(answer: Coverage, clean?: Clean): string[] {
  return shortfallsOf(answer, clean).map(({ sentence }) => sentence);
}
