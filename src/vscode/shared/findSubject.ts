import * as vscode from 'vscode';
import type { Scenery } from '../../core/proxy/documents/details';
import type { Subject, SubjectRef } from '../../core/proxy/model/subject';
import type { Connections } from './connections';
import { loadCore } from './core';
import { subjectRefOf } from './uris';

/** A subject as it was last seen, and what it stands among. */
export interface Sight extends Scenery {
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
  connections: Connections,
  argument: unknown,
): Promise<(Sight & { readonly ref: SubjectRef }) | undefined> {
  const ref = await subjectRefOf(argument);
  if (ref === undefined) return undefined;
  const sight = await see(connections, ref);
  if (sight !== undefined) return { ...sight, ref };
  void vscode.window.showWarningMessage(NO_LONGER_LISTED);
  return undefined;
}

/** Where endpoints and what they list are had from. */
export type SubjectSource = Pick<Connections, 'inventory' | 'store'>;

/**
 * A subject in what was last read of its endpoint; undefined where that certainly does not list it.
 *
 * @throws RequestFailure where nothing could be read, or not all of the listing that it would be in
 */
export async function see(connections: SubjectSource, ref: SubjectRef): Promise<Sight | undefined> {
  const core = await loadCore();
  const shared = await connections.inventory(ref.endpointId);
  const inventory = shared.latest ?? (await shared.read());
  const found = core.findSubject(inventory, ref, shared.failure?.failure);
  if (found.is === 'unread') throw new core.RequestFailure(found.failure);
  if (found.is === 'gone') return undefined;
  const endpoint = await (await connections.store()).get(ref.endpointId);
  return {
    subject: found.subject,
    inventory,
    endpointName: endpoint?.name ?? 'the proxy',
    reading: found.reading,
    origins: endpoint?.origins,
  };
}
