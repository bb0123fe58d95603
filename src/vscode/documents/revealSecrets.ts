import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { longWithPlainHtmlCharacters } from '../../core/base/json/document';
import { longShownText } from '../../core/proxy/secrets/secrets';
import type { ClientRegistry } from '../shared/clientRegistry';
import { isConfirmed } from '../shared/confirm';
import type { EphemeralDocuments } from '../shared/ephemeralDocuments';
import { ephemeralJson } from '../shared/ephemeralText';
import { findSubject } from '../shared/findSubject';
import { escapeForNotification } from '../shared/sanitize';

/** Shows the secrets that a document masks, after asking each time. */
export async function revealSecrets(
  clients: ClientRegistry,
  documents: EphemeralDocuments,
  argument: unknown,
): Promise<void> {
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
