import { numberText } from '../../../l10n/numbers';
import { timeSlicerUntil } from '../../base/async/timeSlicer';
import { RequestFailure } from '../../base/errors/failure';
import { runJob } from '../../base/worker/runJob';
import type { SearchClient } from '../engine/searchClient';
import type { EngineSearch } from '../wire/engineSearch';
import { type ExportTarget, exportOutputOf } from './exportOutput';
import { type ExportPause, pagesOf } from './exportPages';
import { type ExportFormat, formatOf } from './formats';
import type { ExportPacing } from './hitFormat';
import { openHitScan } from './openHitScan';
import { pageSize } from './pageSize';

export interface ExportOptions extends ExportTarget {
  readonly format: ExportFormat;
  /** The fields that a CSV file has as columns; empty: those of the first page. */
  readonly columns: readonly string[];
  /** The most hits, the first of the result. Absent: all of them, in the order that costs the engine least. */
  readonly limit?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told how many hits were written, and how many there are to write, as far as the engine counts them. */
  readonly onProgress?: ((hits: number, of: number | undefined) => void) | undefined;
  /** Waits before what failed is asked again. Default: so long. */
  readonly pause?: ExportPause | undefined;
}

/** What was written. */
export interface ExportReport {
  readonly hits: number;
  /** What the file does not hold, or not as one would think. May hold server text. */
  readonly notes: readonly string[];
}

/**
 * Writes the hits of a search down, from the first of the result on, wherever the search begins: through a point in time, else a
 * scroll, else as far as `from` and `size` go, which the notes say. At most two pages are held, whatever there is to write. An
 * answer that is not whole is asked for again, then taken, and told in the notes. What the engine was made to keep is let go
 * at the end, also of an export that failed or was cancelled.
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
  const size = pageSize();
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
    // Hits are passed on unread, so what is no JSON in them is found where they are taken apart.
    throw error instanceof SyntaxError ? brokenHit() : error;
  } finally {
    stopped.abort();
    await scan.close();
  }

  const missing = Math.min(counted ?? 0, limit) - hits;
  return {
    hits,
    notes: [
      ...[...partial].map((sentence) => `While hits were read: ${sentence}`),
      ...(output.isFull ? [`Only the first ${numberText(hits)} hits fit into ${megabytes(maxBytes)}.`] : []),
      ...scan.notes,
      ...(missing > 0 && !output.isFull ? [`The engine counted ${numberText(missing)} hits more than it gave.`] : []),
      ...format.notes(),
    ],
  };
}

function brokenHit(): RequestFailure {
  return new RequestFailure({
    kind: 'malformed',
    sentence: 'The engine sent a hit that is not valid JSON.',
    nextStep: 'Check what stands between here and the engine; export as NDJSON to keep the text as it comes.',
  });
}

function megabytes(bytes = 0): string {
  return `${numberText(bytes / 2 ** 20)} MiB`;
}

/**
 * Writes hits that are there already, such as those of a page: each as JSON text.
 *
 * @throws RequestFailure `cancelled`, and what `write` rejects with
 */
export async function exportPage(
  hits: readonly string[],
  { format: name, columns, signal = new AbortController().signal, write }: PageExport,
): Promise<void> {
  const output = exportOutputOf(formatOf(name, columns), { write }, workingUntil(signal));
  await output.begin(hits);
  await output.add(hits);
  await output.end();
}

/** How a page is written. */
type PageExport = Pick<ExportOptions, 'format' | 'columns' | 'signal' | 'write'>;

function workingUntil(signal: AbortSignal): ExportPacing {
  return {
    slicer: timeSlicerUntil(signal),
    run: (job, args, length) => (length <= job.longestHere ? job.run(...args) : runJob(job, args, { length, signal })),
  };
}
