import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { type PluralForms, plural } from '../../../l10n/plural';
import { pausesUntil } from '../../base/async/turns';
import { RequestFailure } from '../../base/errors/failure';
import { runJob } from '../../base/worker/runJob';
import type { SearchClient } from '../engine/searchClient';
import type { EngineSearch } from '../wire/engineSearch';
import { type ExportTarget, exportOutputOf } from './exportOutput';
import { type ExportPause, pagesOf } from './exportPages';
import { type ExportFormat, formatOf } from './formats';
import type { ExportPacing } from './hitFormat';
import { openHitScan } from './openHitScan';
import { openExportPageSize } from './pageSize';

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

/** The result of an export. */
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
  const size = openExportPageSize();
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
  { format: name, columns, signal = new AbortController().signal, write }: PageExport,
): Promise<void> {
  const output = exportOutputOf(formatOf(name, columns), { write }, workingUntil(signal));
  await output.begin(hits);
  await output.add(hits);
  await output.end();
}

type PageExport = Pick<ExportOptions, 'format' | 'columns' | 'signal' | 'write'>;

function workingUntil(signal: AbortSignal): ExportPacing {
  return {
    pause: pausesUntil(signal),
    run: (job, args, length) => (length <= job.longestHere ? job.run(...args) : runJob(job, args, { length, signal })),
  };
}
