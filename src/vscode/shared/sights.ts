import * as vscode from 'vscode';
import type { Scenery } from '../../core/proxy/documents/details';
import type { Subject, SubjectRef } from '../../core/proxy/model/subject';
import type { Connections } from './connections';
import { loadCore } from './core';

/** A subject as it was last seen, and what it stands among. */
export interface Sight extends Scenery {
  readonly subject: Subject;
}

/** What the open documents show. */
export interface Sights extends vscode.Disposable {
  /**
   * What is known of a document's subject: from what was last read, so that a refresh under way keeps nobody waiting.
   * Where the proxy lists it no more, or the endpoint is gone, what this document showed before. Undefined where there is
   * nothing to show.
   *
   * @throws RequestFailure where nothing could ever be read
   */
  look(uri: vscode.Uri, ref: SubjectRef): Promise<Sight | undefined>;
}

/** Where endpoints and what they list are had from. */
type Source = Pick<Connections, 'inventory' | 'store'>;

/** Keeps what documents show until they close. */
export function openSights(connections: Source): Sights {
  const seen = new Map<string, Sight>();
  const subscription = vscode.workspace.onDidCloseTextDocument(({ uri }) => seen.delete(uri.toString()));

  return {
    async look(uri, ref) {
      const { isRequestFailure } = await loadCore();
      const key = uri.toString();
      const before = seen.get(key);
      try {
        const sight = await see(connections, ref);
        if (sight === undefined) return before && { ...before, reading: { is: 'gone' } };
        seen.set(key, sight);
        return sight;
      } catch (error) {
        if (before === undefined || !isRequestFailure(error)) throw error;
        return { ...before, reading: { is: 'stale', failure: error.failure } };
      }
    },
    dispose: () => subscription.dispose(),
  };
}

/**
 * A subject in what was last read of its endpoint; undefined where that certainly does not list it.
 *
 * @throws RequestFailure where nothing could be read, or not all of the listing that it would be in
 */
export async function see(connections: Source, ref: SubjectRef): Promise<Sight | undefined> {
  const { findSubject, RequestFailure } = await loadCore();
  const shared = await connections.inventory(ref.endpointId);
  const inventory = shared.latest ?? (await shared.read());
  const found = findSubject(inventory, ref, shared.failure?.failure);
  if (found.is === 'unread') throw new RequestFailure(found.failure);
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
