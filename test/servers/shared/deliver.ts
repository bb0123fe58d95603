import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './answer';

/** What ends a connection abruptly. */
export interface Wire {
  /** A TCP reset where the socket is a plain one. */
  reset(): void;
  /** An orderly end. */
  end(): void;
  /** No request of this connection is answered any more. */
  deafen(): void;
}

/**
 * Sends an answer the way its delivery says. Resolves when there is nothing left to send, also where the client has gone.
 *
 * @param signal ends waiting (a delay, a dribble) when the connection or the server closes
 */
export async function deliver(
  response: ServerResponse,
  { reply, delivery, delay }: Answer,
  wire: Wire,
  signal: AbortSignal,
): Promise<void> {
  if (delivery.how === 'never') return;
  if (delivery.how === 'reset') return wire.reset();
  if (delay > 0) await sleep(delay, undefined, { signal });

  const body = Buffer.from(reply.body);
  response.statusCode = reply.status;
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
  const framing = reply.framing ?? 'length';
  if (framing === 'length' && reply.status !== 304) response.setHeader('content-length', body.length);

  switch (delivery.how) {
    case 'whole':
      if (delivery.after === 'close') response.once('finish', () => wire.end());
      if (delivery.after === 'deaf') wire.deafen();
      if (framing === 'chunked') response.write(body);
      response.end(framing === 'chunked' ? undefined : body);
      return;
    case 'half':
      response.flushHeaders();
      await new Promise<void>((resolve) => {
        response.write(body.subarray(0, Math.ceil(body.length / 2)), () => resolve());
      });
      if (delivery.after === 'reset') wire.reset();
      if (delivery.after === 'end') wire.end();
      return;
    case 'dribble':
      for (let sent = 0; sent < body.length; sent += delivery.bytes) {
        response.write(body.subarray(sent, sent + delivery.bytes));
        await sleep(delivery.everyMs, undefined, { signal });
      }
      response.end();
      return;
  }
}
