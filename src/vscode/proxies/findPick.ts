import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { nextTurn } from '../../core/base/async/nextTurn';
import { type Failure, isRequestFailure } from '../../core/base/errors/failure';
import { describeFound } from '../../core/proxy/find/describeFound';
import { openItemFinder } from '../../core/proxy/find/finder';
import { findIndexOf } from '../../core/proxy/find/findIndex';
import { refreshFailure } from '../../core/proxy/model/inventory';
import { numberText } from '../../l10n/numbers';
import type { ClientRegistry } from '../shared/clientRegistry';
import { Commands } from '../shared/ids';
import { keepOrder } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';
import { type FindButton, type FindRow, failureRow, findMessageRow, foundRow } from './findRows';

/** An endpoint whose items are searched. */
export interface FindPlace {
  readonly endpointId: string;
  readonly name: string;
}

/** VS Code takes very long for each key if the list has thousands of rows, so it gets only the best ones. */
const mostRows = 200;

/**
 * Lets the user find a router, service or middleware by typing. Lists earlier reads at once, and reads the other
 * endpoints until the list is closed.
 *
 * @param places at least one; equal matches are listed in their order
 * @param start the initial text of the field, and the endpoint whose matches come first among those that fit as well
 * @throws anything but a failed request
 */
export async function openFindPick(
  clients: ClientRegistry,
  places: readonly FindPlace[],
  start: { readonly value: string; readonly firstId: string | undefined },
): Promise<void> {
  const finder = openItemFinder(
    places.map(({ endpointId }) => endpointId),
    start.firstId,
  );
  const names = new Map(places.map(({ endpointId, name }) => [endpointId, name]));
  const failures = new Map<string, Failure>();
  const reading = new Set<string>();
  const closing = new AbortController();

  const list = vscode.window.createQuickPick<FindRow>();
  const [first] = places;
  if (places.length === 1 && first !== undefined) list.title = l10n.t('Find in {0}', escapeForLabel(first.name));
  list.placeholder = l10n.t(
    'Name, rule, service, or server. Narrow with status:error, provider:docker, or entrypoint:web.',
  );
  list.value = start.value;
  keepOrder(list);

  /** Counts the searches: only the last one is done. */
  let looks = 0;
  const rows = (): FindRow[] => {
    const { best, total, words } = finder.find(list.value, mostRows);
    const found = best.map((one) =>
      foundRow(one, describeFound(one, words), places.length > 1 ? names.get(one.endpointId) : undefined),
    );
    const more = total - best.length;
    if (more > 0) found.push(findMessageRow(l10n.t('{0} more. Keep typing to narrow the list.', numberText(more))));
    if (total === 0 && reading.size > 0) found.push(findMessageRow(l10n.t('Reading…')));
    else if (total === 0 && list.value !== '') found.push(findMessageRow(l10n.t('No matches')));
    const failed = [...failures].map(([id, failure]) => failureRow(id, names.get(id) ?? '', failure, finder.has(id)));
    // Before the user types, failures come first; then the results.
    return list.value === '' ? [...failed, ...found] : [...found, ...failed];
  };
  let shown: string | undefined;
  /** Updates the list. Rows that arrive later do not change which row is selected. */
  const show = async (): Promise<void> => {
    const mine = ++looks;
    // Keys that were pressed meanwhile come first.
    await nextTurn();
    if (mine !== looks || closing.signal.aborted) return;
    const text = list.value;
    const made = rows();
    const chosen = text === shown ? list.activeItems[0] : undefined;
    shown = text;
    list.items = made;
    list.busy = reading.size > 0;
    const same = made.find((row) => isSameRow(row, chosen));
    if (same !== undefined) list.activeItems = [same];
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
