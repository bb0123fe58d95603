import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { IgnoredFindings } from '../../core/base/endpoints/endpoint';
import { RequestFailure } from '../../core/base/errors/failure';
import type { DetailsContext } from '../../core/proxy/documents/detailsPage';
import type { Subject, SubjectRef } from '../../core/proxy/model/subject';
import type { ClientRegistry } from './clientRegistry';
import { subjectRefOf } from './documentUris';

/** A subject in the last read, and its context. */
export interface DocumentSource extends DetailsContext {
  readonly subject: Subject;
  /** The findings of the endpoint that the user ignores. */
  readonly ignored?: IgnoredFindings | undefined;
}

/** The message about a subject that the proxy no longer lists. */
export function noLongerListed(): string {
  return l10n.t('The proxy no longer lists this. Refresh the Proxies view to see its current configuration.');
}

/**
 * The subject of a command in the last read; shows a message if the proxy no longer lists it. Any extension may call a
 * command with any argument: undefined if it names no subject.
 *
 * @throws RequestFailure if no read has succeeded
 */
export async function findSubject(
  clients: ClientRegistry,
  argument: unknown,
): Promise<(DocumentSource & { readonly ref: SubjectRef }) | undefined> {
  const ref = await subjectRefOf(argument);
  if (ref === undefined) return undefined;
  const source = await documentSourceOf(clients, ref);
  if (source !== undefined) return { ...source, ref };
  void vscode.window.showWarningMessage(noLongerListed());
  return undefined;
}

/** The source of endpoints and their inventories. */
export type SubjectSource = Pick<ClientRegistry, 'inventory' | 'store'>;

/**
 * A subject in the last read of its endpoint; undefined if it is certainly not listed.
 *
 * @throws RequestFailure if no read has succeeded, or if the list that would contain it is incomplete
 */
export async function documentSourceOf(clients: SubjectSource, ref: SubjectRef): Promise<DocumentSource | undefined> {
  const { findInInventory } = await import('../../core/proxy/documents/statusPieces');
  const shared = await clients.inventory(ref.endpointId);
  const inventory = shared.latest ?? (await shared.read());
  const found = findInInventory(inventory, ref, shared.failure?.failure);
  if (found.is === 'unread') throw new RequestFailure(found.failure);
  if (found.is === 'gone') return undefined;
  const endpoint = await (await clients.store()).get(ref.endpointId);
  return {
    subject: found.subject,
    inventory,
    endpointName: endpoint?.name ?? l10n.t('(removed endpoint)'),
    reading: found.reading,
    origins: endpoint?.origins,
    ignored: endpoint?.ignored,
  };
}
