import * as vscode from 'vscode';
import type { Failure } from '../../core/base/errors/failure';
import { numberText } from '../../l10n/numbers';
import type { ClientRegistry } from '../shared/clientRegistry';
import { Commands } from '../shared/ids';
import { loadCore } from '../shared/loadCore';
import { escapeForLabel } from '../shared/sanitize';
import { type FindButton, type FindRow, failureRow, foundRow, sayingRow } from './findRows';
import { keepOrder } from './keepOrder';

/** An endpoint to find things at. */
export interface FindPlace {
  readonly endpointId: string;
  readonly name: string;
}

/** VS Code takes 0.3 to 0.7 s a key with 30,000 rows, so it gets the best ones only. */
const MOST_ROWS = 200;

/**
 * Lets a person find a router, service or middleware by typing. What is known is listed at once; what is not is read
 * meanwhile, until the list is closed.
 *
 * @param places at least one, in the order in which they come among equals
 * @param value what stands in the field at first
 * @throws what is not a failure of a request
 */
export async function openFindPick(
  clients: ClientRegistry,
  places: readonly FindPlace[],
  value: string,
): Promise<void> {
  const {
    describeFound,
    TimeSlicerGivenUp,
    findIndexOf,
    runStepsInSlices,
    isRequestFailure,
    openItemFinder,
    timeSlicerWithin,
    refreshFailure,
  } = await loadCore();
  const finder = openItemFinder(places.map(({ endpointId }) => endpointId));
  const names = new Map(places.map(({ endpointId, name }) => [endpointId, name]));
  const failures = new Map<string, Failure>();
  const reading = new Set<string>();
  const closing = new AbortController();

  const list = vscode.window.createQuickPick<FindRow>();
  const [first] = places;
  if (places.length === 1 && first !== undefined) list.title = `Find in ${escapeForLabel(first.name)}`;
  list.placeholder = 'Name, rule, service or server; narrow it by status:error, provider:docker, entrypoint:web';
  list.value = value;
  keepOrder(list);

  /** Counts the looks: only the last is worked out to its end. */
  let looks = 0;
  const rows = async (): Promise<FindRow[]> => {
    const mine = ++looks;
    const slicer = timeSlicerWithin(Number.POSITIVE_INFINITY, () => mine === looks && !closing.signal.aborted);
    const { best, total } = await runStepsInSlices(finder.findSteps(list.value, MOST_ROWS), slicer);
    const found = best.map((one) =>
      foundRow(one, describeFound(one.item), places.length > 1 ? names.get(one.endpointId) : undefined),
    );
    const more = total - best.length;
    if (more > 0) found.push(sayingRow(`${numberText(more)} more: type on to narrow the list`));
    if (total === 0 && reading.size > 0) found.push(sayingRow('Reading…'));
    else if (total === 0 && list.value !== '') found.push(sayingRow('Nothing matches'));
    const failed = [...failures].map(([id, failure]) => failureRow(id, names.get(id) ?? '', failure, finder.has(id)));
    // Whoever only looks shall see it; whoever types wants what was found.
    return list.value === '' ? [...failed, ...found] : [...found, ...failed];
  };
  let shown: string | undefined;
  /** Shows what is there now. What arrives while a person looks leaves the chosen row chosen. */
  const show = async (): Promise<void> => {
    const text = list.value;
    try {
      const made = await rows();
      if (closing.signal.aborted) return;
      const chosen = text === shown ? list.activeItems[0] : undefined;
      shown = text;
      list.items = made;
      list.busy = reading.size > 0;
      const same = made.find((row) => isSameRow(row, chosen));
      if (same !== undefined) list.activeItems = [same];
    } catch (error) {
      if (!(error instanceof TimeSlicerGivenUp)) throw error;
    }
  };

  const read = async (endpointId: string, again: boolean): Promise<void> => {
    reading.add(endpointId);
    failures.delete(endpointId);
    void show();
    try {
      const shared = await clients.inventory(endpointId);
      if (again) shared.refresh();
      if (shared.latest !== undefined) {
        finder.put(endpointId, await findIndexOf(shared.latest, closing.signal));
        void show();
      }
      const inventory = await shared.read(closing.signal);
      finder.put(endpointId, await findIndexOf(inventory, closing.signal));
      const failure = refreshFailure(inventory);
      if (failure !== undefined) failures.set(endpointId, failure);
    } catch (error) {
      if (closing.signal.aborted) return;
      if (!isRequestFailure(error)) throw error;
      failures.set(endpointId, error.failure);
    } finally {
      reading.delete(endpointId);
      if (!closing.signal.aborted) await show();
    }
  };

  const leaveFor = (command: string, row: FindRow): void => {
    list.hide();
    void vscode.commands.executeCommand(command, row.ref);
  };
  list.onDidChangeValue(() => void show());
  list.onDidAccept(() => {
    const [row] = list.selectedItems;
    if (row?.ref !== undefined) leaveFor(Commands.revealInTree, row);
    else if (row?.retry !== undefined) void read(row.retry, true);
  });
  list.onDidTriggerItemButton(({ button, item }) => leaveFor((button as FindButton).command, item));
  list.onDidHide(() => {
    closing.abort();
    list.dispose();
  });
  void show();
  list.show();
  await Promise.all(places.map(({ endpointId }) => read(endpointId, false)));
}

function isSameRow(row: FindRow, other: FindRow | undefined): boolean {
  if (row.ref === undefined || other?.ref === undefined) return false;
  const { endpointId, protocol, kind, name } = row.ref;
  return (
    endpointId === other.ref.endpointId &&
    protocol === other.ref.protocol &&
    kind === other.ref.kind &&
    name === other.ref.name
  );
}
