/**
 * @file A Traefik that lists very much, in a process of its own: `largeTraefik.main.js 20000` lists 20,000 routers and
 * 20,000 services in pages of 10,000, `largeTraefik.main.js megabytes` routers of 60 MB in one page. Prints
 * `{"url"}` when it listens, and serves until its standard input ends.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [lists = ''] = process.argv.slice(2);
const count = Number(lists);
const pageSize = 10_000;

const router = (index: number): string =>
  JSON.stringify({
    entryPoints: ['web'],
    service: `service-${index}`,
    rule: `Host(\`host-${index}.example.com\`) && PathPrefix(\`/api/${index % 97}\`)`,
    priority: (index % 50) + 1,
    status: index % 1_000 === 0 ? 'disabled' : 'enabled',
    using: ['web'],
    name: `router-${(index * 7_919) % count}@file`,
    provider: 'file',
  });

const service = (index: number): string =>
  JSON.stringify({
    loadBalancer: { servers: [{ url: `http://10.0.${index % 250}.1:8080` }], passHostHeader: true },
    status: 'enabled',
    usedBy: [`router-${index}@file`],
    serverStatus: { [`http://10.0.${index % 250}.1:8080`]: 'UP' },
    name: `service-${index}@file`,
    provider: 'file',
    type: 'loadbalancer',
  });

function pages(entry: (index: number) => string): readonly Buffer[] {
  return Array.from({ length: count / pageSize }, (_, page) =>
    Buffer.from(`[${Array.from({ length: pageSize }, (_, at) => entry(page * pageSize + at)).join(',')}]`),
  );
}

function megabytes(): readonly Buffer[] {
  const entries: string[] = [];
  for (let size = 0, index = 0; size < 60_000_000; index++) {
    const entry = `{"name":"r${index}@f","status":"enabled","rule":"Host(\`${index}.${'x'.repeat(200)}\`)"}`;
    entries.push(entry);
    size += entry.length + 1;
  }
  return [Buffer.from(`[${entries.join(',')}]`)];
}

const listings: ReadonlyMap<string, readonly Buffer[]> = new Map(
  lists === 'megabytes'
    ? [['/api/http/routers', megabytes()]]
    : [
        ['/api/http/routers', pages(router)],
        ['/api/http/services', pages(service)],
        ['/api/entrypoints', [Buffer.from('[{"name":"web","address":":80","asDefault":true}]')]],
      ],
);

const server = createServer(({ url = '' }, response) => {
  const { pathname, searchParams } = new URL(url, 'http://x');
  if (pathname === '/api/version') return response.end('{"Version":"3.7.9"}');
  const page = Number(searchParams.get('page'));
  const all = listings.get(pathname) ?? [];
  response.writeHead(200, {
    'content-type': 'application/json',
    'x-next-page': String(page < all.length ? page + 1 : 1),
  });
  return response.end(all[page - 1] ?? '[]');
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`);
});
process.stdin.on('end', () => process.exit()).resume();
