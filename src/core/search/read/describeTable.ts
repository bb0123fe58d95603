import { longestPath } from '../../../protocol/hitPlace';
import { documentColumn } from '../../../protocol/resultPage';
import { isRecord, jsonOrNothing } from '../../base/json/parse';
import { type JsonPlace, memberText } from '../../base/json/scan';
import { plainText } from '../../base/text/plainText';
import type { FieldInfo } from '../engine/fieldList';
import { traceFields, traefikPrefixOf } from '../logFields/accessLogFields';
import type { SearchPage } from '../paging/pager';
import { canFilter } from '../query/filterOf';
import type { Hit } from '../wire/searchAnswer';
import { describeLine, linePaths, messageFields } from './describeLine';
import { readDocument, type WantedPaths, wantPaths } from './documentPaths';
import {
  absentCell,
  type CellStyle,
  cellOf,
  type FieldKind,
  highlightedCell,
  type ReadCell,
  tableStyle,
  unknownField,
} from './hitCell';
import { type HighlightFragments, type HitParts, hitPartsOf } from './hitParts';
import {
  choosableFields,
  columnOf,
  fieldKindInHit,
  type KnownFields,
  knownFields,
  traefikPrefixAmong,
} from './knownFields';
import type { ReadRow, ReadTable } from './readTable';

export interface TableDescriptionOptions {
  /**
   * The columns: paths of fields, names of a hit's own members such as `_id`, and `documentColumn`, for which each row
   * summarizes its first fields in one line. Without columns, the rows have the summary only.
   */
  readonly columns: readonly string[];
  /** Whether these are usual columns, none that the user chose. */
  readonly areUsual?: boolean;
  /** The fields of the indices; empty if the user may not list them. */
  readonly fields: readonly FieldInfo[];
  /** The field with a router's name, if known. */
  readonly routerField?: string | undefined;
  /** Whether each hit is described as a line of a log, instead of by columns. */
  readonly asLines?: boolean;
  /** A hit has a request if one field of each group has a text; empty if unknown. */
  readonly requestFields?: readonly (readonly string[])[] | undefined;
}

type Shown = Pick<SearchPage, 'hits' | 'from'> & { readonly search: Pick<SearchPage['search'], 'body'> };

const summaryFields = 12;
/** Longer paths are of no use in the summary of a row. */
const longestLead = 500;
/** The name of the time in the Elastic Common Schema, which may have other dates before it. */
const usualTime = '@timestamp';
/** Dates of a hit that are checked for its time. */
const mostDates = 20;
/** An `_id` has at most 512 bytes, an index name 255. */
const longestName = 512;
/** Highlighted fields that are searched in the documents of a page. */
const mostMarked = 200;
/** Distinct fields that are collected from the hits of a page. */
const mostSeen = 5_000;

/** The parent of a dotted name: highlights of `message.keyword` belong to `message` if the document has only that. */
function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}

/** The data that all hits of a page share. */
interface Plan {
  readonly options: TableDescriptionOptions;
  readonly known: KnownFields;
  /** Every path to look up, by slot: the columns first. */
  readonly paths: readonly string[];
  readonly wanted: WantedPaths;
  readonly slotOf: ReadonlyMap<string, number>;
  /** The searched fields, which come first in a summary. */
  readonly searched: readonly string[];
  readonly seen: Set<string>;
  /** The date field of the first hit that has any, found while reading. */
  time: string | undefined;
  /** The prefix of Traefik's own names, for hits with only some of their fields, which may not show it. */
  readonly traefikPrefix: string | undefined;
  /** The kinds of fields in hits in which Traefik's own names have this prefix. */
  readonly kinds: { prefix: string | undefined; readonly byPath: Map<string, FieldKind> };
}

function planOf(page: Shown, parts: readonly HitParts[], options: TableDescriptionOptions): Plan {
  const searched = searchedFields(page.search.body);
  const marked = new Set<string>();
  for (const { highlight } of parts) {
    for (const path of highlight.keys()) if (marked.size < mostMarked && path.length <= longestPath) marked.add(path);
  }
  const others = [
    options.routerField ?? '',
    ...(options.requestFields ?? []).flat(),
    ...traceFields,
    ...(options.asLines === true ? linePaths : messageFields),
    ...searched,
    ...marked,
    ...[...marked, ...searched].map(parentOf),
  ];
  const paths = [...new Set([...options.columns, ...others.filter((path) => path !== '')])];
  const known = knownFields(options.fields);
  return {
    options,
    known,
    paths,
    wanted: wantPaths(paths),
    slotOf: new Map(paths.map((path, slot) => [path, slot])),
    searched,
    seen: new Set(),
    time: undefined,
    kinds: { prefix: undefined, byPath: new Map() },
    traefikPrefix: memberText(page.search.body, '_source') === undefined ? undefined : traefikPrefixAmong(known),
  };
}

interface Lead {
  readonly path: string;
  readonly place: JsonPlace;
}

/** The kind of a field, which is the same in most hits of a page. */
function kindOf(path: string, traefikPrefix: string | undefined, { kinds, known }: Plan): FieldKind {
  if (kinds.prefix !== traefikPrefix) {
    kinds.prefix = traefikPrefix;
    kinds.byPath.clear();
  }
  const kind = kinds.byPath.get(path) ?? fieldKindInHit(path, known, traefikPrefix);
  kinds.byPath.set(path, kind);
  return kind;
}

function rowOf(hit: Hit, parts: HitParts, rank: number, plan: Plan): ReadRow {
  const { json } = hit;
  const { options, known, seen } = plan;
  const places: JsonPlace[][] = plan.paths.map(() => []);
  const leads: Lead[] = [];
  const dates: Lead[] = [];

  const isLine = options.asLines === true;
  const isSummed = options.columns.length === 0 || options.columns.includes(documentColumn) || isLine;
  let { traefikPrefix } = plan;
  const see = (path: string): void => {
    if (seen.size < mostSeen) seen.add(path);
  };
  const reader = {
    found: (slot: number, place: JsonPlace) => void places[slot]?.push(place),
    field: (path: string, place: JsonPlace) => {
      see(path);
      if (path.length > longestLead) return;
      traefikPrefix ??= traefikPrefixOf(path);
      if (known.dates.has(path) && dates.length < mostDates) dates.push({ path, place });
      if (isSummed && leads.length < summaryFields) leads.push({ path, place });
    },
    fieldInList: see,
  };
  if (parts.source >= 0) readDocument(json, parts.source, plan.wanted, reader);
  if (parts.fields >= 0) {
    const inSource = places.map((found) => found.length > 0);
    readDocument(json, parts.fields, plan.wanted, {
      ...reader,
      // Values in the document take precedence: `fields` repeats them, or has values computed from them.
      found: (slot, place) => (inSource[slot] === true ? undefined : reader.found(slot, place)),
      field: parts.source >= 0 ? see : reader.field,
    });
  }

  const at = (path: string): readonly JsonPlace[] => places[plan.slotOf.get(path) ?? -1] ?? [];
  const marks = marksOf(parts, at);
  const cell = (path: string, found: readonly JsonPlace[], style: CellStyle = tableStyle): ReadCell => {
    const fragments = marks.get(path);
    const kind = kindOf(path, traefikPrefix, plan);
    const made =
      fragments === undefined ? cellOf(json, found, kind, style) : highlightedCell(json, found, fragments, kind, style);
    return canFilter(path, options.fields) ? made : { ...made, noFilter: true };
  };

  plan.time ??= (dates.find(({ path }) => path === usualTime) ?? dates[0])?.path;
  const date = dates.find(({ path }) => path === plan.time) ?? dates[0];
  const isText = ([start, end]: JsonPlace): boolean => json.charAt(start) === '"' && end - start > 2;
  const hasRouter = options.routerField !== undefined && at(options.routerField).some(isText);
  const isValue = ([start, end]: JsonPlace): boolean => json.charAt(start) !== '{' && end - start > 2;
  const summary = (): ReadRow['summary'] => {
    const message = messageFields.filter((path) => at(path).some(isValue)).slice(0, 1);
    return summaryOf([...marks.keys(), ...message, ...plan.searched], date, leads, at, cell);
  };
  const columnCell = (path: string): ReadCell => {
    const found = at(path);
    const own = found.length === 0 ? ownValue(hit, path) : undefined;
    if (own === undefined) return cell(path, found);
    return { ...own, ...(!canFilter(path, options.fields, false) && { noFilter: true as const }) };
  };
  const { requestFields = [] } = options;
  const hasRequest =
    requestFields.length > 0 && requestFields.every((group) => group.some((path) => at(path).some(isText)));
  const hasTrace = traceFields.some((path) => at(path).some(isText));
  return {
    rank,
    ...(hit.index !== undefined && { index: plainText(hit.index, longestName) }),
    ...(hit.id !== undefined && { id: plainText(hit.id, longestName) }),
    ...(hit.score !== undefined && { score: hit.score }),
    ...(isLine
      ? {
          cells: [],
          summary: [],
          line: describeLine({ json, at, cell, time: date, marked: marks.keys(), traefikPrefix, summary }),
        }
      : { cells: options.columns.map(columnCell), summary: isSummed ? summary() : [] }),
    ...(hasRouter && { hasRouter }),
    ...(hasRequest && { hasRequest }),
    ...(hasTrace && { hasTrace }),
  };
}

/** A member of the hit besides its document, such as `_routing`, as a cell. */
function ownValue({ index, id, score, json }: Hit, path: string): ReadCell | undefined {
  if (path === '_score') return score === undefined ? undefined : { kind: 'number', text: score };
  const name = path === '_id' ? id : path === '_index' ? index : undefined;
  if (name !== undefined) return { kind: 'text', text: plainText(name, longestName) };
  const member = path.startsWith('_') && path !== documentColumn ? memberText(json, path) : undefined;
  return member === undefined ? undefined : cellOf(member, [[0, member.length]], unknownField, tableStyle);
}

/** Highlights by the path of their value. */
function marksOf({ highlight }: HitParts, at: (path: string) => readonly JsonPlace[]): HighlightFragments {
  if (highlight.size === 0) return highlight;
  const marks = new Map<string, readonly string[]>();
  for (const [name, fragments] of highlight) {
    const parent = parentOf(name);
    const path = at(name).length === 0 && at(parent).length > 0 ? parent : name;
    if (!marks.has(path)) marks.set(path, fragments);
  }
  return marks;
}

function summaryOf(
  first: readonly string[],
  date: Lead | undefined,
  leads: readonly Lead[],
  at: (path: string) => readonly JsonPlace[],
  cell: (path: string, places: readonly JsonPlace[]) => ReadCell,
): ReadRow['summary'] {
  const summary: { path: string; cell: ReadCell }[] = [];
  const shown = new Set<string>();
  const time = date && cell(date.path, [date.place]);
  const add = (path: string, places: readonly JsonPlace[]): void => {
    if (shown.has(path) || summary.length === summaryFields) return;
    shown.add(path);
    const made = cell(path, places);
    const isTimeAgain = path !== date?.path && made.at !== undefined && made.at === time?.at;
    if (made.kind !== absentCell.kind && !isTimeAgain) summary.push({ path, cell: made });
  };
  for (const path of first) add(path, at(path));
  if (date !== undefined) add(date.path, [date.place]);
  for (const { path, place } of leads) {
    const all = at(path);
    add(path, all.length > 0 ? all : [place]);
  }
  return summary;
}

/** The hits of a page as rows, with all text sanitized and truncated. Reads each document once. */
export function describeTable(page: Shown, given: TableDescriptionOptions): ReadTable {
  const parts = page.hits.map(({ json }) => hitPartsOf(json));
  const options = given.areUsual === true ? { ...given, columns: withMatches(given, parts) } : given;
  const plan = planOf(page, parts, options);
  const rows = page.hits.map((hit, number) =>
    rowOf(hit, parts[number] ?? hitPartsOf(hit.json), page.from + number + 1, plan),
  );
  return {
    columns: options.columns.map((path) => columnOf(path, plan.known)),
    ...(options.areUsual === true && { areUsual: true }),
    rows,
    fields: choosableFields(plan.known, plan.seen),
    ...(plan.time !== undefined && { time: columnOf(plan.time, plan.known) }),
  };
}

/** The most fields with matches that are shown beside the usual columns. */
const mostMatchColumns = 2;

/** The usual columns and, after the first, the fields in which most matches are: what was found is in sight. */
function withMatches({ columns, fields }: TableDescriptionOptions, parts: readonly HitParts[]): readonly string[] {
  const names = new Set(fields.map(({ name }) => name));
  const counts = new Map<string, number>();
  for (const { highlight } of parts) {
    for (const name of highlight.keys()) {
      const path = names.has(parentOf(name)) ? parentOf(name) : name;
      if (!columns.includes(path)) counts.set(path, (counts.get(path) ?? 0) + 1);
    }
  }
  const most = [...counts].sort(([, one], [, other]) => other - one).slice(0, mostMatchColumns);
  return [...columns.slice(0, 1), ...most.map(([path]) => path), ...columns.slice(1)];
}

/** Query DSL clauses whose field is the name of a member. */
const fieldClauses: ReadonlySet<string> = new Set([
  'match',
  'match_phrase',
  'match_phrase_prefix',
  'match_bool_prefix',
  'term',
  'terms',
  'prefix',
  'wildcard',
  'regexp',
  'fuzzy',
  'range',
]);
/** Clauses whose fields are values of members such as `fields` or `field`. */
const listing: ReadonlySet<string> = new Set(['query_string', 'simple_query_string', 'multi_match', 'exists']);
/** Members of compound clauses that contain other clauses, the most specific first. */
const inner = ['query', 'must', 'should', 'queries', 'filter', 'positive'] as const;

const mostFields = 12;
const deepest = 10;
const longestBody = 100_000;
const notFields: ReadonlySet<string> = new Set(['boost', '_name']);

/** Adds the fields of a clause to `fields`, until there are enough. */
function addFields(clause: unknown, depth: number, fields: Set<string>): void {
  if (depth > deepest || fields.size >= mostFields) return;
  if (Array.isArray(clause)) {
    for (const each of clause) addFields(each, depth + 1, fields);
    return;
  }
  if (!isRecord(clause)) return;
  for (const [kind, inside] of Object.entries(clause)) {
    if (!isRecord(inside)) continue;
    if (fieldClauses.has(kind) || listing.has(kind)) {
      const names = listing.has(kind) ? listed(inside) : Object.keys(inside).filter((name) => !notFields.has(name));
      for (const name of names) fields.add(name);
    } else for (const name of inner) addFields(inside[name], depth + 1, fields);
  }
}

function listed({ fields, default_field, field }: Readonly<Record<string, unknown>>): string[] {
  return [field, default_field, ...(Array.isArray(fields) ? fields : [])].flatMap((name) =>
    // `title^2` boosts a field; a pattern is not a field.
    typeof name === 'string' && !name.includes('*') ? [name.replace(/\^[\d.]+$/, '')] : [],
  );
}

/**
 * The fields that a search queries, at most twelve; fields that only filter come last.
 *
 * @param body a request body as JSON text
 */
export function searchedFields(body: string): string[] {
  if (body.length > longestBody) return [];
  const parsed = jsonOrNothing(body);
  const fields = new Set<string>();
  if (isRecord(parsed)) addFields(parsed.query, 0, fields);
  return [...fields].slice(0, mostFields);
}
