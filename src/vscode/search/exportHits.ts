import * as vscode from 'vscode';
import type { SearchClient } from '../../core/search/engine/searchClient';
import type { ExportReport } from '../../core/search/export/exportHits';
import type { SearchPage } from '../../core/search/paging/pager';
import type { EngineSearch } from '../../core/search/wire/engineSearch';
import { numberText } from '../../l10n/numbers';
import { type GrowingFile, growFile } from '../shared/exportFile';
import { diskWords } from '../shared/files';
import { Commands } from '../shared/ids';
import { loadCore } from '../shared/loadCore';
import { escapeForNotification } from '../shared/sanitize';
import { withCancel } from '../shared/withCancel';
import { askExport, askExportTarget, type ExportWishes, hitsText } from './exportQuestions';

/** The search whose hits are exported. */
interface Exporting {
  readonly endpointId: string;
  readonly search: EngineSearch;
  /** The page that is shown, where it is one of this search. */
  readonly page: SearchPage | undefined;
  /** The fields that were chosen as columns; empty where none were. */
  readonly columns: readonly string[];
}

/** What VS Code writes whole has to be held whole. */
const mostHeldMib = 50;

/**
 * Writes hits into a file that a person chooses. On this computer it grows beside its place and is put there when it is
 * whole; elsewhere VS Code can only write it whole, so there is less room, which is said first.
 *
 * @param client the way to the engine of an endpoint
 */
export async function exportHits(
  client: (endpointId: string) => Promise<SearchClient>,
  asked: Exporting,
): Promise<void> {
  const { endpointId, search, page, columns } = asked;
  const onPage = page?.hits.length ?? 0;
  const counted = await count(client, asked);
  if (counted === undefined) return;
  const { total } = counted;
  if (total === 0 && onPage === 0) {
    void vscode.window.showInformationMessage('This search has no hits to export.');
    return;
  }
  const wishes = await askExport({ onPage, total, columns: columns.length });
  if (wishes === undefined) return;
  const target = await askExportTarget(search.index, wishes.format);
  if (target === undefined) return;
  if (target.scheme !== 'file' && wishes.extent.what === 'result' && !(await mayBeCut())) return;

  const name = escapeForNotification(target.path.split('/').at(-1) ?? '', 100);
  const outcome = await writing(name, async (signal, onProgress) => {
    const file = target.scheme === 'file' ? await growFile(target.fsPath) : heldFile(target);
    try {
      const report = await fill(file, wishes, asked, {
        client: () => client(endpointId),
        maxBytes: target.scheme === 'file' ? undefined : mostHeldMib * 2 ** 20,
        signal,
        onProgress,
      });
      await file.finish();
      return report;
    } catch (error) {
      await file.discard();
      throw error;
    }
  });
  if (outcome !== undefined) await tellDone(outcome, target, name, wishes, total);
}

/**
 * The exact number of hits, asked for where the page does not tell it, and undefined where the engine does not. Nothing where
 * the person cancelled.
 */
async function count(
  client: (endpointId: string) => Promise<SearchClient>,
  { endpointId, search, page }: Exporting,
): Promise<{ readonly total: number | undefined } | undefined> {
  if (page?.total?.relation === 'eq' && page.partial.length === 0) return { total: page.total.value };
  const { countHits } = await loadCore();
  return withCancel('Counting hits…', async (signal) => ({
    total: await countHits(await client(endpointId), search, signal),
  }));
}

async function mayBeCut(): Promise<boolean> {
  const chosen = await vscode.window.showWarningMessage(
    `VS Code can write this file only whole, so it takes no more than ${mostHeldMib} MiB.`,
    {
      modal: true,
      detail: 'Hits that do not fit are left out. A file on the computer where Proxy Scout runs has no such limit.',
    },
    'Export',
  );
  return chosen === 'Export';
}

interface Filling {
  readonly client: () => Promise<SearchClient>;
  readonly maxBytes: number | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (hits: number, of: number | undefined) => void;
}

async function fill(
  file: GrowingFile,
  { extent, format }: ExportWishes,
  { search, page, columns }: Exporting,
  { client, maxBytes, signal, onProgress }: Filling,
): Promise<ExportReport> {
  const core = await loadCore();
  if (extent.what === 'page') {
    const hits = page?.hits.map(({ json }) => json) ?? [];
    await core.exportPage(hits, { format, columns, signal, write: (text) => file.write(text) });
    return { hits: hits.length, notes: page?.partial ?? [] };
  }
  return core.exportHits(await client(), search, {
    format,
    columns,
    limit: extent.limit,
    maxBytes,
    signal,
    onProgress,
    write: (text) => file.write(text),
  });
}

/** A file that is written whole at the end, by whatever serves its scheme. */
function heldFile(target: vscode.Uri): GrowingFile {
  const pieces: string[] = [];
  return {
    async write(text) {
      pieces.push(text);
    },
    async finish() {
      await vscode.workspace.fs.writeFile(target, Buffer.from(pieces.join('')));
    },
    async discard() {
      pieces.length = 0;
    },
  };
}

/** Shows how far `work` is, with a way to end it, and tells why nothing came of it; undefined then. */
async function writing(
  name: string,
  work: (signal: AbortSignal, onProgress: Filling['onProgress']) => Promise<ExportReport>,
): Promise<ExportReport | undefined> {
  let written = 0;
  const nothing = (): string =>
    `${written === 0 ? '' : ` It had come to ${hitsText(written)}.`} Nothing was written to ${name}.`;
  try {
    const report = await withCancel('Exporting hits', (signal, say) =>
      work(signal, (hits, of) => {
        written = hits;
        say(of === undefined ? hitsText(hits) : `${numberText(hits)} of ${numberText(of)}`);
      }),
    );
    if (report === undefined) void vscode.window.showInformationMessage(`The export was cancelled.${nothing()}`);
    return report;
  } catch (error) {
    await tellFailed(`${escapeForNotification(await reasonOf(error), 600)}${nothing()}`);
    return undefined;
  }
}

async function tellFailed(text: string): Promise<void> {
  const chosen = await vscode.window.showErrorMessage(text, 'Show Log');
  if (chosen === 'Show Log') await vscode.commands.executeCommand(Commands.showLog);
}

async function reasonOf(error: unknown): Promise<string> {
  const { isRequestFailure } = await loadCore();
  if (isRequestFailure(error)) {
    const { kind, sentence, nextStep, detail } = error.failure;
    if (kind === 'cancelled')
      return 'The endpoint or a network setting was changed while hits were read. Export them again.';
    return [sentence, nextStep, ...(detail === undefined ? [] : [`The engine says: ${detail}`])].join(' ');
  }
  const words = diskWords(error);
  if (words === undefined) throw error;
  return words;
}

async function tellDone(
  { hits, notes }: ExportReport,
  target: vscode.Uri,
  name: string,
  { extent }: ExportWishes,
  total: number | undefined,
): Promise<void> {
  const isPart = extent.what === 'result' && extent.limit !== undefined && total !== undefined && hits < total;
  const count = isPart ? `${numberText(hits)} of ${hitsText(total)}` : hitsText(hits);
  const text = [`${count} exported to ${name}.`, ...notes.map((note) => escapeForNotification(note, 300))].join(' ');
  // Only there is a window of the system's own that could show it.
  const isHere =
    target.scheme === 'file' && vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
  const buttons = ['Open', ...(isHere ? ['Reveal'] : [])];
  const chosen =
    notes.length === 0
      ? await vscode.window.showInformationMessage(text, ...buttons)
      : await vscode.window.showWarningMessage(text, ...buttons);
  if (chosen === 'Open') await vscode.commands.executeCommand('vscode.open', target);
  if (chosen === 'Reveal') await vscode.commands.executeCommand('revealFileInOS', target);
}
