import { gzipSync } from 'node:zlib';
import type { Fault } from './faults';
import type { Handler, ReceivedRequest, Reply } from './reply';

/** How a reply leaves the server. */
export type Delivery =
  | { readonly how: 'whole'; readonly after?: 'close' | 'deaf' }
  | { readonly how: 'never' }
  | { readonly how: 'half'; readonly after: 'stall' | 'reset' | 'end' }
  | { readonly how: 'reset' }
  | { readonly how: 'dribble'; readonly bytes: number; readonly everyMs: number };

export interface Answer {
  readonly reply: Reply;
  readonly delivery: Delivery;
  /** Milliseconds to wait before it is sent. */
  readonly delay: number;
}

const loginPage = `<!DOCTYPE html>
<html lang="en"><head><title>Sign in</title></head>
<body><form method="post" action="/login"><h1>Sign in to continue</h1>
<label>User <input name="user"></label> <label>Password <input name="password" type="password"></label>
<button>Sign in</button></form></body></html>
`;

const html = (status: number): Reply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: loginPage,
});

function blankArray(bytes: number): Buffer {
  const body = Buffer.alloc(bytes, ' ');
  body.write('[', 0);
  body.write(']', bytes - 1);
  return body;
}

const json = { 'content-type': 'application/json' };

function withHeader(reply: Reply, name: string, value: string): Reply {
  return { ...reply, headers: { ...reply.headers, [name]: value } };
}

function withoutHeader(reply: Reply, name: string): Reply {
  const kept = Object.entries(reply.headers).filter(([key]) => key.toLowerCase() !== name.toLowerCase());
  return { ...reply, headers: Object.fromEntries(kept) };
}

function withBadByte(body: Buffer): Buffer {
  const middle = Math.floor(body.length / 2);
  return Buffer.concat([body.subarray(0, middle), Buffer.from([0xff]), body.subarray(middle)]);
}

/** What the server sends to `request`: the handler's own reply, changed by the fault where there is one. */
export async function answer(handler: Handler, request: ReceivedRequest, fault: Fault | undefined): Promise<Answer> {
  const whole = (reply: Reply): Answer => ({
    reply,
    delivery: reply.after === undefined ? { how: 'whole' } : { how: 'whole', after: reply.after },
    delay: 0,
  });
  const own = async () => whole(await handler(request));
  const changed = async (change: (reply: Reply) => Reply) => whole(change(await handler(request)));
  const delivered = async (delivery: Delivery) => ({ ...(await own()), delivery });

  switch (fault?.kind) {
    case undefined:
      return own();
    case 'delay':
      return { ...(await own()), delay: fault.ms };
    case 'hang':
      return delivered({ how: 'never' });
    case 'stall':
      return delivered({ how: 'half', after: 'stall' });
    case 'reset':
      return delivered(fault.when === 'before' ? { how: 'reset' } : { how: 'half', after: 'reset' });
    case 'truncate': {
      const { reply } = await own();
      return {
        reply: { ...reply, framing: fault.framing },
        delivery: { how: 'half', after: 'end' },
        delay: 0,
      };
    }
    case 'dribble':
      return delivered({ how: 'dribble', bytes: fault.bytes, everyMs: fault.everyMs });
    case 'closeAfter':
      return delivered({ how: 'whole', after: 'close' });
    case 'deafAfter':
      return {
        reply: { status: fault.status, headers: json, body: fault.body ?? '' },
        delivery: { how: 'whole', after: 'deaf' },
        delay: 0,
      };
    case 'answer':
      return whole({ status: fault.status, headers: fault.headers ?? {}, body: fault.body ?? '' });
    case 'html':
      return whole(html(fault.status ?? 200));
    case 'unauthorized':
      return whole({
        status: 401,
        headers: { 'content-type': 'text/plain', 'www-authenticate': fault.challenge },
        body: '401 Unauthorized\n',
      });
    case 'redirect':
      return whole({ status: fault.status ?? 302, headers: { location: fault.to }, body: '' });
    case 'gzip':
      return changed((reply) => withHeader({ ...reply, body: gzipSync(reply.body) }, 'content-encoding', 'gzip'));
    case 'bomb':
      return whole({
        status: 200,
        headers: { ...json, 'content-encoding': 'gzip' },
        body: gzipSync(blankArray(fault.bytes)),
      });
    case 'huge':
      return whole({ status: 200, headers: json, body: blankArray(fault.bytes), framing: fault.framing });
    case 'loseBody':
      return whole(await handler({ ...request, body: '' }));
    case 'loseHeader':
      return changed((reply) => withoutHeader(reply, fault.name));
    case 'contentType':
      return changed((reply) => withHeader(withoutHeader(reply, 'content-type'), 'content-type', fault.value));
    case 'empty':
      return changed((reply) => ({ ...reply, body: '', framing: 'length' }));
    case 'bom':
      return changed((reply) => ({
        ...reply,
        body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(reply.body)]),
      }));
    case 'invalidUtf8':
      return changed((reply) => ({ ...reply, body: withBadByte(Buffer.from(reply.body)) }));
  }
}
