import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type Failure, isRequestFailure } from '../../core/base/errors/failure';
import { plainText } from '../../core/base/text/plainText';
import { describeFound, type FoundText } from '../../core/proxy/find/describeFound';
import { type FoundItem, openItemFinder } from '../../core/proxy/find/finder';
import { findIndexOf } from '../../core/proxy/find/findIndex';
import { refreshFailure } from '../../core/proxy/model/inventory';
import type { ItemRef } from '../../core/proxy/model/itemRef';
import { numberText } from '../../l10n/numbers';
import { endpointIdOf } from '../shared/chooseEndpoint';
import { type ClientRegistry, endpointGone } from '../shared/clientRegistry';
import { offerCommand } from '../shared/confirm';
import { conditionIcons, errorIcon } from '../shared/icons';
import { Commands } from '../shared/ids';
import { keepOrder } from '../shared/quickInput';
import { escapeForDescription, escapeForLabel } from '../shared/sanitize';
import { TypedRows } from './typedRows';

/** Longer selections are not names, hosts or addresses. */
const longestSelection = 100;

/** Finds a router, service or middleware: of the row's endpoint, or of all proxies, that of the selected row first. */
export async function findItem(clients: ClientRegistry, argument: unknown, firstId: string | undefined): Promise<void> {
  const proxies = (await (await clients.store()).list()).filter(({ hint }) => hint.kind === 'proxy');
  const named = endpointIdOf(argument);
  const wanted = named === undefined ? proxies : proxies.filter(({ hint }) => hint.id === named);
  if (wanted.length > 0) {
    const places = wanted.map(({ hint }) => ({ endpointId: hint.id, name: hint.name }));
    await openFindPick(clients, places, { value: selectedText(), firstId });
  } else if (named !== undefined) {
    void vscode.window.showWarningMessage(endpointGone());
  } else {
    const sentence = l10n.t('No proxy endpoints yet.');
    await offerCommand(sentence, l10n.t('Add Proxy Endpoint…'), Commands.addProxyEndpoint);
  }
}

/** The text selected in the editor, if it may be a name. */
function selectedText(): string {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !editor.selection.isSingleLine) return '';
  const text = editor.document.getText(editor.selection).trim();
  return text.length <= longestSelection ? text : '';
}

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
async function openFindPick(
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

  const makeRows = (): FindRow[] => {
    const { best, total, words } = finder.find(list.value, mostRows);
    const found = best.map((one) =>
      foundRow(one, describeFound(one, words), places.length > 1 ? names.get(one.endpointId) : undefined),
    );
    const more = total - best.length;
    if (more > 0) found.push(messageRow(l10n.t('{0} more. Keep typing to narrow the list.', numberText(more))));
    if (total === 0 && reading.size > 0) found.push(messageRow(l10n.t('Reading…')));
    else if (total === 0 && list.value !== '') found.push(messageRow(l10n.t('No matches')));
    const failed = [...failures].map(([id, failure]) => failureRow(id, names.get(id) ?? '', failure, finder.has(id)));
    // Before the user types, failures come first; then the results.
    return list.value === '' ? [...failed, ...found] : [...found, ...failed];
  };
  const rows = new TypedRows(list, makeRows, closing.signal);
  const show = (): Promise<void> => {
    list.busy = reading.size > 0;
    return rows.show();
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
  // Its row shows where it belongs, and the document what it does.
  const goTo = async (row: FindRow): Promise<void> => {
    list.hide();
    await vscode.commands.executeCommand(Commands.revealInTree, row.ref);
    await vscode.commands.executeCommand(Commands.openDetails, row.ref);
  };
  list.onDidChangeValue(() => void show());
  list.onDidAccept(() => {
    const row = rows.accepted();
    if (row?.ref !== undefined) void goTo(row);
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

/** A row of the list and the effect of selecting it; none for a row with a message only. */
interface FindRow extends vscode.QuickPickItem {
  readonly ref?: ItemRef;
  /** The endpoint to read again. */
  readonly retry?: string;
}

/** Maximum length of an endpoint's name beside what was found there, in code points. */
const longestEndpointName = 40;

/** A button of a row and the command that it runs on the row's item. */
interface FindButton extends vscode.QuickInputButton {
  readonly command: string;
}

const button = (icon: string, tooltip: string, command: string): FindButton => ({
  iconPath: new vscode.ThemeIcon(icon),
  tooltip,
  command,
});

/**
 * The row of an item: its name; its kind, endpoint, and state; and the match, if it is not in the name. VS Code draws
 * its icon, the one of the tree, without color in such a list.
 *
 * @param endpointName the endpoint of the item, if the row is to show it
 */
function foundRow(
  { endpointId, item, condition }: FoundItem,
  text: FoundText,
  endpointName: string | undefined,
): FindRow {
  const { protocol, kind, name } = item;
  const hasAddress = item.kind === 'routers' && protocol === 'http' && item.rule !== undefined;
  const where = endpointName === undefined ? undefined : plainText(endpointName, longestEndpointName);
  const facts = [text.kind, where, text.state, text.reason].filter((fact) => fact !== undefined);
  return {
    label: escapeForLabel(text.name),
    description: escapeForDescription(facts.join(' · ')),
    iconPath: conditionIcons[condition],
    alwaysShow: true,
    buttons: [
      ...(hasAddress ? [button('link-external', l10n.t('Open in Browser…'), Commands.openInBrowser)] : []),
      button('json', l10n.t('Open as JSON'), Commands.openAsJson),
    ],
    ref: { endpointId, protocol, kind, name },
  };
}

/**
 * The row of an endpoint that could not be read.
 *
 * @param hasEarlier whether the results of an earlier read are listed
 */
function failureRow(endpointId: string, endpointName: string, failure: Failure, hasEarlier: boolean): FindRow {
  const name = escapeForLabel(endpointName, longestEndpointName);
  return {
    label: hasEarlier
      ? l10n.t('{0} could not be refreshed: {1}', name, escapeForLabel(failure.sentence))
      : l10n.t('{0} could not be read: {1}', name, escapeForLabel(failure.sentence)),
    description: l10n.t('Press Enter to retry'),
    iconPath: errorIcon,
    alwaysShow: true,
    retry: endpointId,
  };
}

/** A row with a message only. */
export function messageRow(label: string): vscode.QuickPickItem {
  return { label, alwaysShow: true };
}
