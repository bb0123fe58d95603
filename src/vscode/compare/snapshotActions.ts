import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { longestSnapshotName } from '../../core/proxy/snapshots/snapshot';
import { proposedSnapshotNames, type StoredSnapshot } from '../../core/proxy/snapshots/snapshotStore';
import { snapshotText } from '../../core/proxy/snapshots/writeSnapshot';
import { freeName } from '../../core/search/saved/searchExchange';
import { numberText } from '../../l10n/numbers';
import { chooseReadyEndpoint } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import { isConfirmed } from '../shared/confirm';
import { saveChosenJson } from '../shared/files';
import { askText } from '../shared/quickInput';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import type { Snapshots } from '../shared/snapshots';
import { withCancel } from '../shared/withCancel';
import { chooseSnapshot, isReady, readProxyAgain } from './sides';

/** In milliseconds. */
const saidFor = 5_000;

/** Reads an endpoint again and saves its inventory under a name, with secrets masked. */
export async function takeSnapshot(clients: ClientRegistry, snapshots: Snapshots, argument: unknown): Promise<void> {
  const stored = await chooseReadyEndpoint(clients, argument, {
    placeholder: l10n.t('Select a proxy'),
    kind: 'proxy',
  });
  if (stored === undefined) return;
  const { id, name: endpointName } = stored.endpoint;
  const taken = await takenSnapshotNames(snapshots, id);
  const proposed = proposedSnapshotNames(gitRepositories(), Date.now(), longestSnapshotName);
  const free =
    proposed.find((one) => !taken.has(one)) ??
    freeName(proposed.at(-1) ?? '', (one) => taken.has(one), longestSnapshotName);
  const name = await askSnapshotName(snapshots, l10n.t('Take Snapshot'), free, id);
  if (name === undefined) return;
  const title = l10n.t('Taking a snapshot of “{0}”…', escapeForNotification(endpointName, 80));
  const kept = await withCancel(title, async (signal) => {
    const inventory = await readProxyAgain(clients, id, signal);
    const text = await snapshotText({ name, endpoint: { id, name: endpointName } }, inventory, signal);
    return (await snapshots.store()).add(id, text);
  });
  if (kept === undefined) return;
  // Its row is there; who does not see the view has the status bar.
  vscode.window.setStatusBarMessage(l10n.t('Snapshot “{0}” saved (secrets masked).', escapeForLabel(name)), saidFor);
}

export async function renameSnapshot(snapshots: Snapshots, argument: unknown): Promise<void> {
  const title = l10n.t('Rename Snapshot');
  const stored = await chooseSnapshot(
    snapshots,
    argument,
    { title, placeholder: l10n.t('Select a snapshot to rename') },
    isReady,
  );
  if (stored === undefined) return;
  const { name, endpoint } = stored.about;
  const wanted = await askSnapshotName(snapshots, title, name, endpoint.id, stored.id);
  if (wanted !== undefined && wanted !== name) await (await snapshots.store()).rename(stored.id, wanted);
}

/** Deletes a snapshot after asking, even one that cannot be read. For such a one it shows the path. */
export async function deleteSnapshot(snapshots: Snapshots, argument: unknown): Promise<void> {
  const stored = await chooseSnapshot(
    snapshots,
    argument,
    { title: l10n.t('Delete Snapshot'), placeholder: l10n.t('Select a snapshot to delete') },
    (_): _ is StoredSnapshot => true,
  );
  if (stored === undefined) return;
  const confirmed = await isConfirmed({
    question:
      stored.state === 'ready'
        ? l10n.t('Delete the snapshot “{0}”?', escapeForNotification(stored.about.name))
        : l10n.t('Delete the unreadable snapshot?'),
    detail: stored.state === 'ready' ? l10n.t('It will be deleted from this computer.') : whyUnread(stored),
    action: l10n.t('Delete'),
  });
  if (confirmed) await (await snapshots.store()).remove(stored.id);
}

function whyUnread({ state, path }: StoredSnapshot): string {
  const what =
    state === 'newer'
      ? l10n.t('It was written by a newer version of Proxy Scout. Update Proxy Scout to use it.')
      : l10n.t('Its file is damaged. If you have a copy, you can import it.');
  return `${what} ${l10n.t('The file is {0}.', path)}`;
}

/** Writes a snapshot to a file that the user selects. Its secrets were masked when it was taken. */
export async function exportSnapshot(snapshots: Snapshots, argument: unknown): Promise<void> {
  const title = l10n.t('Export Snapshot');
  const stored = await chooseSnapshot(
    snapshots,
    argument,
    { title, placeholder: l10n.t('Select a snapshot to export') },
    isReady,
  );
  if (stored === undefined) return;
  const { id, about } = stored;
  const store = await snapshots.store();
  if (!(await saveChosenJson(title, `${fileNameOf(about.name)}.json`, () => store.text(id)))) return;
  void vscode.window.showInformationMessage(
    l10n.t('Snapshot exported. Passwords, keys, and tokens are masked; names, rules, and addresses are not.'),
  );
}

/** A name as a file name: letters and digits, with other characters replaced by hyphens. */
function fileNameOf(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'snapshot';
}

/**
 * Asks for the name of a snapshot, which is unique within its endpoint.
 *
 * @param own the id of the snapshot to rename, which may keep its name
 */
async function askSnapshotName(
  snapshots: Snapshots,
  title: string,
  value: string,
  endpointId: string,
  own?: string,
): Promise<string | undefined> {
  const taken = await takenSnapshotNames(snapshots, endpointId, own);
  const answer = await askText({
    title,
    prompt: l10n.t('Snapshot name'),
    value,
    check(text) {
      const name = text.trim();
      if (name === '') return { problem: l10n.t('Enter a name.') };
      if (name.length > longestSnapshotName) {
        return { problem: l10n.t('The name can have at most {0} characters.', numberText(longestSnapshotName)) };
      }
      return taken.has(name)
        ? { problem: l10n.t('Another snapshot of this endpoint already has this name.') }
        : undefined;
    },
  });
  return answer === undefined || answer === 'back' ? undefined : answer.value.trim();
}

/**
 * The names of an endpoint's snapshots.
 *
 * @param own the id of a snapshot that does not count
 */
export async function takenSnapshotNames(
  snapshots: Snapshots,
  endpointId: string,
  own?: string,
): Promise<ReadonlySet<string>> {
  const all = await (await snapshots.store()).list();
  return new Set(
    all.flatMap((one) =>
      one.state === 'ready' && one.id !== own && one.about.endpoint.id === endpointId ? [one.about.name] : [],
    ),
  );
}

/** The repositories of VS Code's Git extension, of any shape; undefined if it is not active, and it stays so. */
function gitRepositories(): unknown {
  const git: vscode.Extension<unknown> | undefined = vscode.extensions.getExtension('vscode.git');
  if (git?.isActive !== true) return undefined;
  const { exports } = git;
  if (typeof exports !== 'object' || exports === null || !('getAPI' in exports)) return undefined;
  if (typeof exports.getAPI !== 'function') return undefined;
  try {
    // `getAPI` throws if Git is disabled.
    const api: unknown = exports.getAPI(1);
    return typeof api === 'object' && api !== null && 'repositories' in api ? api.repositories : undefined;
  } catch {
    return undefined;
  }
}
