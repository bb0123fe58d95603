import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Fault } from './fault';
import { type GoodAnswer, type Respond, say, type WireRequest } from './front';

/** Says this whatever is asked. */
const always =
  (status: number, body: string | Buffer = '', headers: Readonly<Record<string, string>> = {}): Respond =>
  (_request, socket) =>
    say(socket, { status, headers, body });

/** Makes something of what would have been answered. */
const made =
  (make: (answer: GoodAnswer, socket: Socket, request: WireRequest) => unknown): Respond =>
  async (request, socket, good) =>
    make(await good(), socket, request);

/** Never comes to an end by itself. */
const endless = (start: (socket: Socket) => unknown): Respond => {
  return (_request, socket) => {
    start(socket);
    return new Promise(() => undefined);
  };
};

/** Does something again and again as long as the connection stands. */
function every(ms: number, socket: Socket, step: () => void): void {
  const timer = setInterval(step, ms);
  socket.once('close', () => clearInterval(timer));
}

/** Writes as fast as it is read. */
function pour(socket: Socket, piece: string | Buffer): void {
  while (!socket.destroyed && socket.write(piece));
  if (!socket.destroyed) socket.once('drain', () => pour(socket, piece));
}

const chunk = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length >> 1);
const html = { 'content-type': 'text/html' };
const text = { 'content-type': 'text/plain' };

const nestedLevels = 100_000;
const deepList = '['.repeat(nestedLevels) + ']'.repeat(nestedLevels);
const deepObject = `${'{"a":'.repeat(nestedLevels)}1${'}'.repeat(nestedLevels)}`;

/** The same answer with this in its first item. */
const deepInItem = (deep: string): Respond =>
  made(({ body, ...answer }, socket) => {
    const told = body.toString();
    const inside = told.startsWith('[{')
      ? `[{"deep":${deep},${told.slice(2)}`
      : told.replace(/"_source": ?\{/, `"_source":{"deep":${deep},`);
    say(socket, { ...answer, body: inside });
  });

/** Every number as a text. */
function withTexts(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(withTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withTexts(one)]));
}

/** A blank array of this many bytes, compressed. */
const bomb = gzipSync(Buffer.concat([Buffer.from('['), Buffer.alloc(200 * 2 ** 20, ' '), Buffer.from(']')]));

/** A listing that fails alone. */
const onlyAt =
  (path: string, respond: Respond): Respond =>
  (request, socket, good) =>
    request.path.startsWith(path)
      ? respond(request, socket, good)
      : made((answer) => say(socket, answer))(request, socket, good);

const broken: Readonly<Record<string, Respond>> = {
  'reset before answer': (_request, socket) => socket.resetAndDestroy(),
  'close before answer': (_request, socket) => socket.destroy(),
  'reset mid head': (_request, socket) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Ty', () => setTimeout(() => socket.resetAndDestroy(), 20)),
  'reset mid body': made(({ body }, socket) => {
    say(socket, { status: 200, headers: { 'content-length': String(body.length) }, body: half(body) });
    setTimeout(() => socket.resetAndDestroy(), 20);
  }),
  'truncated, Content-Length': made(({ body }, socket) => {
    say(socket, { status: 200, headers: { 'content-length': String(body.length) }, body: half(body) });
    socket.end();
  }),
  'truncated, chunked': made(({ body }, socket) => {
    say(socket, { status: 200, headers: { 'transfer-encoding': 'chunked' }, body: chunk(half(body)) });
    socket.end();
  }),
  'truncated gzip': made(({ body }, socket) =>
    say(socket, { status: 200, headers: { 'content-encoding': 'gzip' }, body: gzipSync(body).subarray(0, -12) }),
  ),
  'gzip bomb': always(200, bomb, { 'content-encoding': 'gzip' }),
  'wrong Content-Encoding: gzip': made(({ body }, socket) =>
    say(socket, { status: 200, headers: { 'content-encoding': 'gzip' }, body }),
  ),
  'unknown Content-Encoding: zstd': made(({ body }, socket) =>
    say(socket, { status: 200, headers: { 'content-encoding': 'zstd' }, body }),
  ),
  'never-ending body': endless((socket) => {
    say(socket, { status: 200, headers: { 'transfer-encoding': 'chunked' }, body: chunk(Buffer.from('[')) });
    pour(socket, chunk(Buffer.alloc(65_536, ' ')));
  }),
  'never-ending headers': endless((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    pour(socket, `X-A: ${'a'.repeat(1_000)}\r\n`);
  }),
  'set-cookie 100 KB': made((answer, socket) =>
    say(socket, {
      ...answer,
      headers: { ...answer.headers, 'set-cookie': Array.from({ length: 100 }, () => `a=${'b'.repeat(1_000)}`) },
    }),
  ),
  'not HTTP (SSH)': (_request, socket) => socket.write('SSH-2.0-OpenSSH_9\r\n'),
  'HTTP/0.9 garbage': (_request, socket) => socket.end('hello'),
  'two answers for one request': made((answer, socket) => {
    say(socket, answer);
    say(socket, { status: 200, body: '[{"name":"INJECTED@x"}]' });
  }),
  'Content-Length twice': made(({ body }, socket) =>
    say(socket, { status: 200, headers: { 'content-length': [String(body.length), '3'] }, body }),
  ),
  'Content-Length and Transfer-Encoding': always(200, '', { 'content-length': '5', 'transfer-encoding': 'chunked' }),
  'status 100 only': (_request, socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'),
  '101 upgrade': (_request, socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
};

const slow: Readonly<Record<string, Respond>> = {
  'slow head: never': endless(() => undefined),
  'slow head: a byte each 100 ms': endless((socket) => {
    const head = `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(9_999)}`;
    let at = 0;
    every(100, socket, () => socket.write(head.charAt(at++)));
  }),
  'slow body: a byte each 100 ms': made(({ body }, socket) => {
    say(socket, { status: 200, headers: { 'content-length': String(body.length) } });
    let at = 0;
    every(100, socket, () => socket.write(body.subarray(at, ++at)));
    return new Promise(() => undefined);
  }),
  'slow body: stall': made(({ body }, socket) => {
    say(socket, { status: 200, headers: { 'content-length': String(body.length) }, body: body.subarray(0, 5) });
    return new Promise(() => undefined);
  }),
  '1xx for ever': endless((socket) => every(20, socket, () => socket.write('HTTP/1.1 102 Processing\r\n\r\n'))),
};

const content: Readonly<Record<string, Respond>> = {
  'invalid UTF-8': made(({ body, ...answer }, socket) => {
    const spoilt = Buffer.from(body);
    for (const word of ['enabled', 'timeout', 'Elastic']) {
      const at = spoilt.indexOf(word);
      if (at > 0) spoilt[at + 2] = 0xff;
    }
    say(socket, { ...answer, body: spoilt });
  }),
  'a byte-order mark': made(({ body, ...answer }, socket) =>
    say(socket, { ...answer, body: Buffer.concat([Buffer.from('\ufeff'), body]) }),
  ),
  'UTF-16 with a mark': made(({ body }, socket) =>
    say(socket, { status: 200, body: Buffer.from(`\ufeff${body}`, 'utf16le') }),
  ),
  'UTF-16 without a mark': made(({ body }, socket) =>
    say(socket, { status: 200, body: Buffer.from(String(body), 'utf16le') }),
  ),
  'half of the JSON': made(({ body }, socket) => say(socket, { status: 200, body: half(body) })),
  'HTML at 200': always(200, '<!doctype html><html><head><title>Sign in to Corp</title></head></html>', html),
  'empty 200': always(200),
  'a wrong shape: {}': always(200, '{}'),
  'a wrong shape: []': always(200, '[]'),
  'a wrong shape: null': always(200, 'null'),
  'a wrong shape: a string': always(200, '"x"'),
  'a wrong shape: a number': always(200, '1'),
  'numbers as texts': made(({ body, ...answer }, socket) =>
    say(socket, { ...answer, body: JSON.stringify(withTexts(JSON.parse(String(body)))) }),
  ),
  'a deep list': always(200, deepList),
  'a deep object': always(200, deepObject),
  'a deep list inside an item': deepInItem(deepList),
  'a deep object inside an item': deepInItem(deepObject),
};

const statuses: Readonly<Record<string, Respond>> = {
  '204': always(204),
  '206': made((answer, socket) => say(socket, { ...answer, status: 206 })),
  '304': always(304),
  '401 Basic': always(401, 'no', { 'www-authenticate': 'Basic realm="x"' }),
  '401 Digest': always(401, 'no', { 'www-authenticate': 'Digest realm="x", nonce="n", qop="auth", algorithm=SHA-256' }),
  '401 Digest, unknown algorithm': always(401, 'no', {
    'www-authenticate': 'Digest realm="x", nonce="n", qop="auth", algorithm=SHA-512-256',
  }),
  '401 Bearer': always(401, 'no', { 'www-authenticate': 'Bearer realm="x"' }),
  '401 bare': always(401, 'no'),
  '403': always(403, 'Forbidden', text),
  '404 JSON': always(404, '{"error":"no"}'),
  '404 plain': always(404, '404 page not found\n', text),
  '405': always(405, 'refused by a gateway', text),
  '406': always(406, 'refused by a gateway', text),
  '411': always(411, 'refused by a gateway', text),
  '413': always(413, 'refused by a gateway', text),
  '429, Retry-After 7': always(429, 'slow down', { 'retry-after': '7' }),
  '429, Retry-After 999999999': always(429, 'slow down', { 'retry-after': '999999999' }),
  '500': always(500, '<html><title>Bad gateway</title></html>', html),
  '502': always(502, '<html><title>Bad gateway</title></html>', html),
  '503': always(503, '<html><title>Bad gateway</title></html>', html),
  '503, Retry-After a date': (_request, socket) =>
    say(socket, { status: 503, headers: { 'retry-after': new Date(Date.now() + 5_000).toUTCString() } }),
  '504': always(504, '<html><title>Bad gateway</title></html>', html),
  'status 999': always(999, 'x'),
  'credentials echoed at 500': ({ headers }, socket) =>
    say(socket, { status: 500, body: JSON.stringify({ error: `${headers.authorization} ${headers['x-own']}` }) }),
};

const redirects = (foreign: string): Readonly<Record<string, Respond>> => {
  const to =
    (status: number, location: (path: string) => string): Respond =>
    ({ path }, socket) =>
      say(socket, { status, headers: { location: location(path) } });
  return {
    'redirect loop': to(302, (path) => path),
    'redirect to another origin': to(307, (path) => foreign + path),
    'redirect to another origin with userinfo': to(302, (path) => foreign.replace('//', '//u:p@') + path),
    'redirect to //host': to(302, () => `${foreign.slice('http:'.length)}/x`),
    'redirect to file:': to(302, () => 'file:///etc/passwd'),
    'redirect to javascript:': to(302, () => 'javascript:alert(1)'),
    'redirect to what is no address': to(302, () => 'http://['),
    'redirect to a login page': (request, socket) =>
      request.path.startsWith('/login')
        ? say(socket, { status: 200, headers: html, body: '<html><title>Login</title></html>' })
        : say(socket, { status: 302, headers: { location: '/login?next=/' } }),
  };
};

/** Of several listings one alone. Of a search there is nothing but the search. */
const single: Readonly<Record<string, Respond>> = {
  '503 for the routers only': onlyAt('/api/http/routers', always(503)),
  '503 for the services only': onlyAt('/api/http/services', always(503)),
  '503 for the entry points only': onlyAt('/api/entrypoints', always(503)),
  'half of the JSON of the routers only': onlyAt(
    '/api/http/routers',
    made(({ body }, socket) => say(socket, { status: 200, headers: { 'x-next-page': '1' }, body: half(body) })),
  ),
  'HTML for the routers only': onlyAt('/api/http/routers', always(200, '<!doctype html><title>Sign in</title>', html)),
  'no routers, where the overview counts some': onlyAt('/api/http/routers', always(200, '[]', { 'x-next-page': '1' })),
};

/** What servers answer that is no good answer. */
export function answerFaults(foreign: string): readonly Fault[] {
  const named = (responds: Readonly<Record<string, Respond>>, more: Partial<Fault> = {}): readonly Fault[] =>
    Object.entries(responds).map(([name, respond]) => ({ name, respond, ...more }));
  return [
    ...named(broken),
    ...named(slow, { takesTime: true }),
    ...named(content),
    ...named(statuses),
    ...named(redirects(foreign)),
    ...named(single),
  ];
}
