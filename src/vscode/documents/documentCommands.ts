import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { subjectTitle } from '../../core/proxy/model/subject';
import type { ClientRegistry } from '../shared/clientRegistry';
import type { CommandHandlers } from '../shared/commands';
import { uriOf } from '../shared/documentUris';
import type { EphemeralDocuments } from '../shared/ephemeralDocuments';
import { maskedJson } from '../shared/ephemeralText';
import { findSubject } from '../shared/findSubject';
import { Commands, detailsScheme, jsonScheme } from '../shared/ids';
import type { WholeDocuments } from '../shared/wholeDocuments';
import { revealSecrets } from './revealSecrets';

export function documentCommands({
  clients,
  revealed,
  wholes,
}: {
  readonly clients: ClientRegistry;
  readonly revealed: EphemeralDocuments;
  readonly wholes: WholeDocuments;
}) {
  return {
    [Commands.openDetails]: (argument) => openSubject(clients, argument, detailsScheme),
    [Commands.openAsJson]: (argument) => openSubject(clients, argument, jsonScheme),
    [Commands.openWhole]: (uri) => wholes.open(uri),
    [Commands.revealSecrets]: (argument) => revealSecrets(clients, revealed, argument),
    [Commands.copyAsJson]: (argument) => copyAsJson(clients, argument),
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
