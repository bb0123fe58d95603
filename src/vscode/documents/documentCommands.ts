import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { longWithPlainHtmlCharacters } from '../../core/base/json/document';
import { readSupportDump } from '../../core/proxy/api/supportDump';
import { subjectTitle } from '../../core/proxy/model/subject';
import { longShownText } from '../../core/proxy/secrets/secrets';
import { chooseReadyEndpoint } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import type { CommandHandlers } from '../shared/commands';
import { isConfirmed } from '../shared/confirm';
import { uriOf } from '../shared/documentUris';
import type { EphemeralDocuments } from '../shared/ephemeralDocuments';
import { ephemeralJson, maskedJson } from '../shared/ephemeralText';
import { findSubject } from '../shared/findSubject';
import { Commands, detailsScheme, jsonScheme } from '../shared/ids';
import { escapeForNotification } from '../shared/sanitize';
import type { WholeDocuments } from '../shared/wholeDocuments';
import { withCancel } from '../shared/withCancel';

export function documentCommands({
  clients,
  revealed,
  statics,
  wholes,
}: {
  readonly clients: ClientRegistry;
  readonly revealed: EphemeralDocuments;
  readonly statics: EphemeralDocuments;
  readonly wholes: WholeDocuments;
}) {
  return {
    [Commands.openDetails]: (argument) => openSubject(clients, argument, detailsScheme),
    [Commands.openAsJson]: (argument) => openSubject(clients, argument, jsonScheme),
    [Commands.openWhole]: (uri) => wholes.open(uri),
    [Commands.revealSecrets]: (argument) => revealSecrets(clients, revealed, argument),
    [Commands.copyAsJson]: (argument) => copyAsJson(clients, argument),
    [Commands.readStatic]: (argument) => readStaticConfiguration(clients, statics, argument),
  } satisfies CommandHandlers;
}

/** Copies the JSON as Open as JSON shows it: exact, with secrets masked. */
async function copyAsJson(clients: ClientRegistry, argument: unknown): Promise<void> {
  const found = await findSubject(clients, argument);
  if (found === undefined) return;
  const { text, isWhole } = await maskedJson(found.subject.item);
  if (isWhole) await vscode.env.clipboard.writeText(text);
  else void vscode.window.showInformationMessage(l10n.t('The JSON is too long to copy. Use Open as JSON instead.'));
}

/** Opens an item as a document: its details, or the JSON of the API, indented, with secrets masked. */
async function openSubject(
  clients: ClientRegistry,
  argument: unknown,
  scheme: typeof detailsScheme | typeof jsonScheme,
): Promise<void> {
  const found = await findSubject(clients, argument);
  if (found === undefined) return;
  await openDocument(uriOf(scheme, found.ref, subjectTitle(found.subject)), argument);
}

/** Shows a document. If a row of the tree opens it, the row keeps the focus, as in the Explorer. */
async function openDocument(uri: vscode.Uri, argument: unknown): Promise<void> {
  const isRow = typeof argument === 'object' && argument !== null && 'parent' in argument;
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: true, preserveFocus: isRow });
}

/** Shows the secrets that a document masks, after asking each time. */
async function revealSecrets(clients: ClientRegistry, documents: EphemeralDocuments, argument: unknown): Promise<void> {
  const found = await findSubject(clients, argument);
  if (found === undefined) return;
  const { item } = found.subject;
  const name = escapeForNotification(item.name);
  if ((await longShownText(item)) === item.text) {
    void vscode.window.showInformationMessage(l10n.t('Nothing is masked in “{0}”: it contains no secrets.', name));
    return;
  }
  const isShown = await isConfirmed({
    question: l10n.t('Show the secrets of “{0}”?', name),
    detail: l10n.t(
      'The JSON opens in another editor, where everyone who sees this screen can read its passwords, keys, and tokens. They are hidden again when you close that editor.',
    ),
    action: l10n.t('Show Secrets'),
    instead: l10n.t('Keep Masked'),
  });
  if (isShown) {
    // Part of a URI, so never translated.
    const json = await longWithPlainHtmlCharacters(item.text);
    await documents.open(await ephemeralJson(item.name, ' with secrets.json', json), { preview: false });
  }
}

/**
 * Asks a proxy once for its static configuration, and shows it. What is checked against the proxy uses it, until the
 * endpoint changes.
 */
async function readStaticConfiguration(
  clients: ClientRegistry,
  documents: EphemeralDocuments,
  argument: unknown,
): Promise<void> {
  const placeholder = l10n.t('Select the proxy whose static configuration to read');
  const stored = await chooseReadyEndpoint(clients, argument, { placeholder, kind: 'proxy' });
  if (stored === undefined) return;
  const { id, name } = stored.hint;
  const { inventory } = await clients.session(id);
  const title = l10n.t('Reading the static configuration of “{0}”…', escapeForNotification(name, 60));
  const json = await withCancel(title, async (signal) => readSupportDump(await clients.client(id), signal));
  // Another connection may be that of another proxy.
  if (json === undefined || clients.sessions.get(id)?.inventory !== inventory) return;
  clients.sessions.keepStatic(id, json);
  const masked = await maskedJson({ text: json });
  const shown = await ephemeralJson(l10n.t('Static configuration of {0}', name), '.json', masked.json);
  await documents.open(shown, { preview: true });
}
