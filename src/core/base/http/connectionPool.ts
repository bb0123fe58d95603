/**
 * @file The keep-alive connections to one server. undici's `Pool` and `Agent` with our connector do not do. Canceling a
 * request does not stop connecting. They do not report which connection a request used, whether an earlier request used
 * it, or whether anything was written to it, so the client cannot know what it can safely send again. And the client
 * cannot drop a connection that the server left unusable.
 */

import type { Socket } from 'node:net';
import type { Client } from 'undici';
import { openTurns } from '../async/turns';
import { type Connector, dispatcherOver } from './connector';

export type ConnectionPool = ReturnType<typeof openConnectionPool>;

/** A keep-alive connection, lent to one request at a time. Call `release` or `drop` exactly once to give it back. */
export type PooledConnection = Awaited<ReturnType<ConnectionPool['take']>>;

interface Kept {
  readonly client: Client;
  readonly socket: Socket;
}

/** Keeps up to `most` connections to `origin`. `limits` are undici's time limits for each response. */
export function openConnectionPool(
  connector: Connector,
  origin: URL,
  most: number,
  limits: { readonly headersTimeout: number; readonly bodyTimeout: number },
) {
  const all = new Set<Kept>();
  const idle: Kept[] = [];
  const turns = openTurns(most);

  function destroy(kept: Kept): Promise<void> {
    all.delete(kept);
    // A client that was never used has no socket yet.
    kept.socket.destroy();
    return kept.client.destroy();
  }

  /** The most recently used idle connection: the least likely to have been closed by the server. */
  function standing(): Kept | undefined {
    for (let kept = idle.pop(); kept !== undefined; kept = idle.pop()) {
      if (!kept.socket.destroyed) return kept;
      void destroy(kept);
    }
    return undefined;
  }

  async function open(signal: AbortSignal): Promise<Kept> {
    const socket = await connector.open(signal);
    const kept = { socket, client: dispatcherOver(socket, origin, limits) };
    all.add(kept);
    return kept;
  }

  return {
    /**
     * Lends a connection. Waits while the maximum number is lent. Rejects with `RequestFailure`, or with the signal's
     * reason. With `fresh`, opens a new connection and closes idle ones: they are as old as the connection that turned
     * out to be dead.
     */
    async take(signal: AbortSignal, fresh: boolean) {
      await turns.take(signal);
      try {
        if (fresh) for (const kept of idle.splice(0)) void destroy(kept);
        const used = standing();
        const kept = used ?? (await open(signal));
        const before = kept.socket.bytesWritten;
        return {
          client: kept.client,
          /** Whether an earlier request used it. The server may have closed it in the meantime. */
          reused: used !== undefined,
          /** Whether anything was written to it since it was lent. */
          wasWritten: (): boolean => kept.socket.bytesWritten > before,
          /** Keeps it for the next request, if it is still open. */
          release(): void {
            if (all.has(kept)) idle.push(kept);
            turns.giveBack();
          },
          /** Destroys its socket. */
          drop(): void {
            void destroy(kept);
            turns.giveBack();
          },
        };
      } catch (error) {
        turns.giveBack();
        throw error;
      }
    },

    /** Destroys all connections, including lent ones. */
    async close(): Promise<void> {
      idle.length = 0;
      await Promise.all([...all].map(destroy));
    },
  };
}
