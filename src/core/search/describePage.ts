import { plainText } from '../text/plainText';
import type { Total } from './answer';
import { type Field, preview } from './preview';
import { readable } from './read/readable';
import type { SearchPage } from './session';

/** One hit as a person reads it; plain text throughout, and server text: hostile. */
export interface Row {
  /** Its place in the whole result, from 1 up. */
  readonly rank: number;
  readonly index: string | undefined;
  readonly id: string | undefined;
  readonly score: string | undefined;
  readonly preview: readonly Field[];
  /** The hit as indented JSON with every digit as sent, at most `longestDocument` characters of it. */
  readonly document: string;
  /** Whether `document` is only the beginning. */
  readonly isCut: boolean;
}

/** A page in words and rows. */
export interface PageDescription {
  /** `11–20 of 57`, `11–20 of 10,000+`, `11–20` where nothing was counted, or that there are no hits. */
  readonly range: string;
  readonly tookMs: number | undefined;
  readonly rows: readonly Row[];
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  /** Sentences to be read with the page: why it may not be whole, where paging ends. */
  readonly notes: readonly string[];
}

/** What the page gets of one document; the whole of a longer one opens in an editor. */
const longestDocument = 65_536;
/** An `_id` has at most 512 bytes, an index name 255. */
const longestName = 512;

const grouped = new Intl.NumberFormat('en-US');

function counted({ value, relation }: Total): string {
  return `${grouped.format(value)}${relation === 'gte' ? '+' : ''}`;
}

/** `shown` hits behind the first `from`, of `total`. */
export function describeRange(from: number, shown: number, total: Total | undefined): string {
  const first = grouped.format(from + 1);
  if (shown === 0) {
    if (from === 0 || total?.value === 0) return 'No hits';
    return total === undefined ? `No hits from ${first} on` : `No hits from ${first} on, of ${counted(total)}`;
  }
  const range = shown === 1 ? first : `${first}–${grouped.format(from + shown)}`;
  return total === undefined ? range : `${range} of ${counted(total)}`;
}

/** A page as its reader sees it. */
export function describePage({ query, hits, total, tookMs, warnings, limit, ...turns }: SearchPage): PageDescription {
  return {
    range: describeRange(query.from, hits.length, total),
    tookMs,
    rows: hits.map(({ index, id, score, json }, at) => {
      const { text, isCut } = readable(json, longestDocument);
      return {
        rank: query.from + at + 1,
        index: index && plainText(index, longestName),
        id: id && plainText(id, longestName),
        score,
        preview: preview(json, query.field),
        document: text,
        isCut,
      };
    }),
    hasPrevious: turns.hasPrevious,
    hasNext: turns.hasNext,
    notes:
      limit === undefined
        ? warnings
        : [
            ...warnings,
            `Only the first ${grouped.format(limit)} hits can be paged through. Search for something narrower to see others.`,
          ],
  };
}
