import { SECRETS_SCHEME } from './ids';
import { type PassingDocuments, registerPassingDocuments } from './passing';
import type { WholeDocuments } from './whole';

const HIDDEN_AGAIN =
  'The secrets are hidden again: they were shown only as long as this editor was open. Choose Reveal Secrets… anew.\n';

/** Shows JSON with its secrets, each time in a document of its own. */
export function registerRevealedDocuments(wholes: WholeDocuments): PassingDocuments {
  return registerPassingDocuments(SECRETS_SCHEME, HIDDEN_AGAIN, wholes);
}
