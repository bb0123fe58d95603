import type { BarTone } from './histogram';
import type { QuestionFilter, SortKey } from './question';

/** A page of a result, and a hit in full, as texts and rows for the page. All of it is server text. */

/** The style of a text in a terminal. Colors are of the 16 of a terminal, from 0 to 15. */
export interface TextStyle {
  readonly color?: number | undefined;
  readonly background?: number | undefined;
  readonly isBold?: true | undefined;
  readonly isItalic?: true | undefined;
  readonly isUnderlined?: true | undefined;
}

/** A part of a text, [from, to) in UTF-16 units, and its style in a terminal. */
export interface StyledRange {
  readonly from: number;
  readonly to: number;
  readonly style: TextStyle;
}

/** One value as the page draws it. Server text: hostile, cut, and without line breaks, except in a line's message. */
export interface HitCell {
  /** `absent`: the document does not have the field; `null`: the field is null. */
  readonly kind: 'text' | 'number' | 'boolean' | 'date' | 'null' | 'absent' | 'object' | 'list';
  /** A date is in the user's time zone, an amount in a fitting unit. */
  readonly text: string;
  /** What is stored, if the text does not show all of it: a date, an amount with every digit. */
  readonly stored?: string | undefined;
  /** The parts of the text that the engine highlighted: [from, to) in UTF-16 units. */
  readonly marks?: readonly (readonly [number, number])[] | undefined;
  /** The parts with a style from a terminal's escape sequences, in order, not overlapping. */
  readonly styled?: readonly StyledRange[] | undefined;
  /** The severity of a status or level, in addition to its word. */
  readonly tone?: BarTone | undefined;
  /** If the page shows how long ago it is in place of the text: milliseconds since 1970. */
  readonly at?: number | undefined;
  readonly isCut?: boolean | undefined;
  /** No filter for it is possible: it is not indexed, or is metadata of the hit. */
  readonly noFilter?: true | undefined;
}

/** The column of a hit's first fields in one line, named like the whole document, so that no field has this path. */
export const documentColumn = '_source';

/** The members of a hit beside its document that columns are offered for. */
export const hitMembers: readonly string[] = ['_id', '_index', '_score', '_routing'];

export interface HitColumn {
  /** The path of a field; or a member of the hit beside its document, such as `_id`; or `documentColumn`. */
  readonly path: string;
  /** The type in the mapping, if known: `keyword`, `long`. */
  readonly type?: string | undefined;
  /** The field to sort by with the heading (for a text field, its keyword); absent if sorting is impossible. */
  readonly sortField?: string | undefined;
}

/** The kinds of a line's parts, in reading order. */
export const linePartKinds = [
  'time',
  'level',
  'status',
  'method',
  'host',
  'path',
  'duration',
  'router',
  /** The message of the line: shown without the name of its field. */
  'message',
  /** Another field that is shown beside the message, with its name. */
  'field',
] as const;
export type LinePartKind = (typeof linePartKinds)[number];

/** A column of the hits: one that the user chose, a default one, or a part of a line. */
export interface TableHeading {
  readonly kind: 'rank' | 'index' | 'id' | 'score' | 'time' | 'summary' | 'value' | 'part';
  readonly title: string;
  /** A track size of a CSS grid. */
  readonly width: string;
  /** For the path of a request: the characters for which columns that can shrink do so. */
  readonly chars?: number | undefined;
  /** The name by which the user chooses this column; absent for the rank, and for parts of lines. */
  readonly column?: string | undefined;
  readonly type?: string | undefined;
  readonly sortField?: string | undefined;
  readonly isNumber?: boolean | undefined;
  readonly part?: LinePartKind | undefined;
  /** Whether a narrow window has no room for it. */
  readonly isSecondary?: boolean | undefined;
}

/** A value that stands beside others, after its name; a message needs none. */
export interface NamedCell extends HitCell {
  readonly path: string;
  readonly isMessage?: boolean | undefined;
}

/**
 * What a hit has under a heading: a value, or several in one line, for which it is absent itself; or both, for what a
 * request says besides its path.
 */
export interface RowCell extends HitCell {
  /** The field of the value; absent if it is only a part of a field, or a member that every hit has. */
  readonly path?: string | undefined;
  readonly parts?: readonly NamedCell[] | undefined;
}

export interface HitRow {
  /** Its place in the whole result, from 1 up. */
  readonly rank: number;
  readonly id?: string | undefined;
  /** Its values in words, for screen readers: `status 502, host h36`. */
  readonly name: string;
  /** In the order of the headings. */
  readonly cells: readonly RowCell[];
  /** It names a router that the Proxies view can reveal. */
  readonly hasRouter?: boolean | undefined;
  /** Whether the hit has a request, so that a proxy's router for it can be found. */
  readonly hasRequest?: boolean | undefined;
  readonly hasTrace?: boolean | undefined;
}

export const mostPageFields = 1_000;

export interface HitTable {
  readonly headings: readonly TableHeading[];
  readonly rows: readonly HitRow[];
  /** Whether the hits are lines of a log, rather than a table. */
  readonly areLines: boolean;
  /** Whether a value has parts that the engine highlighted. */
  readonly hasMarks: boolean;
  /** The columns that the user chose; empty: none. */
  readonly chosen: readonly string[];
  /** The columns of these hits as a table: the chosen ones, or else the usual ones. */
  readonly columns: readonly string[];
  /** The fields of the index, for choosing columns, those of these hits first; at most `mostPageFields`. */
  readonly fields: readonly HitColumn[];
  /** The date field with the times of these hits, if there is one. */
  readonly time?: HitColumn | undefined;
}

export interface AggregationResult {
  readonly name: string;
  /** The aggregation as indented JSON, cut. */
  readonly json: string;
  readonly isCut: boolean;
  /** The aggregation as a table, if it has that shape. */
  readonly table?: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] } | undefined;
}

export interface HitTotalShown {
  readonly hits: number;
  /** False for a lower bound. */
  readonly isExact: boolean;
}

export interface HitPage {
  /** Hits before the page. */
  readonly from: number;
  /** Hits per full page. */
  readonly size: number;
  /** For display: `11–20 of 57`, `11–20 of 10,000+`, `11–20` if not counted, or that there are no hits. */
  readonly range: string;
  readonly total?: HitTotalShown | undefined;
  /** Without hits: the documents with any of the words. Absent if there are none, or none was counted. */
  readonly anyWords?: HitTotalShown | undefined;
  /** Milliseconds on the server. */
  readonly tookMs?: number | undefined;
  /** Bytes of the response. */
  readonly bytes: number;
  /** The way in which the page was requested: by `from` and `size`, or in a point in time. */
  readonly asked: 'from/size' | 'point in time';
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  /** The reasons why the results are partial, shown in a bar above the hits. Empty if they are complete. */
  readonly partial: readonly string[];
  /** Other notes on this page: where the order may differ, that the result changed, where paging ends. */
  readonly notes: readonly string[];
  readonly table: HitTable;
  /** For a search around a hit: that hit's row, and the number of rows that were added above the previous ones. */
  readonly around?: { readonly row: number; readonly added: number } | undefined;
  /** Whether these are the newest hits of a search that the page follows or has followed. */
  readonly isFollowed?: boolean | undefined;
  /** The sort of the hits in the sent request, also of a handwritten body. */
  readonly sort: readonly SortKey[];
  readonly aggregations: readonly AggregationResult[];
  /** The request as it was sent, its body indented and cut. */
  readonly sent: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body: string };
}

/** A line of a hit's tree: names and values in the order of the document. */
export interface HitNode<Cell = HitCell> {
  readonly depth: number;
  /** The member's name, or the item's number. */
  readonly name: string;
  /** As in `HitPlace`; the same for all items of a list. */
  readonly path: string;
  /** As in `HitPlace`: for a value inside of a list. */
  readonly start?: number;
  readonly cell: Cell;
  /** The number of lines inside it. */
  readonly inside: number;
}

export interface HitInFull<Cell = HitCell> {
  readonly nodes: readonly HitNode<Cell>[];
  /** The hit as indented JSON, with all digits as sent. */
  readonly json: string;
  /** Whether this is only the beginning of a long document. The editor shows the whole. */
  readonly isCut: boolean;
}

/** The values of a field in all hits of a search, as the page draws them. May contain server text: hostile. */
export interface FieldValues {
  /** The field's path in documents. */
  readonly path: string;
  /** The most frequent values, at most ten, and what hits have in place of a value. */
  readonly rows: readonly {
    readonly text: string;
    /** An amount with every digit, if the text has fewer. */
    readonly stored?: string | undefined;
    /** `12 hits` */
    readonly hits: string;
    /** Of all hits, from 0 to 1. */
    readonly share: number;
    /** The filter for these hits; absent if it would be too long. */
    readonly filter?: QuestionFilter | undefined;
  }[];
  /** For numbers and dates, their minimum, maximum, and average. */
  readonly figures: readonly { readonly name: string; readonly text: string; readonly stored?: string | undefined }[];
  /** The number of different values, and why the counts may not include all hits. */
  readonly notes: readonly string[];
  /** That there are none, or the reason why they were not counted; or empty. */
  readonly status: string;
  readonly isFailed?: true | undefined;
}
