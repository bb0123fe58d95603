import * as vscode from 'vscode';
import type { ClientRegistry } from '../shared/clientRegistry';
import { type EphemeralDocuments, registerEphemeralDocuments } from '../shared/ephemeralDocuments';
import { ephemeralJson } from '../shared/ephemeralText';
import { findSubject } from '../shared/findSubject';
import { SECRETS_SCHEME } from '../shared/ids';
import { loadCore } from '../shared/loadCore';
import { escapeForNotification } from '../shared/sanitize';
import type { WholeDocuments } from '../shared/wholeDocuments';

const HIDDEN_AGAIN =
  'The secrets are hidden again: they were shown only as long as this editor was open. Choose Reveal Secrets… anew.\n';

/** Shows JSON with its secrets, each time in a document of its own. */
export function registerRevealedDocuments(wholes: WholeDocuments): EphemeralDocuments {
  return registerEphemeralDocuments(SECRETS_SCHEME, HIDDEN_AGAIN, wholes);
}

/** Shows what a document masks, after asking: the answer counts for this one time. */
export async function revealSecrets(
  clients: ClientRegistry,
  documents: EphemeralDocuments,
  argument: unknown,
): Promise<void> {
  const found = await findSubject(clients, argument);
  if (found === undefined) return;
  const { item } = found.subject;
  const { longShownText } = await loadCore();
  const name = escapeForNotification(item.name);
  if ((await longShownText(item)) === item.text) {
    void vscode.window.showInformationMessage(`Nothing is masked in “${name}”: it has no secrets.`);
    return;
  }
  const show = 'Show Secrets';
  const answer = await vscode.window.showWarningMessage(
    `Show the secrets of “${name}”?`,
    {
      modal: true,
      detail:
        'Its JSON opens once more, with passwords, keys and tokens readable to everyone who sees this screen. They are hidden again when that editor closes.',
    },
    show,
  );
  if (answer === show) {
    await documents.open(await ephemeralJson(item.name, ' with secrets.json', item.text), { preview: false });
  }
}
