import { isRequestFailure } from '../base/errors/failure';
import type { EngineCatalog } from '../search/engine/engineCatalog';
import type { IndexName } from '../search/engine/nameList';
import type { LogPlace } from './accessLogQuestion';
import { layoutsAmong, unsearchableRouters } from './logLayouts';

export interface FoundPlaces {
  /** Places where lines with a router's name can be searched: those with a time first, then by likely names. */
  readonly places: readonly LogPlace[];
  /** Fields with routers' names that the engine cannot search. */
  readonly unsearchable: readonly { readonly index: string; readonly field: string }[];
  /** Whether some indices were not checked. */
  readonly isCut: boolean;
}

interface FindOptions {
  readonly signal?: AbortSignal;
  /** Called before each check. */
  readonly onProgress?: (looked: number, of: number) => void;
}

/** The most index expressions that are checked. */
const mostLooks = 24;
const indicesAtOnce = 4;

/** Usual names of such indices, the likeliest first. */
const likelyNames: readonly RegExp[] = [
  /traefik/i,
  /access/i,
  /^filebeat/,
  /^fluent-?bit/,
  /^logstash/,
  /^logs-/,
  /log/i,
  /proxy|ingress|http/i,
];

/** The expressions to check if the user may list nothing. */
const blindPatterns: readonly string[] = [
  '*traefik*',
  '*access*',
  'filebeat-*',
  'fluent-bit*',
  'fluentbit*',
  'logstash-*',
  'logs-*',
];

/**
 * Finds access logs by the fields of the listed indices, likely names first, with one request for each index
 * expression.
 *
 * @throws RequestFailure if no index could be checked, or if the search was canceled
 */
export async function findPlaces(catalog: EngineCatalog, options: FindOptions = {}): Promise<FoundPlaces> {
  const { signal, onProgress } = options;
  const all = logIndexCandidates(await catalog.indices(signal));
  const candidates = all.slice(0, mostLooks);
  const found: Pick<FoundPlaces, 'places' | 'unsearchable'>[] = [];
  let failure: unknown;
  for (let at = 0; at < candidates.length; at += indicesAtOnce) {
    onProgress?.(at, candidates.length);
    const looks = await Promise.allSettled(
      candidates.slice(at, at + indicesAtOnce).map((index) => layoutIn(catalog, index, signal)),
    );
    for (const look of looks) {
      if (look.status === 'fulfilled') found.push(look.value);
      else if (!isRequestFailure(look.reason) || look.reason.failure.kind === 'canceled') throw look.reason;
      // The failure of one index has no meaning for the others.
      else failure = look.reason;
    }
  }
  if (found.length === 0 && failure !== undefined) throw failure;
  return {
    places: found.flatMap(({ places }) => places).sort((one, other) => lacksTime(one) - lacksTime(other)),
    unsearchable: found.flatMap(({ unsearchable }) => unsearchable),
    isCut: candidates.length < all.length,
  };
}

function lacksTime({ layout }: LogPlace): number {
  return layout.time === undefined ? 1 : 0;
}

async function layoutIn(
  catalog: EngineCatalog,
  index: string,
  signal: AbortSignal | undefined,
): Promise<Pick<FoundPlaces, 'places' | 'unsearchable'>> {
  const fields = await catalog.fields(index, signal);
  return {
    places: layoutsAmong(fields).map((layout) => ({ index, layout })),
    unsearchable: unsearchableRouters(fields).map((field) => ({ index, field })),
  };
}

/**
 * The index expressions to check, likely names first. Indices that are created by date or number are one expression, so
 * that a remembered place is still valid tomorrow.
 */
export function logIndexCandidates(names: readonly IndexName[]): readonly string[] {
  if (names.length === 0) return blindPatterns;
  const patterns = names.map(({ name, kind }) => (kind === 'index' ? seriesOf(name) : name));
  const likeliness = (pattern: string): number => {
    const at = likelyNames.findIndex((likely) => likely.test(pattern));
    return at < 0 ? likelyNames.length : at;
  };
  return [...new Set(patterns)].sort(
    (one, other) => likeliness(one) - likeliness(other) || (one < other ? -1 : one > other ? 1 : 0),
  );
}

/** `traefik-2026.11.21-000003` → `traefik-*`; a name without date or number at its end as it is. */
function seriesOf(name: string): string {
  const at = name.length > longestName ? -1 : name.search(series);
  return at <= 0 ? name : `${name.slice(0, at + 1)}*`;
}

/** Engines accept 255 bytes, and as many for the cluster before the colon. */
const longestName = 600;
/** No two alternatives match the same characters, because backtracking would take unlimited time. */
const series = /(?:[-_.](?:\d{4}[-.](?:w\d{2}|\d{2}(?:[-.]\d{2}){0,2})|\d{8}|\d{6}))+$/;
