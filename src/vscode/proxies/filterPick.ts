import * as vscode from 'vscode';
import type { FilterMatches } from '../../core/proxy/find/filterMatches';
import type { FindIndex } from '../../core/proxy/find/findIndex';
import type { ClientRegistry } from '../shared/clientRegistry';
import { Settings } from '../shared/ids';
import { loadCore } from '../shared/loadCore';
import { escapeForLabel } from '../shared/sanitize';
import type { FindPlace } from './findPick';
import { keepOrder } from './keepOrder';

/** A row of the list, and what choosing it does to the filter; nothing for a row that only says something. */
interface FilterRow extends vscode.QuickPickItem {
  /** Ends the question: the filter is what stands in the field. */
  readonly applies?: true;
  /** The filter's text with one condition more. */
  readonly text?: string;
}

/**
 * Asks for the filter of an endpoint. Each key shows at once how much the filter leaves, and which conditions would narrow
 * it.
 *
 * @param value the filter so far
 * @returns the filter's text, empty for none; undefined where the person changed nothing
 * @throws what is not a failure of a request
 */
export async function askFilter(
  clients: ClientRegistry,
  { endpointId, name }: FindPlace,
  value: string,
): Promise<string | undefined> {
  const core = await loadCore();
  const {
    TimeSlicerGivenUp,
    findIndexOf,
    runStepsInSlices,
    isRequestFailure,
    LONGEST_FILTER,
    filterMatchesSteps,
    numberText,
    timeSlicerWithin,
    prepareFilterMatches,
  } = core;
  const settings = vscode.workspace.getConfiguration(Settings.section);
  const viewOptions = { showsInternal: settings.get(Settings.showInternal) !== false };
  const closing = new AbortController();
  const list = vscode.window.createQuickPick<FilterRow>();
  list.title = `Filter ${escapeForLabel(name)}`;
  list.placeholder = 'Words of names, rules, services and servers; -word excludes';
  list.value = value;
  keepOrder(list);
  let index: FindIndex | undefined;
  let failure: string | undefined;

  /** Counts the texts that were typed: only the last is worked out to its end. */
  let typed = 0;
  const rows = async (): Promise<FilterRow[]> => {
    if (list.value.trim().length > LONGEST_FILTER) {
      return [saying(`A filter has at most ${numberText(LONGEST_FILTER)} characters.`)];
    }
    if (index === undefined) {
      return [
        { ...saying(list.value.trim() === '' ? 'Show all' : 'Apply this filter'), applies: true },
        saying(failure === undefined ? 'Reading…' : `It was not read, so nothing can be counted: ${failure}`),
      ];
    }
    const text = list.value;
    const mine = typed;
    const slicer = timeSlicerWithin(Number.POSITIVE_INFINITY, () => mine === typed && !closing.signal.aborted);
    return matchRows(
      await runStepsInSlices(filterMatchesSteps(index, text, viewOptions), slicer),
      text.trim() === '',
      numberText,
    );
  };
  const show = async (): Promise<void> => {
    typed++;
    const mine = typed;
    const made = await rows().catch((error: unknown) => {
      if (error instanceof TimeSlicerGivenUp) return undefined;
      throw error;
    });
    if (made === undefined || mine !== typed || closing.signal.aborted) return;
    list.items = made;
    // Enter applies, whatever VS Code takes for the best row.
    list.activeItems = list.items.slice(0, 1);
  };
  const read = async (): Promise<void> => {
    list.busy = true;
    try {
      const shared = await clients.inventory(endpointId);
      const made = await findIndexOf(shared.latest ?? (await shared.read(closing.signal)), closing.signal);
      await prepareFilterMatches(made, closing.signal);
      index = made;
    } catch (error) {
      if (closing.signal.aborted) return;
      if (!isRequestFailure(error)) throw error;
      failure = escapeForLabel(error.failure.sentence);
    }
    list.busy = false;
    await show();
  };

  const answer = new Promise<string | undefined>((resolve) => {
    list.onDidChangeValue(() => void show());
    list.onDidAccept(() => {
      const [row] = list.selectedItems;
      if (row?.applies) {
        resolve(list.value.trim());
        list.hide();
      } else if (row?.text !== undefined) {
        list.value = `${row.text} `;
        void show();
      }
    });
    list.onDidHide(() => {
      resolve(undefined);
      closing.abort();
      list.dispose();
    });
  });
  await show();
  list.show();
  await read();
  return answer;
}

function matchRows(
  { matching, total, offers }: FilterMatches,
  isEmpty: boolean,
  numberText: (count: number) => string,
): FilterRow[] {
  const label = isEmpty ? `Show all ${numberText(total)}` : `Show ${numberText(matching)} of ${numberText(total)}`;
  const apply: FilterRow = {
    label,
    iconPath: new vscode.ThemeIcon(isEmpty ? 'clear-all' : 'filter'),
    alwaysShow: true,
    applies: true,
  };
  if (offers.length === 0) return [apply];
  return [
    apply,
    { label: 'Add a condition', kind: vscode.QuickPickItemKind.Separator },
    ...offers.map(({ condition, text, count }) => ({
      label: escapeForLabel(condition),
      description: numberText(count),
      alwaysShow: true,
      text,
    })),
  ];
}

function saying(label: string): FilterRow {
  return { label, alwaysShow: true };
}
