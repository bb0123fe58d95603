import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { StoredEndpoint, UnapprovedEndpoint } from '../../core/base/endpoints/endpointRecord';
import { secretMask, withoutTokens } from '../../core/base/secrets/secretsInText';
import { entryToSave, withSavedEntries } from '../../core/base/workspace/entryToSave';
import { workspaceFilePath } from '../../core/base/workspace/filePlace';
import { readInside } from '../../core/base/workspace/readInside';
import { mostBytesOfWorkspaceFile } from '../../core/base/workspace/workspaceFile';
import { numberText } from '../../l10n/numbers';
import { plural } from '../../l10n/plural';
import { chooseEndpoint } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import { confirmedAction, isConfirmed } from '../shared/confirm';
import { writeWhole } from '../shared/files';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import { tryEndpoint } from './testConnection';

/** The most endpoints that one question allows: users would not read more addresses. */
const mostAtOnce = 5;

/** Allows requests to an endpoint of the workspace after showing their target, or to all of its file at once. */
export async function allowRequests(clients: ClientRegistry, argument: unknown): Promise<void> {
  const stored = await chooseListed(clients, argument, l10n.t('Select an endpoint to allow requests to'), [
    'unapproved',
  ]);
  if (stored?.state === 'refused') return openEntry(stored);
  if (stored?.state !== 'unapproved') return;
  const all = await (await clients.store()).list();
  const waiting = all.flatMap((one) =>
    one.state === 'unapproved' && one.workspace.file === stored.workspace.file ? [one] : [],
  );
  const others = waiting.filter(({ hint }) => hint.id !== stored.hint.id);
  const isOfferedAll = others.length > 0 && waiting.length <= mostAtOnce;
  const [allow, allowAll] = [l10n.t('Allow Requests'), l10n.t('Allow All {0}', numberText(waiting.length))];
  const answer = await confirmedAction({
    question: l10n.t('Allow requests to {0}?', new URL(stored.url).origin),
    detail: detailOf(stored, isOfferedAll ? others : []),
    actions: isOfferedAll ? [allow, allowAll] : [allow],
    instead: l10n.t('Don’t Allow'),
    isGuarded: true,
  });
  if (answer === undefined) return;
  const allowed = answer === allowAll ? [stored, ...others] : [stored];
  const workspace = await clients.workspace();
  const approvals: boolean[] = [];
  for (const { hint } of allowed) approvals.push(await workspace.approve(hint.id));
  if (approvals.includes(false)) {
    void vscode.window.showWarningMessage(
      l10n.t('The entry in the file of the workspace was changed meanwhile. Check it, and allow requests again.'),
    );
  }
  await Promise.all(allowed.flatMap(({ hint }, at) => (approvals[at] === true ? [tryEndpoint(clients, hint.id)] : [])));
}

function detailOf({ workspace, ...stored }: UnapprovedEndpoint, others: readonly UnapprovedEndpoint[]): string {
  const named: string[] = [];
  for (const other of others) named.push('', quoted(other), ...wayTo(other));
  return [
    l10n.t('The workspace lists it as {0}.', quoted(stored)),
    '',
    ...wayTo(stored),
    l10n.t('File: {0}', escapeForNotification(workspace.file)),
    ...(others.length === 0 ? [] : ['', l10n.t('Allow All includes what else the file lists:'), ...named]),
    '',
    l10n.t('Credentials are asked for separately, and only used for this entry. Any change to the entry asks again.'),
  ].join('\n');
}

const quoted = ({ hint }: Pick<UnapprovedEndpoint, 'hint'>): string => `“${escapeForNotification(hint.name, 100)}”`;

/** The target of its requests. */
function wayTo({ url, host, verifiedBy }: Omit<UnapprovedEndpoint, 'workspace'>): string[] {
  return [
    l10n.t('URL: {0}', withoutTokens(url, secretMask)),
    ...(host === undefined ? [] : [l10n.t('Host header: {0}', host)]),
    ...(verifiedBy === undefined ? [] : [l10n.t('Certificate verified by: {0}', escapeForNotification(verifiedBy))]),
  ];
}

/** Revokes the approval of an entry, and deletes its credentials. */
export async function stopAllowing(clients: ClientRegistry, argument: unknown): Promise<void> {
  const stored = await chooseListed(clients, argument, l10n.t('Select an endpoint to stop requests to'), ['ready']);
  if (stored?.state !== 'ready') return;
  const confirmed = await isConfirmed({
    question: l10n.t('Stop requests to “{0}”?', escapeForNotification(stored.hint.name)),
    detail: l10n.t('Its credentials are deleted from this computer. The file of the workspace stays as it is.'),
    action: l10n.t('Stop Requests'),
  });
  if (confirmed) await (await clients.workspace()).forget([stored.hint.id]);
}

export async function openWorkspaceFile(clients: ClientRegistry, argument: unknown): Promise<void> {
  const stored = await chooseListed(clients, argument, l10n.t('Select an endpoint'), [
    'ready',
    'unapproved',
    'refused',
  ]);
  if (stored !== undefined) await openEntry(stored);
}

async function openEntry({ workspace }: StoredEndpoint): Promise<void> {
  if (workspace !== undefined) await vscode.window.showTextDocument(vscode.Uri.file(workspace.file));
}

/** The endpoint of a row, if the workspace lists it. */
async function chooseListed(
  clients: ClientRegistry,
  argument: unknown,
  placeholder: string,
  states: readonly StoredEndpoint['state'][],
): Promise<StoredEndpoint | undefined> {
  // VS Code calls a command without its row if the row is redrawn at that moment.
  const fits = ({ workspace, state }: StoredEndpoint): boolean => workspace !== undefined && states.includes(state);
  const stored = await chooseEndpoint(clients, argument, { placeholder, fits });
  return stored?.workspace === undefined ? undefined : stored;
}

/** Writes endpoints that the user selects into the file of a workspace folder, for others who open it. */
export async function saveToWorkspace(clients: ClientRegistry): Promise<void> {
  const folder = await chooseFolder();
  if (folder === undefined) return;
  const stored = (await (await clients.store()).list()).flatMap((one) =>
    one.state === 'ready' && one.workspace === undefined ? [one.endpoint] : [],
  );
  if (stored.length === 0) {
    void vscode.window.showInformationMessage(l10n.t('No endpoints to save. Add one first.'));
    return;
  }
  const picked = await vscode.window.showQuickPick(
    stored.map((endpoint) => ({ label: escapeForLabel(endpoint.name), endpoint })),
    {
      title: l10n.t('Save Endpoints to Workspace'),
      placeHolder: l10n.t('Select the endpoints to save, without their credentials'),
      canPickMany: true,
      ignoreFocusOut: true,
    },
  );
  if (picked === undefined || picked.length === 0) return;
  const saved = await Promise.all(
    picked.map(async ({ endpoint }) => ({ name: endpoint.name, ...(await entryToSave(endpoint, folder)) })),
  );
  const entries = saved.flatMap(({ entry }) => entry ?? []);
  const present = await readInside(folder, workspaceFilePath, mostBytesOfWorkspaceFile);
  const isUnreadable = present !== 'missing' && 'problem' in present;
  const text = isUnreadable
    ? undefined
    : withSavedEntries(present === 'missing' ? undefined : present.bytes.toString('utf8'), entries);
  if (text === undefined) {
    void vscode.window.showErrorMessage(
      l10n.t('{0} cannot be read as JSON with a list of “endpoints”, so nothing was written to it.', workspaceFilePath),
    );
    return;
  }
  const file = vscode.Uri.file(join(folder, workspaceFilePath));
  await mkdir(dirname(file.fsPath), { recursive: true });
  await writeWhole(file, text);
  const message = plural(
    entries.length,
    {
      one: '{0} endpoint saved to {1}.',
      other: '{0} endpoints saved to {1}.',
    },
    workspaceFilePath,
  );
  const missing = saved.flatMap(({ name, leftOut }) =>
    leftOut.length === 0 ? [] : [`“${escapeForNotification(name, 60)}”: ${leftOut.join(', ')}.`],
  );
  const open = l10n.t('Open File');
  const chosen = await vscode.window.showInformationMessage(
    missing.length === 0 ? message : `${message} ${l10n.t('Not in it:')} ${missing.join(' ')}`,
    open,
  );
  if (chosen === open) await vscode.window.showTextDocument(file);
}

/** The path of the folder to write into, on this computer. */
async function chooseFolder(): Promise<string | undefined> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  if (folders.length === 0) {
    void vscode.window.showInformationMessage(l10n.t('Open a folder first: endpoints are saved into it.'));
    return undefined;
  }
  const [only, ...others] = folders;
  if (others.length === 0) return only?.uri.fsPath;
  const picked = await vscode.window.showWorkspaceFolderPick({ placeHolder: l10n.t('Select the folder to save into') });
  return picked?.uri.scheme === 'file' ? picked.uri.fsPath : undefined;
}
