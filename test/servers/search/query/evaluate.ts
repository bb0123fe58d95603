import { wordsOf } from '../store/analysis';
import type { Scalar } from '../store/document';
import { type Field, nestedAbove } from '../store/mapping';
import type { Shard } from '../store/shard';
import { matchesWildcard } from '../wildcard';
import { type Circumstances, phrase, words } from './find-words';
import { best, combined, everything, having, type Matches, matching, nothing, where } from './matches';
import type { Query } from './query';
import { queryShardFailure, ShardFailure } from './shard-failure';
import { dateValue, isDate, wanted } from './wanted-value';

const isWords = ({ type }: Field) => type === 'text';

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

/** What `lenient` makes of a value that a field cannot hold. */
function unlessRefused(shard: Shard, find: () => Matches): Matches {
  try {
    return find();
  } catch (error) {
    if (error instanceof ShardFailure) return nothing(shard);
    throw error;
  }
}

function match(shard: Shard, field: Field, query: Query & { kind: 'match' }, about: Circumstances): Matches {
  if (isWords(field)) {
    const each = wordsOf(String(query.text)).map((word) => words(shard, field, word, about));
    if (each.length === 0) return nothing(shard);
    return query.operator === 'and' ? combined(shard, each, [], 0) : combined(shard, [], each, 1);
  }
  const find = () => having(shard, field, wanted(shard, field, query.text, about.now));
  return query.lenient ? unlessRefused(shard, find) : find();
}

function fieldsFor(shard: Shard, patterns: readonly string[], about: Circumstances): Field[] {
  const all = [...shard.owner.mapping.values()];
  const isSearchable = ({ type }: Field) => !['nested', 'disabled', 'geo_point'].includes(type);
  const wantedHere = patterns.length === 0 ? ['*'] : patterns;
  return all.filter(
    (field) =>
      isSearchable(field) &&
      isSeen(shard, field.path, about) &&
      wantedHere.some((each) => matchesWildcard(each, field.path)),
  );
}

function multi(shard: Shard, query: Query & { kind: 'multi' }, about: Circumstances): Matches {
  const isAll = query.isAllWithoutWords === true && wordsOf(String(query.text)).length === 0;
  const each = fieldsFor(shard, query.fields, about).map((field) =>
    isAll && isWords(field)
      ? everything(shard)
      : query.phrase && isWords(field)
        ? phrase(shard, field, String(query.text), false, about)
        : match(
            shard,
            field,
            { kind: 'match', field: field.path, text: query.text, operator: query.operator, lenient: query.lenient },
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

/** Whether a field lies where the query looks: in the objects of the nested query around it, or in none. */
function isSeen(shard: Shard, path: string, { nested }: Circumstances): boolean {
  return nestedAbove(shard.owner.mapping, path) === nested;
}

function onField(shard: Shard, path: string, about: Circumstances, find: (field: Field) => Matches): Matches {
  const field = shard.owner.mapping.get(path);
  return field === undefined || !isSeen(shard, path, about) ? nothing(shard) : find(field);
}

/** An indexed value at the path; for an object one below it. */
function hasUnder(shard: Shard, path: string, about: Circumstances): Matches {
  const field = shard.owner.mapping.get(path);
  if (field !== undefined && field.type !== 'nested') {
    if (!isSeen(shard, path, about)) return nothing(shard);
    const column = shard.column(field);
    return matching(shard, (document) => (column[document] ?? []).length > 0);
  }
  return matching(shard, (at) => {
    const document = shard.documents[at];
    if (document === undefined) return false;
    return Object.keys(document.values).some((each) => each.startsWith(`${path}.`) && isSeen(shard, each, about));
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
      if (query.field === '_index') return query.value === shard.owner.name ? everything(shard) : nothing(shard);
      return onField(shard, query.field, about, (field) => {
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
      return onField(shard, query.field, about, (field) => {
        const values = new Set(query.values.map((value) => wanted(shard, field, value, about.now)));
        if (!isWords(field)) return where(shard, field, (value) => values.has(value));
        return best(
          shard,
          [...values].map((value) => words(shard, field, String(value), about)),
        );
      });
    case 'match':
      return onField(shard, query.field, about, (field) => match(shard, field, query, about));
    case 'phrase':
      return onField(shard, query.field, about, (field) =>
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
      return onField(shard, query.field, about, (field) =>
        query.lenient === true
          ? unlessRefused(shard, () => range(shard, field, query, about.now))
          : range(shard, field, query, about.now),
      );
    case 'exists':
      return hasUnder(shard, query.field, about);
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
      return onField(shard, path, about, (field) => {
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
    case 'nested': {
      const { path, ignoreUnmapped } = query;
      if (shard.owner.mapping.get(path)?.type === 'nested') {
        return evaluate(shard, query.query, { ...about, nested: path });
      }
      if (ignoreUnmapped) return nothing(shard);
      const reason = `[nested] failed to find nested object under path [${path}]`;
      throw queryShardFailure(shard, `failed to create query: ${reason}`, { type: 'illegal_state_exception', reason });
    }
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
