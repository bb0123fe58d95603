/**
 * The sample servers that `npm start` browses. Prints one line of JSON when all of them listen,
 * `{"endpoints": [{"kind", "name", "url", "auth"}, …]}`, and serves until it is interrupted or its standard input ends, so
 * that it never outlives the program that started it: start it with a pipe as its standard input.
 */
import type { EndpointAuth, EndpointKind } from '../../src/core/base/endpoints/endpoint';
import { startSearchEngine } from './search/index';
import type { RunningServer } from './shared/listen';
import { startTraefik } from './traefik/index';

interface Sample {
  readonly kind: EndpointKind;
  readonly name: string;
  readonly auth: EndpointAuth;
  start(auth: EndpointAuth): Promise<RunningServer>;
}

const open: EndpointAuth = { type: 'none' };

const samples: readonly Sample[] = [
  {
    kind: 'proxy',
    name: 'Traefik 3.7',
    auth: { type: 'basic', username: 'reader', password: 'proxy-test' },
    start: (auth) => startTraefik({ version: '3.7', auth }),
  },
  { kind: 'proxy', name: 'Traefik 2.11', auth: open, start: () => startTraefik({ version: '2.11' }) },
  {
    kind: 'proxy',
    name: 'Traefik with 5,000 routers',
    auth: open,
    start: () => startTraefik({ generated: { routers: 5_000, services: 5_000, middlewares: 500 } }),
  },
  {
    kind: 'search',
    name: 'Elasticsearch 8.19',
    auth: { type: 'basic', username: 'reader', password: 'changeme-test' },
    start: (auth) => startSearchEngine({ engine: 'elasticsearch-8.19.0', auth }),
  },
  {
    kind: 'search',
    name: 'OpenSearch 3.0',
    auth: open,
    start: () => startSearchEngine({ engine: 'opensearch-3.0.0' }),
  },
];

async function main() {
  const running = await Promise.all(
    samples.map(async ({ kind, name, auth, start }) => ({ kind, name, auth, server: await start(auth) })),
  );
  const endpoints = running.map(({ server, ...endpoint }) => ({ ...endpoint, url: server.url }));
  process.stdout.write(`${JSON.stringify({ endpoints })}\n`);

  const stop = () => {
    process.stdin.destroy();
    for (const { server } of running) void server.close();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  process.stdin.once('end', stop);
  process.stdin.once('error', stop);
  process.stdin.resume();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
