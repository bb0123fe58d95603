import * as z from 'zod/mini';
import { jsonOrNothing } from '../../base/json/parse';
import { type BodyPlace, placeOfCauses } from './errorPlace';

export interface EngineError {
  /** Every type that it names, outermost first; empty if `error` is a plain string. */
  readonly types: readonly string[];
  /** Its most specific reason; empty if it has none. */
  readonly reason: string;
  /** Every reason that it has, outermost first. */
  readonly reasons: readonly string[];
  /** The place in the request body, as the engine counts; undefined if it names none. */
  readonly place?: BodyPlace | undefined;
}

const textOrNothing = z.catch(z.optional(z.nullable(z.string())), undefined);
const countOrNothing = z.catch(z.optional(z.int()), undefined);

/** One cause; `reason` is null or absent for some. `chain` reads `caused_by` step by step. */
const causeSchema = z.object({
  type: textOrNothing,
  reason: textOrNothing,
  line: countOrNothing,
  col: countOrNothing,
  caused_by: z.optional(z.unknown()),
});
type Cause = z.infer<typeof causeSchema>;

/**
 * An error body. `error` is a plain string if no search ran: an unknown path or method, a refused content type
 * (docs/engines.md, "Error statuses").
 */
const errorBodySchema = z.object({
  error: z.union([
    z.string(),
    z.extend(causeSchema, {
      root_cause: z.catch(z.optional(z.array(z.unknown())), undefined),
      failed_shards: z.catch(z.optional(z.array(z.object({ reason: z.optional(z.unknown()) }))), undefined),
    }),
  ]),
});

/** Real chains have two or three causes; a hostile one must not overflow the stack. */
const longestChain = 10;

function chain(cause: unknown): Cause[] {
  const causes: Cause[] = [];
  for (let next = cause; next !== undefined && causes.length < longestChain; ) {
    const result = causeSchema.safeParse(next);
    if (!result.success) break;
    causes.push(result.data);
    next = result.data.caused_by;
  }
  return causes;
}

/** Longer reasons are not compared, because hostile ones would take quadratic time. */
const longestCompared = 5_000;

/** A reason that only repeats a query string. */
const repeatsQuery = /^Failed to parse query \[/;
/** After this text, a parser of query strings lists all expected tokens. */
const beforeExpected = 'Was expecting one of:';

/** The root cause names the place and the deepest one the problem there: `[must] failed to parse: number expected`. */
function joined(place: string, deepest: string): string {
  if (place === '' || deepest === '') return place + deepest;
  if (repeatsQuery.test(place)) return deepest.split(beforeExpected, 1).join().trimEnd();
  if (place.length > longestCompared || deepest.length > longestCompared) return `${place}: ${deepest}`;
  if (place.includes(deepest)) return place;
  return deepest.includes(place) ? deepest : `${place}: ${deepest}`;
}

/** A cause with its own causes. */
export function readCause(cause: unknown): EngineError {
  const causes = chain(cause);
  return {
    types: causes.flatMap(({ type }) => type ?? []),
    reason: joined(causes[0]?.reason ?? '', causes.slice(1).at(-1)?.reason ?? ''),
    reasons: causes.flatMap(({ reason }) => reason ?? []),
    place: placeOfCauses(causes),
  };
}

/** UTF-16 units: a shard's error may contain its query, but is reported once for all shards that failed alike. */
const longestError = 2 ** 19;

/** Reads the error in a response's body; undefined if it is not an engine's error, or far longer. */
export function readError(body: string): EngineError | undefined {
  const result = errorBodySchema.safeParse(body.length > longestError ? undefined : jsonOrNothing(body));
  if (!result.success) return undefined;
  const { error } = result.data;
  if (typeof error === 'string') return { types: [], reason: error, reasons: [error] };

  const outer = chain(error);
  const root = chain(error.root_cause?.[0]);
  const shard = chain(error.failed_shards?.[0]?.reason);
  // For most refused queries, only the failed shard contains the cause.
  const deepest = outer.slice(1).at(-1)?.reason || shard.slice(1).at(-1)?.reason || '';
  const firstReasons = joined(root[0]?.reason || shard[0]?.reason || '', deepest);
  const causes = [...outer, ...root, ...shard];
  return {
    types: causes.flatMap(({ type }) => type ?? []),
    reason: firstReasons || (error.reason ?? ''),
    reasons: causes.flatMap(({ reason }) => reason ?? []),
    place: placeOfCauses(outer) ?? placeOfCauses(root),
  };
}
