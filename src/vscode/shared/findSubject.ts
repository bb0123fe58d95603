import * as vscode from 'vscode';
import type { DetailsContext } from '../../core/proxy/documents/detailsPage';
import type { Subject, SubjectRef } from '../../core/proxy/model/subject';
import type { ClientRegistry } from './clientRegistry';
import { subjectRefOf } from './documentUris';
import { loadCore } from './loadCore';

/** A subject as it was last seen, and what it stands among. */
export interface DocumentSource extends DetailsContext {
  readonly subject: Subject;
}

/** Said where there is nothing to show and nothing was seen before. */
export const NO_LONGER_LISTED = 'The proxy does not list this any more. Refresh the Proxies view to see what it lists.';

/**
 * What a command is about, as it was last read; says so where the proxy does not list it any more. Anyone may call a
 * command with anything: undefined where the argument names nothing.
 *
 * @throws RequestFailure where nothing could be read
 */
export async function findSubject(
  clients: ClientRegistry,
  argument: unknown,
): Promise<(DocumentSource & { readonly ref: SubjectRef }) | undefined> {
  const ref = await subjectRefOf(argument);
  if (ref === undefined) return undefined;
  const source = await documentSourceOf(clients, ref);
  if (source !== undefined) return { ...source, ref };
  void vscode.window.showWarningMessage(NO_LONGER_LISTED);
  return undefined;
}

/** Where endpoints and what they list are had from. */
export type SubjectSource = Pick<ClientRegistry, 'inventory' | 'store'>;

/**
 * A subject in what was last read of its endpoint; undefined where that certainly does not list it.
 *
 * @throws RequestFailure where nothing could be read, or not all of the listing that it would be in
 */
export async function documentSourceOf(clients: SubjectSource, ref: SubjectRef): Promise<DocumentSource | undefined> {
  const core = await loadCore();
  const shared = await clients.inventory(ref.endpointId);
  const inventory = shared.latest ?? (await shared.read());
  const found = core.findInInventory(inventory, ref, shared.failure?.failure);
  if (found.is === 'unread') throw new core.RequestFailure(found.failure);
  if (found.is === 'gone') return undefined;
  const endpoint = await (await clients.store()).get(ref.endpointId);
  return {
    subject: found.subject,
    inventory,
    endpointName: endpoint?.name ?? 'the proxy',
    reading: found.reading,
    origins: endpoint?.origins,
  };
}
