import { wordsOf } from '../store/analysis';
import { toValue, type Value } from '../store/column';
import { nanosToMillis, parseDateMaths } from '../store/dates';
import type { Scalar } from '../store/document';
import type { Field } from '../store/mapping';
import type { Shard } from '../store/shard';
import { matchesWildcard } from '../wildcard';
import type { Query } from './query';
import { queryShardFailure, ShardFailure } from './shard-failure';

/** Which documents of a shard a query matched, by their place in it, and how well. */
export interface Matches {
  /** 1 where it matched. */
  readonly hit: Uint8Array;
  readonly score: Float32Array;
}

/** What the evaluation needs to know besides the shard. */
export interface Circumstances {
  /** Milliseconds since 1970: what `now` means. */
  readonly now: number;
  /** OpenSearch 3 dropped the factor (k1 + 1) that made scores 2.2 times larger. */
  readonly scoreFactor: number;
}

const K1 = 1.2;
const B = 0.75;

function nothing(shard: Shard): Matches {
  return { hit: new Uint8Array(shard.documents.length), score: new Float32Array(shard.documents.length) };
}

function everything(shard: Shard): Matches {
  const matches = nothing(shard);
  matches.hit.fill(1);
  matches.score.fill(1);
  return matches;
}

function matching(shard: Shard, test: (document: number) => boolean): Matches {
  const matches = nothing(shard);
  for (let document = 0; document < shard.documents.length; document += 1) {
    if (test(document)) {
      matches.hit[document] = 1;
      matches.score[document] = 1;
    }
  }
  return matches;
}

function where(shard: Shard, field: Field, test: (value: Value) => boolean): Matches {
  const column = shard.column(field);
  return matching(shard, (document) => column[document]?.some(test) ?? false);
}

function having(shard: Shard, field: Field, value: Value): Matches {
  const matches = nothing(shard);
  for (const document of shard.holders(field).get(value) ?? []) {
    matches.hit[document] = 1;
    matches.score[document] = 1;
  }
  return matches;
}

const isNumeric = ({ type }: Field) => ['integer', 'long', 'unsigned_long', 'double', 'float'].includes(type);
const isDate = ({ type }: Field) => type === 'date' || type === 'date_nanos';
const isWords = ({ type }: Field) => type === 'text';

function badDate(value: Scalar): ShardFailure {
  const failed = `failed to parse date field [${value}] with format [strict_date_optional_time||epoch_millis]`;
  return new ShardFailure({
    type: 'parse_exception',
    reason: `${failed}: [${failed}]`,
    caused_by: {
      type: 'illegal_argument_exception',
      reason: failed,
      caused_by: { type: 'date_time_parse_exception', reason: 'Failed to parse with all enclosed parsers' },
    },
  });
}

function badValue(shard: Shard, field: Field, value: Scalar): ShardFailure {
  if (isNumeric(field)) {
    const reason = `For input string: "${value}"`;
    return queryShardFailure(shard, `failed to create query: ${reason}`, { type: 'number_format_exception', reason });
  }
  const reason =
    field.type === 'ip'
      ? `'${value}' is not an IP string literal.`
      : `Can't parse boolean value [${value}], expected [true] or [false]`;
  return queryShardFailure(shard, `failed to create query: ${reason}`, { type: 'illegal_argument_exception', reason });
}

function dateValue(field: Field, value: Scalar, rounding: 'down' | 'up', now: number): Value {
  const nanos = parseDateMaths(String(value), rounding, now);
  if (nanos === undefined) throw badDate(value);
  return field.type === 'date' ? nanosToMillis(nanos) : nanos;
}

function wanted(shard: Shard, field: Field, value: Scalar, now: number): Value {
  if (isDate(field)) return dateValue(field, value, 'down', now);
  const found = toValue(field, value);
  if (found === undefined) throw badValue(shard, field, value);
  return found;
}

/** Documents that hold a word, by BM25 over this shard alone. */
function words(shard: Shard, field: Field, word: string, { scoreFactor }: Circumstances): Matches {
  const matches = nothing(shard);
  const postings = shard.postings(field);
  const posting = postings.words.get(word);
  if (posting === undefined) return matches;
  const found = posting.documents.length;
  const rarity = Math.log(1 + (postings.documents - found + 0.5) / (found + 0.5));
  posting.documents.forEach((document, at) => {
    const frequency = posting.frequencies[at] ?? 0;
    const length = (postings.lengths[document] ?? 0) / postings.averageLength;
    matches.hit[document] = 1;
    matches.score[document] = (scoreFactor * rarity * frequency) / (frequency + K1 * (1 - B + B * length));
  });
  return matches;
}

/** Sums what `must` and `should` find; a document needs all of the first and `minimum` of the second. */
function combined(shard: Shard, must: readonly Matches[], should: readonly Matches[], minimum: number): Matches {
  const matches = nothing(shard);
  const met = new Uint16Array(shard.documents.length);
  const optional = new Uint16Array(shard.documents.length);
  const add = ({ hit, score }: Matches, counts: Uint16Array) => {
    for (let document = 0; document < hit.length; document += 1) {
      if (hit[document] !== 1) continue;
      counts[document] = (counts[document] ?? 0) + 1;
      matches.score[document] = (matches.score[document] ?? 0) + (score[document] ?? 0);
    }
  };
  for (const each of must) add(each, met);
  for (const each of should) add(each, optional);
  for (let document = 0; document < matches.hit.length; document += 1) {
    if (met[document] === must.length && (optional[document] ?? 0) >= minimum) matches.hit[document] = 1;
  }
  return matches;
}

function best(shard: Shard, all: readonly Matches[]): Matches {
  const matches = nothing(shard);
  for (const each of all) {
    each.hit.forEach((hit, document) => {
      if (hit === 0) return;
      matches.hit[document] = 1;
      matches.score[document] = Math.max(matches.score[document] ?? 0, each.score[document] ?? 0);
    });
  }
  return matches;
}

function holdsPhrase(text: string, phrase: readonly string[], lastIsPrefix: boolean): boolean {
  const found = wordsOf(text);
  return found.some((_, start) =>
    phrase.every((word, at) => {
      const here = found[start + at];
      if (lastIsPrefix && at === phrase.length - 1) return here?.startsWith(word) ?? false;
      return here === word;
    }),
  );
}

function phrase(shard: Shard, field: Field, text: string, lastIsPrefix: boolean, about: Circumstances): Matches {
  const wordsWanted = wordsOf(text);
  const whole = lastIsPrefix ? wordsWanted.slice(0, -1) : wordsWanted;
  const candidates = combined(
    shard,
    whole.map((word) => words(shard, field, word, about)),
    [],
    0,
  );
  if (wordsWanted.length === 0) return nothing(shard);
  const column = shard.column(field);
  candidates.hit.forEach((hit, document) => {
    const texts = hit === 1 ? (column[document] ?? []) : [];
    if (!texts.some((each) => holdsPhrase(String(each), wordsWanted, lastIsPrefix))) {
      candidates.hit[document] = 0;
      candidates.score[document] = 0;
    }
  });
  return candidates;
}

function range(shard: Shard, field: Field, query: Query & { kind: 'range' }, now: number): Matches {
  const { gt, gte, lt, lte } = query.bounds;
  const limit = (value: Scalar | undefined, rounding: 'down' | 'up') => {
    if (value === undefined) return undefined;
    return isDate(field) ? dateValue(field, value, rounding, now) : wanted(shard, field, value, now);
  };
  const [above, from, below, to] = [limit(gt, 'up'), limit(gte, 'down'), limit(lt, 'down'), limit(lte, 'up')];
  return where(
    shard,
    field,
    (value) =>
      (above === undefined || value > above) &&
      (from === undefined || value >= from) &&
      (below === undefined || value < below) &&
      (to === undefined || value <= to),
  );
}

function match(shard: Shard, field: Field, query: Query & { kind: 'match' }, about: Circumstances): Matches {
  if (isWords(field)) {
    const each = wordsOf(String(query.text)).map((word) => words(shard, field, word, about));
    if (each.length === 0) return nothing(shard);
    return query.operator === 'and' ? combined(shard, each, [], 0) : combined(shard, [], each, 1);
  }
  try {
    return having(shard, field, wanted(shard, field, query.text, about.now));
  } catch (error) {
    if (query.lenient && error instanceof ShardFailure) return nothing(shard);
    throw error;
  }
}

function fieldsFor(shard: Shard, patterns: readonly string[]): Field[] {
  const all = [...shard.owner.mapping.values()];
  const isSearchable = ({ type }: Field) => !['nested', 'disabled', 'geo_point'].includes(type);
  const wantedHere = patterns.length === 0 ? ['*'] : patterns;
  return all.filter((field) => isSearchable(field) && wantedHere.some((each) => matchesWildcard(each, field.path)));
}

function multi(shard: Shard, query: Query & { kind: 'multi' }, about: Circumstances): Matches {
  const each = fieldsFor(shard, query.fields).map((field) =>
    query.phrase && isWords(field)
      ? phrase(shard, field, String(query.text), false, about)
      : match(
          shard,
          field,
          { kind: 'match', field: field.path, text: query.text, operator: query.operator, lenient: true },
          about,
        ),
  );
  return best(shard, each);
}

function unreadable(shard: Shard, text: string, message: string): ShardFailure {
  return queryShardFailure(shard, `Failed to parse query [${text}]`, {
    type: 'parse_exception',
    reason: `Cannot parse '${text}': ${message}`,
    caused_by: { type: 'parse_exception', reason: message },
  });
}

function onField(shard: Shard, path: string, find: (field: Field) => Matches): Matches {
  const field = shard.owner.mapping.get(path);
  return field === undefined ? nothing(shard) : find(field);
}

/** An indexed value at the path; for an object one below it. */
function hasUnder(shard: Shard, path: string): Matches {
  const field = shard.owner.mapping.get(path);
  if (field !== undefined && field.type !== 'nested') {
    const column = shard.column(field);
    return matching(shard, (document) => (column[document] ?? []).length > 0);
  }
  return matching(shard, (at) => {
    const document = shard.documents[at];
    if (document === undefined) return false;
    return Object.keys(document.values).some((each) => each.startsWith(`${path}.`));
  });
}

function withIds(shard: Shard, ids: ReadonlySet<string>): Matches {
  return matching(shard, (document) => ids.has(shard.documents[document]?.id ?? ''));
}

function evaluatePlain(shard: Shard, query: Query, about: Circumstances): Matches {
  const evaluateAll = (queries: readonly Query[]) => queries.map((each) => evaluate(shard, each, about));
  switch (query.kind) {
    case 'all':
      return everything(shard);
    case 'none':
      return nothing(shard);
    case 'term':
      if (query.field === '_id') return withIds(shard, new Set([String(query.value)]));
      return onField(shard, query.field, (field) => {
        if (isWords(field)) return words(shard, field, String(query.value), about);
        if (query.ignoreCase === true) {
          const lower = String(query.value).toLowerCase();
          return where(shard, field, (value) => String(value).toLowerCase() === lower);
        }
        return match(
          shard,
          field,
          { kind: 'match', field: field.path, text: query.value, operator: 'or', lenient: false },
          about,
        );
      });
    case 'terms':
      if (query.field === '_id') return withIds(shard, new Set(query.values.map(String)));
      return onField(shard, query.field, (field) => {
        const values = new Set(query.values.map((value) => wanted(shard, field, value, about.now)));
        if (!isWords(field)) return where(shard, field, (value) => values.has(value));
        return best(
          shard,
          [...values].map((value) => words(shard, field, String(value), about)),
        );
      });
    case 'match':
      return onField(shard, query.field, (field) => match(shard, field, query, about));
    case 'phrase':
      return onField(shard, query.field, (field) =>
        isWords(field)
          ? phrase(shard, field, query.text, query.lastIsPrefix, about)
          : match(
              shard,
              field,
              { kind: 'match', field: field.path, text: query.text, operator: 'or', lenient: false },
              about,
            ),
      );
    case 'multi':
      return multi(shard, query, about);
    case 'range':
      return onField(shard, query.field, (field) => range(shard, field, query, about.now));
    case 'exists':
      return hasUnder(shard, query.field);
    case 'ids':
      return withIds(shard, query.ids);
    case 'pattern': {
      const { pattern, field: path } = query;
      if (!(pattern instanceof RegExp)) {
        const reason = pattern.unreadable;
        throw queryShardFailure(shard, `failed to create query: ${reason}`, {
          type: 'illegal_argument_exception',
          reason,
        });
      }
      return onField(shard, path, (field) => {
        if (!isWords(field)) return where(shard, field, (value) => pattern.test(String(value)));
        return where(shard, field, (value) => wordsOf(String(value)).some((word) => pattern.test(word)));
      });
    }
    case 'bool': {
      const must = evaluateAll(query.must);
      const filter = evaluateAll(query.filter).map(({ hit }) => ({ hit, score: new Float32Array(hit.length) }));
      const should = evaluateAll(query.should);
      const mustNot = evaluateAll(query.mustNot);
      const found = combined(shard, [...must, ...filter], should, query.minimumShould);
      found.hit.forEach((hit, document) => {
        if (hit === 1 && mustNot.some((each) => each.hit[document] === 1)) found.hit[document] = 0;
      });
      if (must.length + should.length === 0 && filter.length === 0) found.score.fill(1);
      return found;
    }
    case 'constant': {
      const { hit } = evaluate(shard, query.query, about);
      return { hit, score: Float32Array.from(hit) };
    }
    case 'best':
      return best(shard, evaluateAll(query.queries));
    case 'nested':
      return evaluate(shard, query.query, about);
    case 'refused': {
      const reason = query.reason.replace(/^failed to create query: /, '');
      throw queryShardFailure(shard, query.reason, { type: query.type, reason });
    }
    case 'unreadable':
      throw unreadable(shard, query.text, query.message);
  }
}

/**
 * Finds what a query matches in one shard.
 *
 * @throws ShardFailure where the query makes no sense for the fields of this shard's index
 */
export function evaluate(shard: Shard, query: Query, about: Circumstances): Matches {
  const matches = evaluatePlain(shard, query, about);
  if (query.boost !== undefined) {
    const { boost } = query;
    matches.score.forEach((score, document) => {
      matches.score[document] = score * boost;
    });
  }
  return matches;
}

/** The queries below this one that have a name. */
export function namedQueries(query: Query): readonly Query[] {
  const below = (): readonly Query[] => {
    switch (query.kind) {
      case 'bool':
        return [...query.must, ...query.filter, ...query.should, ...query.mustNot];
      case 'best':
        return query.queries;
      case 'constant':
      case 'nested':
        return [query.query];
      default:
        return [];
    }
  };
  const own = query.name === undefined ? [] : [query];
  return [...own, ...below().flatMap(namedQueries)];
}

/** A search of a shard that no node holds. */
export function unassignedShard(): ShardFailure {
  return new ShardFailure({ type: 'no_shard_available_action_exception', reason: null }, 503);
}
