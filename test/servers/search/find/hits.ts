import { javaFloat, type Writable } from '../json/write';
import { evaluate, namedQueries } from '../query/evaluate';
import type { Circumstances } from '../query/find-words';
import type { Query } from '../query/query';
import { shownValue, toValue } from '../store/column';
import { ignoredPaths, type StoredDocument, valuesAt } from '../store/document';
import type { Field, Mapping } from '../store/mapping';
import type { Shard } from '../store/shard';
import { matchesWildcard } from '../wildcard';
import { highlightOf } from './highlight';
import type { Candidate, Ranking } from './rank';
import { isByScore } from './read-sort';
import type { SearchRequest, ShownField } from './request';
import { filteredSource } from './source';

function shownFields(
  document: StoredDocument,
  mapping: Mapping,
  wanted: readonly ShownField[],
  all: boolean,
): Writable {
  const found = new Map<string, Writable>();
  const show = (field: Field, format: string | undefined) => {
    const values = valuesAt(document, field.of ?? field.path)
      .map((value) =>
        typeof value === 'string' && value.length > (field.ignoreAbove ?? value.length)
          ? undefined
          : toValue(field, value),
      )
      .filter((value) => value !== undefined)
      .map((value) => (format === 'epoch_millis' ? String(value) : shownValue(field, value)));
    if (values.length > 0) found.set(field.path, values);
  };
  for (const { pattern, format } of wanted) {
    for (const field of mapping.values()) {
      const isShown = !['nested', 'disabled'].includes(field.type) && (all || field.type !== 'text');
      if (isShown && matchesWildcard(pattern, field.path)) show(field, format);
    }
  }
  return found.size === 0 ? undefined : found;
}

function mergedFields(a: Writable, b: Writable): Writable {
  if (!(a instanceof Map)) return b;
  return b instanceof Map ? new Map([...a, ...b]) : a;
}

function nonEmpty(map: ReadonlyMap<string, readonly string[]>): Writable {
  return map.size === 0 ? undefined : map;
}

function nonEmptyList(list: readonly string[]): Writable {
  return list.length === 0 ? undefined : list;
}

type NameFinder = (candidate: Candidate) => readonly string[];

/** Which of the query's named parts matched a hit. */
function nameFinder(query: Query, about: Circumstances): NameFinder {
  const named = namedQueries(query);
  const evaluated = new Map<Shard, readonly { readonly name: string; readonly hit: Uint8Array }[]>();
  return ({ shard, document }) => {
    let found = evaluated.get(shard);
    if (found === undefined) {
      found = named.map((each) => ({ name: each.name ?? '', hit: evaluate(shard, each, about).hit }));
      evaluated.set(shard, found);
    }
    return found.filter(({ hit }) => hit[document] === 1).map(({ name }) => name);
  };
}

/** What a hit looks like besides what the request asks for. */
export interface HitStyle {
  readonly about: Circumstances;
  /** `_type` with each hit, for clients of version 7. */
  readonly withType: boolean;
  /** `_ignored`, which OpenSearch never has. */
  readonly withIgnored: boolean;
}

/** Writes a page of hits. */
export function writeHits(
  page: readonly Candidate[],
  ranking: Ranking,
  request: SearchRequest,
  style: HitStyle,
): readonly Writable[] {
  const { sort } = request;
  const byScore = isByScore(sort);
  const hasScore = byScore || request.trackScores || (sort ?? []).some(({ field }) => field === '_score');
  const namesOf = nameFinder(request.query, style.about);
  const isNamed = namedQueries(request.query).length > 0;

  return page.map((candidate) => {
    const { shard, place, score, keys } = candidate;
    const document = shard.documents[candidate.document];
    if (document === undefined) throw new Error('a candidate outside of its shard');
    const { mapping, name } = shard.owner;
    const sources = ranking.sources.get(place) ?? [];
    const ignored = style.withIgnored ? ignoredPaths(document, mapping.values()) : [];
    return {
      _index: name,
      _type: style.withType ? '_doc' : undefined,
      _id: request.bare ? undefined : document.id,
      _version: request.version ? document.version : undefined,
      _seq_no: request.seqNo ? document.seqNo : undefined,
      _primary_term: request.seqNo ? 1 : undefined,
      _score: hasScore ? javaFloat(score) : null,
      _ignored: ignored.length > 0 ? ignored : undefined,
      _source: request.bare ? undefined : filteredSource(document.source, request.source),
      fields: mergedFields(
        shownFields(document, mapping, request.docvalueFields, false),
        document.source === undefined ? undefined : shownFields(document, mapping, request.fields, true),
      ),
      highlight:
        request.highlight === undefined
          ? undefined
          : nonEmpty(highlightOf(document, mapping, request.query, request.highlight)),
      sort: byScore ? undefined : keys.map((key, at) => sources[at]?.show(key) ?? null),
      matched_queries: isNamed ? nonEmptyList(namesOf(candidate)) : undefined,
    };
  });
}
