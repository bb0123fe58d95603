import type { HitColumn, HitRow, LinePartKind } from '../../../protocol/resultPage';
import type { ReadCell } from './hitCell';

/** The hits of a page as they were read. `drawTable` lays them out for the page. */

export interface LinePart {
  readonly kind: LinePartKind;
  /** The field. Absent if this is only a part of a field: of a line that was not parsed. */
  readonly path?: string | undefined;
  readonly cell: ReadCell;
}

export interface ReadRow extends Omit<HitRow, 'name' | 'cells'> {
  readonly index?: string | undefined;
  /** The score, its digits as sent. */
  readonly score?: string | undefined;
  /** One cell per column; empty if the hit is a line. */
  readonly cells: readonly ReadCell[];
  /** The first fields, for the document column; empty if the hit is a line. */
  readonly summary: readonly { readonly path: string; readonly cell: ReadCell }[];
  /** The hit as a line of a log, if the page shows lines: each kind once, except fields. */
  readonly line?: readonly LinePart[] | undefined;
}

export interface ReadTable {
  readonly columns: readonly HitColumn[];
  /** Whether these are the usual columns of a log, none that the user chose. */
  readonly areUsual?: boolean | undefined;
  readonly rows: readonly ReadRow[];
  readonly fields: readonly HitColumn[];
  readonly time?: HitColumn | undefined;
}
