import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isRequestFailure } from '../../core/base/errors/failure';
import type { SearchClient } from '../../core/search/engine/searchClient';
import { countHits, type ExportReport, exportHits, exportPage } from '../../core/search/export/exportHits';
import { searchTraits } from '../../core/search/paging/searchTraits';
import { numberText } from '../../l10n/numbers';
import { plural } from '../../l10n/plural';
import { isConfirmed } from '../shared/confirm';
import { type GrowingFile, growFile } from '../shared/exportFile';
import { diskWords } from '../shared/files';
import { Commands } from '../shared/ids';
import { escapeForNotification } from '../shared/sanitize';
import { withCancel } from '../shared/withCancel';
import type { SearchContext } from './endpointSearch';
import { askExport, askExportTarget, type ExportWishes, hitsText } from './exportQuestions';

/** Counts hits exactly; undefined if that is impossible. */
export type CountHits = (signal: AbortSignal) => Promise<number | undefined>;

/** VS Code needs the whole content in memory to write a file in one piece. */
const mostHeldMib = 50;

/**
 * Writes hits into a file that the user selects. On this computer, the file is written beside its place and moved there
 * when it is complete. Elsewhere VS Code can only write it in one piece, so it is limited, and the user is warned
 * first.
 *
 * @param countShown counts the hits if a page of the search is shown, which then shows the number, too
 */
export async function exportHitsToFile(
  client: () => Promise<SearchClient>,
  asked: SearchContext,
  countShown?: CountHits,
): Promise<void> {
  const { search, page, columns } = asked;
  const onPage = page?.hits.length ?? 0;
  const counted = await count(client, asked, countShown);
  if (counted === undefined) return;
  const { total } = counted;
  if (total === 0 && onPage === 0) {
    void vscode.window.showInformationMessage(l10n.t('This search has no hits to export.'));
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
        client,
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
  if (outcome !== undefined) await showExportDone(outcome, target, name, wishes, total);
}

/** The exact number of hits; `total` is undefined if the engine does not count them. Undefined if the user canceled. */
async function count(
  client: () => Promise<SearchClient>,
  { search, page }: SearchContext,
  countShown: CountHits | undefined,
): Promise<{ readonly total: number | undefined } | undefined> {
  if (searchTraits(search.body).areGroups) return { total: undefined };
  if (page?.total?.relation === 'eq' && page.partial.length === 0) return { total: page.total.value };
  return withCancel(l10n.t('Counting hits…'), async (signal) => ({
    total: (await countShown?.(signal)) ?? (await countHits(await client(), search, signal)),
  }));
}

async function mayBeCut(): Promise<boolean> {
  return isConfirmed({
    question: l10n.t(
      'VS Code has to write this file in one piece, so it is limited to {0} MiB.',
      numberText(mostHeldMib),
    ),
    detail: l10n.t(
      'Hits that do not fit are left out. Files on the computer where Proxy Scout runs have no such limit.',
    ),
    action: l10n.t('Export'),
    instead: l10n.t('Cancel'),
  });
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
  { search, page, columns }: SearchContext,
  { client, maxBytes, signal, onProgress }: Filling,
): Promise<ExportReport> {
  if (extent.what === 'page') {
    const hits = page?.hits.map(({ json }) => json) ?? [];
    await exportPage(hits, { format, columns, signal, write: (text) => file.write(text) });
    return { hits: hits.length, notes: page?.partial ?? [] };
  }
  return exportHits(await client(), search, {
    format,
    columns,
    limit: extent.limit,
    maxBytes,
    signal,
    onProgress,
    write: (text) => file.write(text),
  });
}

/** A file that is written in one piece at the end, by the provider of its scheme. */
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

/** Shows the progress of `work`, which the user can cancel, and its failure; undefined then. */
async function writing(
  name: string,
  work: (signal: AbortSignal, onProgress: Filling['onProgress']) => Promise<ExportReport>,
): Promise<ExportReport | undefined> {
  let written = 0;
  const nothing = (): readonly string[] => [
    ...(written === 0 ? [] : [plural(written, { one: '{0} hit had been read.', other: '{0} hits had been read.' })]),
    l10n.t('Nothing was written to {0}.', name),
  ];
  try {
    const report = await withCancel(l10n.t('Exporting hits…'), (signal, say) =>
      work(signal, (hits, of) => {
        written = hits;
        say(of === undefined ? hitsText(hits) : l10n.t('{0} of {1}', numberText(hits), numberText(of)));
      }),
    );
    if (report === undefined) {
      void vscode.window.showInformationMessage([l10n.t('The export was canceled.'), ...nothing()].join(' '));
    }
    return report;
  } catch (error) {
    await showExportFailed([escapeForNotification(reasonOf(error), 600), ...nothing()].join(' '));
    return undefined;
  }
}

async function showExportFailed(text: string): Promise<void> {
  const showLog = l10n.t('Show Log');
  const chosen = await vscode.window.showErrorMessage(text, showLog);
  if (chosen === showLog) await vscode.commands.executeCommand(Commands.showLog);
}

function reasonOf(error: unknown): string {
  if (isRequestFailure(error)) {
    const { kind, sentence, nextStep, detail } = error.failure;
    if (kind === 'canceled') {
      return l10n.t('The endpoint or a network setting changed during the export. Export the hits again.');
    }
    return [sentence, nextStep, ...(detail === undefined ? [] : [l10n.t('Server message: {0}', detail)])].join(' ');
  }
  const words = diskWords(error);
  if (words === undefined) throw error;
  return words;
}

async function showExportDone(
  { hits, notes }: ExportReport,
  target: vscode.Uri,
  name: string,
  { extent }: ExportWishes,
  total: number | undefined,
): Promise<void> {
  const isPart = extent.what === 'result' && extent.limit !== undefined && total !== undefined && hits < total;
  const summary = isPart
    ? plural(
        total,
        { one: 'Exported {1} of {0} hit to {2}.', other: 'Exported {1} of {0} hits to {2}.' },
        numberText(hits),
        name,
      )
    : plural(hits, { one: 'Exported {0} hit to {1}.', other: 'Exported {0} hits to {1}.' }, name);
  const text = [summary, ...notes.map((note) => escapeForNotification(note, 300))].join(' ');
  // Only there does the system have a file manager that can show it.
  const isHere =
    target.scheme === 'file' && vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
  const open = l10n.t('Open');
  const reveal = l10n.t('Reveal');
  const buttons = [open, ...(isHere ? [reveal] : [])];
  const chosen =
    notes.length === 0
      ? await vscode.window.showInformationMessage(text, ...buttons)
      : await vscode.window.showWarningMessage(text, ...buttons);
  if (chosen === open) await vscode.commands.executeCommand('vscode.open', target);
  if (chosen === reveal) await vscode.commands.executeCommand('revealFileInOS', target);
}
