import { homedir } from 'node:os';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { withoutAround } from '../../core/base/text/trim';
import type { ExportFormat } from '../../core/search/export/formats';
import { numberText } from '../../l10n/numbers';
import { plural } from '../../l10n/plural';
import {
  askQuestions,
  askText,
  pickOne,
  type QuestionPosition,
  type QuestionStep,
  type QuickAnswer,
  type QuickChoice,
  takeAnswer,
} from '../shared/quickInput';

/** The hits to export: those of the current page, or the first `limit` of the result; undefined: all. */
type Extent = { readonly what: 'page' } | { readonly what: 'result'; readonly limit: number | undefined };

export interface ExportWishes {
  readonly extent: Extent;
  readonly format: ExportFormat;
}

interface Exportable {
  /** Hits of the current page; 0 if there is none. */
  readonly onPage: number;
  /** Hits of the whole result; undefined if unknown. */
  readonly total: number | undefined;
  /** Columns of a CSV file; 0 if it has all fields. */
  readonly columns: number;
}

const exportTitle = (): string => l10n.t('Export Hits');

/** Ten thousand hits are a few megabytes and take some seconds; the user may enter more. */
const proposedLimit = 10_000;

/** `1 hit`, `12,345 hits`. */
export function hitsText(count: number): string {
  return plural(count, { one: '{0} hit', other: '{0} hits' });
}

/** Asks the user which hits to export, and in which format. Undefined if the user canceled. */
export async function askExport(exportable: Exportable): Promise<ExportWishes | undefined> {
  let extent: Extent | undefined;
  let format: ExportFormat | undefined;
  const steps: readonly QuestionStep[] = [
    async (place) => {
      return takeAnswer(await askExtent({ ...place, title: exportTitle() }, exportable), (value) => {
        extent = value;
      });
    },
    async (place) => {
      return takeAnswer(await askFormat({ ...place, title: exportTitle() }, exportable.columns), (value) => {
        format = value;
      });
    },
  ];
  const isDone = await askQuestions(steps, () => steps.length);
  return isDone && extent !== undefined && format !== undefined ? { extent, format } : undefined;
}

async function askExtent(place: QuestionPosition, { onPage, total }: Exportable): Promise<QuickAnswer<Extent>> {
  type Chosen = Extent | 'number';
  const choices: QuickChoice<Chosen>[] = [];
  if (onPage > 0) {
    const label = plural(onPage, { one: 'This page ({0} hit)', other: 'This page ({0} hits)' });
    choices.push({ label: `$(file) ${label}`, value: { what: 'page' } });
  }
  if (total === undefined || total > proposedLimit) {
    const label =
      total === undefined
        ? plural(proposedLimit, { one: 'First {0} hit', other: 'First {0} hits' })
        : plural(total, { one: 'First {1} of {0} hit', other: 'First {1} of {0} hits' }, numberText(proposedLimit));
    choices.push({
      label: `$(list-ordered) ${label}`,
      value: { what: 'result', limit: proposedLimit },
    });
  }
  if (total === undefined || total > 0) {
    const label =
      total === undefined ? l10n.t('All hits') : plural(total, { one: 'All hits ({0})', other: 'All {0} hits' });
    choices.push({
      label: `$(list-unordered) ${label}`,
      value: { what: 'result', limit: undefined },
    });
    choices.push({ label: `$(edit) ${l10n.t('Other number…')}`, value: 'number' });
  }
  for (;;) {
    const answer = await pickOne<Chosen>({
      ...place,
      placeholder: l10n.t('Select the hits to export'),
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
    prompt: l10n.t('Number of hits to export, starting with the first'),
    value: String(total === undefined ? proposedLimit : Math.min(total, proposedLimit)),
    check: (text) =>
      numberIn(text) === undefined ? { problem: l10n.t('Enter a whole number, 1 or greater.') } : undefined,
  });
  if (answer === undefined || answer === 'back') return answer;
  const value = numberIn(answer.value);
  return value === undefined ? 'back' : { value };
}

/** A number as users write it: `250000`, `250,000`. */
function numberIn(text: string): number | undefined {
  const digits = text.trim().replace(/(?<=\d)[,._' ](?=\d{3}(?!\d))/g, '');
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : undefined;
}

function askFormat(place: QuestionPosition, columns: number): Promise<QuickAnswer<ExportFormat>> {
  const csvDetail =
    columns === 0
      ? l10n.t('For spreadsheets, with the fields of the first hits as columns. Formulas are escaped.')
      : plural(columns, {
          one: 'For spreadsheets, with the column shown. Formulas are escaped.',
          other: 'For spreadsheets, with the {0} columns shown. Formulas are escaped.',
        });
  return pickOne<ExportFormat>({
    ...place,
    placeholder: l10n.t('Select a file format'),
    choices: [
      {
        label: 'NDJSON',
        detail: l10n.t('One document per line, with its _index and _id. Numbers keep every digit.'),
        value: 'ndjson',
      },
      { label: 'JSON', detail: l10n.t('A single JSON array of the same documents'), value: 'json' },
      {
        label: 'CSV',
        detail: csvDetail,
        value: 'csv',
      },
    ],
  });
}

/** Characters that not every system allows in file names, and a leading dot, which hides a file. */
const notInNames = /[^\p{L}\p{N}._-]+|^\.+/gu;

/** Asks the user where to save the file. Its suggested name is that of the index. */
export function askExportTarget(index: string, format: ExportFormat): Thenable<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const name = withoutAround(index.replace(notInNames, '-'), '-').slice(0, 60);
  return vscode.window.showSaveDialog({
    title: exportTitle(),
    saveLabel: l10n.t('Export'),
    filters: { [format.toUpperCase()]: [format] },
    defaultUri: vscode.Uri.joinPath(folder, `${name === '' ? 'hits' : name}.${format}`),
  });
}
