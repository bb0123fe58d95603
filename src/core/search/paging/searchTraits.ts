import * as l10n from '@vscode/l10n';
import { RequestFailure } from '../../base/errors/failure';
import { isRecord } from '../../base/json/parse';
import { arrayItems, memberText, objectMembers } from '../../base/json/scan';

/** The traits of a search's body for paging through its result. */
export interface SearchTraits {
  /** The entries of its sort as JSON texts; empty if the order is by score. */
  readonly sort: readonly string[];
  /** Whether one of them is `_id`, whose values engines keep in memory only. */
  readonly isById: boolean;
  /** The member with which no engine continues by `search_after`, or not correctly. */
  readonly onlyFromSize: string | undefined;
  /** Whether hits are groups of documents: engines count the documents all the same. */
  readonly areGroups: boolean;
  /** Whether `_count`, which accepts a query alone, counts the same documents. */
  readonly isCountable: boolean;
}

/**
 * `collapse` allows no tie-break; `rescore`, `retriever` and `rank` no cursor; `knn` is limited itself; and
 * `terminate_after` stops after the first documents, not the first hits.
 */
const fromSizeMembers = ['collapse', 'rescore', 'knn', 'retriever', 'rank', 'sub_searches', 'terminate_after'];

/** Members that change which documents are hits, and that `_count` does not accept. */
const choosingMembers = ['min_score', 'post_filter', 'knn', 'retriever', 'sub_searches', 'runtime_mappings', 'slice'];

/** Members that the pager sets itself. */
const placeMembers = ['pit', 'search_after', 'scroll', 'scroll_id'];

/** Members besides the sort that decide the hits and their order: enough if no documents are shown. */
const hitMembers = [
  'query',
  'post_filter',
  'min_score',
  'runtime_mappings',
  'indices_boost',
  'timeout',
  'track_total_hits',
];

/** @throws RequestFailure (`invalid`) for a body that sets a place in the result itself */
export function searchTraits(body: string): SearchTraits {
  const names = new Set([...objectMembers(body)].map(([name]) => name));
  const own = placeMembers.find((name) => names.has(name));
  if (own !== undefined) {
    throw new RequestFailure({
      kind: 'invalid',
      sentence: l10n.t('The body contains {0}, which paging sets itself.', own),
      nextStep: l10n.t('Remove {0}, and use Next to turn pages.', own),
    });
  }
  const sort = sortOf(body);
  const isThere = (name: string): boolean => names.has(name) && memberText(body, name) !== 'null';
  return {
    sort,
    isById: sort.some((entry) => namesId(JSON.parse(entry))),
    onlyFromSize: fromSizeMembers.find(isThere),
    areGroups: isThere('collapse'),
    isCountable: !choosingMembers.some((name) => names.has(name)),
  };
}

/** The entries of the sort. A sort by score alone does not count: OpenSearch then returns no sort values. */
function sortOf(body: string): string[] {
  const text = memberText(body, 'sort') ?? 'null';
  if (text === 'null') return [];
  const entries = text.startsWith('[') ? arrayItems(text) : [text];
  const [first] = entries;
  return entries.length === 1 && first !== undefined && isByScore(JSON.parse(first)) ? [] : entries;
}

function namesId(entry: unknown): boolean {
  return isRecord(entry) ? Object.hasOwn(entry, '_id') : entry === '_id';
}

function isByScore(entry: unknown): boolean {
  if (!isRecord(entry)) return entry === '_score';
  const { _score: order, ...others } = entry;
  const asked = isRecord(order) ? order.order : order;
  return order !== undefined && Object.keys(others).length === 0 && (asked === undefined || asked === 'desc');
}

/** The sort followed by the tie-break, as JSON text. */
export function orderWith(sort: readonly string[], tieBreak: string): string {
  const asked = sort.length === 0 ? ['{"_score":"desc"}'] : sort;
  const [name] = Object.keys(JSON.parse(tieBreak));
  const last = asked.at(-1)?.replaceAll(/\s/g, '');
  const isThere = last === tieBreak || last === JSON.stringify(name);
  return `[${[...asked, ...(isThere ? [] : [tieBreak])].join()}]`;
}

/** A body for the same hits in the same order, without members that are only needed to show them. */
export function hitsOnly(body: string): string {
  const kept = new Map([...objectMembers(body)].filter(([name]) => hitMembers.includes(name)));
  return `{${[...kept].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`;
}
