import * as l10n from '@vscode/l10n';
import { type Failure, type FailureKind, remedyOf } from '../../base/errors/failure';
import { ariaText } from '../describe/labels';
import type { NoteNode, ProblemNode, ProxyNode, Row } from './nodes';

/** The parent of a message's row; rows of the Search view have messages too. */
type Above = Pick<Row, 'id' | 'endpointId'>;
type Below<Message, Parent> = Omit<Message, 'parent'> & { readonly parent: Parent };

/**
 * The fields that a row has from its parent and its texts.
 *
 * @param id the end of its id, behind that of the parent: with `#` for other rows than names, see `nameInId`
 * @param title its label as it is read aloud
 */
export function rowBelow<Parent extends ProxyNode>(
  parent: Parent,
  id: string,
  label: string,
  description: string,
  title = label,
) {
  return {
    parent,
    id: `${parent.id}${id}`,
    endpointId: parent.endpointId,
    label,
    ...(description === '' ? {} : { description }),
    spoken: ariaText(title, description),
  };
}

/** Short titles, so that a narrow side bar does not cut them. The tooltip has the whole sentence. */
const titles: Readonly<Record<FailureKind, () => string>> = {
  refused: () => l10n.t('Connection refused'),
  hostNotFound: () => l10n.t('Host not found'),
  unreachable: () => l10n.t('Cannot be reached'),
  reset: () => l10n.t('Connection closed'),
  timedOut: () => l10n.t('Timed out'),
  canceled: () => l10n.t('Canceled'),
  tls: () => l10n.t('Secure connection failed'),
  proxy: () => l10n.t('HTTP proxy failed'),
  unauthorized: () => l10n.t('Authentication required'),
  forbidden: () => l10n.t('Access denied'),
  notFound: () => l10n.t('API not found'),
  redirected: () => l10n.t('Redirected elsewhere'),
  notAnApi: () => l10n.t('Not the Traefik API'),
  tooLarge: () => l10n.t('Response too large'),
  malformed: () => l10n.t('Invalid response'),
  rateLimited: () => l10n.t('Too many requests'),
  serverError: () => l10n.t('Server error'),
  rejected: () => l10n.t('Request rejected'),
  invalid: () => l10n.t('Invalid request'),
};

/** The failure in two or three words. */
export function failureTitle(failure: Failure): string {
  return remedyOf(failure) === 'certificate' ? l10n.t('Certificate not trusted') : titles[failure.kind]();
}

/** The row with the failure of a branch. The `#` keeps its id different from those of names: see `nameInId`. */
export function problemNode<Parent extends Above>(
  parent: Parent,
  failure: Failure,
  what?: string,
): Below<ProblemNode, Parent> {
  const title = failureTitle(failure);
  const remedy = remedyOf(failure);
  return {
    type: 'problem',
    parent,
    id: `${parent.id}#problem${what === undefined ? '' : ` ${what}`}`,
    endpointId: parent.endpointId,
    failure,
    ...(remedy !== undefined && { remedy: remedy }),
    label: what === undefined ? title : `${what}: ${title}`,
    description: remedy === 'certificate' ? l10n.t('Trust it if its fingerprint is right.') : failure.nextStep,
    spoken: ariaText(what, `${failure.sentence} ${failure.nextStep}`),
  };
}

/** A row with a message only. A parent has each label at most once. */
export function noteNode<Parent extends Above>(
  parent: Parent,
  label: string,
  about: NoteNode['about'] = 'state',
): Below<NoteNode, Parent> {
  return { type: 'note', parent, id: `${parent.id}#note ${label}`, endpointId: parent.endpointId, label, about };
}
