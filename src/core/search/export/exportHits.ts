import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { type PluralForms, plural } from '../../../l10n/plural';
import { pausesUntil } from '../../base/async/pauses';
import { RequestFailure } from '../../base/errors/failure';
import { runJob } from '../../base/worker/runJob';
import type { SearchClient } from '../engine/searchClient';
import { searchTraits } from '../paging/searchTraits';
import { withMembers } from '../query/bodyText';
import type { EngineSearch } from '../wire/engineSearch';
import { searchPath } from '../wire/searchPath';
import { type ExportPause, pagesOf } from './exportPages';
import { type ExportFormat, formatOf } from './formats';
import type { ExportPacing, HitFormat } from './hitFormat';
import { hitTextsOf } from './hitScan';
import { openHitScan } from './openHitScan';
import { ExportPageSize } from './pageSize';

interface ExportOptions extends ExportTarget {
  readonly format: ExportFormat;
  /** The columns of a CSV file; empty: the fields of the first page. */
  readonly columns: readonly string[];
  /** The most hits, from the first one on. Absent: all of them, in the order that costs the engine least. */
  readonly limit?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of written hits, and the number of all hits if the engine counted them. */
  readonly onProgress?: ((hits: number, of: number | undefined) => void) | undefined;
  /** Waits before a retry. Default: for that time. */
  readonly pause?: ExportPause | undefined;
}

export interface ExportReport {
  readonly hits: number;
  /** Sentences about missing or unexpected content of the file. May contain server text. */
  readonly notes: readonly string[];
}

/**
 * Writes the hits of a search from the first one on: in a point in time, otherwise in a scroll, otherwise as far as
 * `from` and `size` go, which the notes say. Keeps at most two pages in memory. Requests an incomplete response again,
 * then accepts it and reports it in the notes. Closes the point in time or scroll at the end, even if the export failed
 * or was canceled.
 *
 * @throws RequestFailure, and what `write` rejects with
 */
export async function exportHits(
  client: SearchClient,
  search: EngineSearch,
  options: ExportOptions,
): Promise<ExportReport> {
  const { signal, limit = Number.POSITIVE_INFINITY, pause, onProgress, maxBytes } = options;
  const stopped = new AbortController();
  const either = signal === undefined ? stopped.signal : AbortSignal.any([signal, stopped.signal]);
  const format = formatOf(options.format, options.columns);
  const output = exportOutputOf(format, options, workingUntil(either));
  const size = new ExportPageSize();
  const partial = new Set<string>();
  let hits = 0;
  let counted: number | undefined;

  const scan = await openHitScan(client, search, { limit, signal: either });
  try {
    let hasBegun = false;
    for await (const page of pagesOf(scan, { limit, size, signal: either, pause })) {
      for (const sentence of page.partial) partial.add(sentence);
      if (!hasBegun) {
        hasBegun = true;
        if (page.total?.relation === 'eq') counted = page.total.value;
        await output.begin(page.hits);
      }
      hits += await output.add(page.hits);
      onProgress?.(hits, counted === undefined ? undefined : Math.min(counted, limit));
      if (output.isFull) break;
    }
    await output.end();
  } catch (error) {
    // Hits are passed on unparsed, so only formatting finds invalid JSON.
    throw error instanceof SyntaxError ? brokenHit() : error;
  } finally {
    stopped.abort();
    await scan.close();
  }

  const missing = Math.min(counted ?? 0, limit) - hits;
  return {
    hits,
    notes: [
      ...[...partial].map((sentence) => l10n.t('While reading hits: {0}', sentence)),
      ...(output.isFull ? [plural(hits, fitting, numberText((maxBytes ?? 0) / 2 ** 20))] : []),
      ...scan.notes,
      ...(missing > 0 && !output.isFull ? [plural(missing, notReturned)] : []),
      ...format.notes(),
    ],
  };
}

const fitting: PluralForms = {
  one: 'Only the first hit fits into {1} MiB.',
  other: 'Only the first {0} hits fit into {1} MiB.',
};

const notReturned: PluralForms = {
  one: 'The server counted {0} more hit than it returned.',
  other: 'The server counted {0} more hits than it returned.',
};

function brokenHit(): RequestFailure {
  return new RequestFailure({
    kind: 'malformed',
    sentence: l10n.t('The server sent a hit that is not valid JSON.'),
    nextStep: l10n.t('Check the proxies in front of the server, or export as NDJSON to keep the text as received.'),
  });
}

/**
 * Writes hits that were already received, such as those of a page: each as JSON text.
 *
 * @throws RequestFailure `canceled`, and what `write` rejects with
 */
export async function exportPage(
  hits: readonly string[],
  {
    format,
    columns,
    signal = new AbortController().signal,
    write,
  }: Pick<ExportOptions, 'format' | 'columns' | 'signal' | 'write'>,
): Promise<void> {
  const output = exportOutputOf(formatOf(format, columns), { write }, workingUntil(signal));
  await output.begin(hits);
  await output.add(hits);
  await output.end();
}

function workingUntil(signal: AbortSignal): ExportPacing {
  return {
    pause: pausesUntil(signal),
    run: (job, args, length) => (length <= job.longestHere ? job.run(...args) : runJob(job, args, { length, signal })),
  };
}

interface ExportTarget {
  /** Writes the next piece of the file. The one after it is made only after this has resolved. */
  readonly write: (chunk: string) => Promise<void>;
  /** The most bytes of UTF-8 to write, including the end of the file. */
  readonly maxBytes?: number | undefined;
}

/** UTF-16 units that are joined before writing: V8 keeps longer texts until a full collection. */
const longestChunk = 65_536;

/** Writes hits in a format, up to a number of bytes. */
function exportOutputOf(format: HitFormat, { write, maxBytes }: ExportTarget, working: ExportPacing) {
  const isLimited = maxBytes !== undefined;
  let room = (maxBytes ?? 0) - Buffer.byteLength(format.end());
  let isFull = false;

  /** Whether the texts fit; if so, they count as written. */
  const fits = (texts: readonly string[]): boolean => {
    if (!isLimited) return true;
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (bytes > room) return false;
    room -= bytes;
    return true;
  };
  const put = async (texts: readonly string[]): Promise<void> => {
    for (const text of texts) if (text !== '') await write(text);
  };

  return {
    /** Whether hits were left out because they did not fit. */
    get isFull(): boolean {
      return isFull;
    },
    async begin(hits: readonly string[]): Promise<void> {
      const text = await format.begin(hits, working);
      fits([text]);
      await put([text]);
    },
    /** Writes as many of these hits as fit. @returns their number */
    async add(hits: readonly string[]): Promise<number> {
      let pieces: string[] = [];
      let length = 0;
      let written = 0;
      for (const hit of hits) {
        // A synchronous call needs no promise, which would add up to a million.
        const isPut = format.put(hit, pieces, working);
        if (isPut !== undefined) await isPut;
        length += hit.length;
        if (isLimited || length >= longestChunk) {
          const texts = joined(pieces);
          isFull = !fits(texts);
          if (isFull) return written;
          await put(texts);
          pieces = [];
          length = 0;
        }
        written++;
        const rest = working.pause();
        if (rest !== undefined) await rest;
      }
      await put(joined(pieces));
      return written;
    },
    end: () => put([format.end()]),
  };
}

/** The pieces as one text; long ones separately, because joining would copy them once more. */
function joined(pieces: readonly string[]): readonly string[] {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return length > 16 * longestChunk ? pieces : [pieces.join('')];
}

const needless = [
  'sort',
  'highlight',
  'aggs',
  'aggregations',
  'suggest',
  'profile',
  '_source',
  'fields',
  'docvalue_fields',
];

/**
 * The exact number of a search's hits; undefined if shards did not respond, or the engine does not count them.
 *
 * @throws RequestFailure
 */
export async function countHits(
  client: SearchClient,
  { index, body }: EngineSearch,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (searchTraits(body).areGroups) return undefined;
  const without = Object.fromEntries(needless.map((name) => [name, undefined]));
  const reply = await client.search({
    path: searchPath(index),
    body: withMembers(body, { ...without, from: '0', size: '0', track_total_hits: 'true' }),
    signal,
  });
  const { total, partial } = await hitTextsOf(client, reply, signal);
  return total?.relation === 'eq' && partial.length === 0 ? total.value : undefined;
}
