import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { withoutAround } from '../../core/base/text/trim';
import type { ExportFormat } from '../../core/search/export/formats';
import { numberText } from '../../l10n/numbers';
import {
  askText,
  pickOne,
  type QuestionPosition,
  type QuestionStep,
  type QuickAnswer,
  type QuickChoice,
  runSteps,
} from '../shared/quickInput';

/** Which hits are exported: those of the page that is shown, or as many from the first one on; undefined: all. */
type Extent = { readonly what: 'page' } | { readonly what: 'result'; readonly limit: number | undefined };

export interface ExportWishes {
  readonly extent: Extent;
  readonly format: ExportFormat;
}

/** What there is to choose from. */
interface Exportable {
  /** Hits of the page that is shown; 0 where there is none. */
  readonly onPage: number;
  /** Hits of the whole result; undefined where the engine does not tell. */
  readonly total: number | undefined;
  /** Columns that were chosen. */
  readonly columns: number;
}

const title = 'Export Hits';

/** More is asked for on purpose: ten thousand hits are a few megabytes and some seconds. */
const proposedLimit = 10_000;

/** `1 hit`, `12,345 hits`. */
export function hitsText(count: number): string {
  return count === 1 ? '1 hit' : `${numberText(count)} hits`;
}

/** Asks which hits, and in which format. Undefined where the person gave up. */
export async function askExport(exportable: Exportable): Promise<ExportWishes | undefined> {
  let extent: Extent | undefined;
  let format: ExportFormat | undefined;
  const steps: readonly QuestionStep[] = [
    async (place) => {
      const answer = await askExtent({ ...place, title }, exportable);
      if (answer === 'back' || answer === undefined) return 'cancel';
      extent = answer.value;
      return 'next';
    },
    async (place) => {
      const answer = await askFormat({ ...place, title }, exportable.columns);
      if (answer === 'back') return 'back';
      if (answer === undefined) return 'cancel';
      format = answer.value;
      return 'next';
    },
  ];
  const isDone = await runSteps(steps, () => steps.length);
  return isDone && extent !== undefined && format !== undefined ? { extent, format } : undefined;
}

async function askExtent(place: QuestionPosition, { onPage, total }: Exportable): Promise<QuickAnswer<Extent>> {
  type Chosen = Extent | 'number';
  const choices: QuickChoice<Chosen>[] = [];
  if (onPage > 0) {
    choices.push({ label: `$(file) This page: ${hitsText(onPage)}`, value: { what: 'page' } });
  }
  if (total === undefined || total > proposedLimit) {
    const of = total === undefined ? '' : ` of ${numberText(total)}`;
    choices.push({
      label: `$(list-ordered) The first ${numberText(proposedLimit)}${of} hits`,
      value: { what: 'result', limit: proposedLimit },
    });
  }
  if (total === undefined || total > 0) {
    choices.push({
      label: `$(list-unordered) ${total === undefined ? 'All hits' : `All ${hitsText(total)}`}`,
      value: { what: 'result', limit: undefined },
    });
    choices.push({ label: '$(edit) Another number…', value: 'number' });
  }
  for (;;) {
    const answer = await pickOne<Chosen>({
      ...place,
      placeholder: 'Which hits should be written into a file?',
      choices,
    });
    if (answer === undefined || answer === 'back') return answer;
    const chosen = answer.value;
    if (chosen !== 'number') return { value: chosen };
    const limit = await askLimit(place, total);
    if (limit === undefined) return undefined;
    if (limit !== 'back') return { value: { what: 'result', limit: limit.value } };
  }
}

async function askLimit(place: QuestionPosition, total: number | undefined): Promise<QuickAnswer<number>> {
  const answer = await askText({
    ...place,
    canGoBack: true,
    prompt: 'How many hits, from the first one on',
    value: String(total === undefined ? proposedLimit : Math.min(total, proposedLimit)),
    check: (text) => (numberIn(text) === undefined ? { problem: 'Enter a whole number from 1 up.' } : undefined),
  });
  if (answer === undefined || answer === 'back') return answer;
  const value = numberIn(answer.value);
  return value === undefined ? 'back' : { value };
}

/** A number as people write it: `250000`, `250,000`. */
function numberIn(text: string): number | undefined {
  const digits = text.trim().replace(/(?<=\d)[,._' ](?=\d{3}(?!\d))/g, '');
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : undefined;
}

function askFormat(place: QuestionPosition, columns: number): Promise<QuickAnswer<ExportFormat>> {
  const inColumns =
    columns === 0
      ? 'The fields of the first hits as columns'
      : columns === 1
        ? 'The chosen column'
        : `The ${columns} chosen columns`;
  return pickOne<ExportFormat>({
    ...place,
    placeholder: 'In which format?',
    choices: [
      {
        label: 'NDJSON',
        detail: 'One document a line, with its _index and _id, every digit as stored',
        value: 'ndjson',
      },
      { label: 'JSON', detail: 'The same as one list', value: 'json' },
      {
        label: 'CSV',
        detail: `${inColumns}, for spreadsheets; nothing in it runs as a formula`,
        value: 'csv',
      },
    ],
  });
}

const endings: Readonly<Record<ExportFormat, string>> = { ndjson: 'ndjson', json: 'json', csv: 'csv' };

/** Characters that some system does not have in names of files, and what hides a file. */
const notInNames = /[^\p{L}\p{N}._-]+|^\.+/gu;

/** Asks where the file should be. Its name is proposed after the index. */
export function askExportTarget(index: string, format: ExportFormat): Thenable<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const name = withoutAround(index.replace(notInNames, '-'), '-').slice(0, 60);
  return vscode.window.showSaveDialog({
    title,
    saveLabel: 'Export',
    filters: { [format.toUpperCase()]: [endings[format]] },
    defaultUri: vscode.Uri.joinPath(folder, `${name === '' ? 'hits' : name}.${endings[format]}`),
  });
}
