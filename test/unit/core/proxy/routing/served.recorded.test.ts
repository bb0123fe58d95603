import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { findRoute } from '../../../../../src/core/proxy/routing/findRoute';
import { forwardedRequest } from '../../../../../src/core/proxy/routing/forwardedRequest';
import { recordingsFolder } from '../../../../recordings/read';
import { given } from '../model/given';
import { listed, request, router } from './listed';

const text = z.string();
const flag = z.optional(z.boolean());

/**
 * A request to a stack of middlewares, and what the server got, or who answered
 * (test/recordings/README.md, "What Traefik's own code made of inputs").
 */
const servedSchema = z.object({
  version: text,
  method: text,
  target: text,
  host: text,
  server: text,
  tls: flag,
  keepsSemicolons: flag,
  notClean: flag,
  preservePath: flag,
  ownHost: flag,
  middlewares: z.array(z.record(text, z.record(text, z.unknown()))),
  answer: z.union([z.object({ target: text, host: text }), z.object({ status: z.int(), location: z.optional(text) })]),
});

const statusSchema = z.object({
  routers: z.array(z.object({ rule: text, priority: z.int() })),
  asked: z.array(z.tuple([text, text, text, z.int()])),
});

function linesOf<T>(name: string, schema: z.ZodMiniType<T>): readonly T[] {
  const lines = readFileSync(join(recordingsFolder(), `${name}.ndjson`), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => schema.parse(JSON.parse(line)));
}

async function answerTo(asked: z.infer<typeof servedSchema>): Promise<unknown> {
  const item = { provider: 'file', status: 'enabled' };
  const {
    version,
    method,
    target,
    host,
    server,
    tls = false,
    keepsSemicolons,
    notClean,
    preservePath,
    ownHost,
  } = asked;
  const middlewares = asked.middlewares.map((configuration, at) => ({
    ...item,
    name: `m${at}@file`,
    type: Object.keys(configuration)[0]?.toLowerCase(),
    ...configuration,
  }));
  const servers = [{ url: server, ...(preservePath === true && { preservePath }) }];
  const read = await given({
    entryPoints: [
      { name: 'web', http: { sanitizePath: notClean !== true, encodeQuerySemicolons: keepsSemicolons === true } },
    ],
    http: {
      routers: [
        {
          ...item,
          name: 'r@file',
          rule: 'PathPrefix(`/`)',
          using: ['web'],
          service: 's',
          middlewares: middlewares.map(({ name }) => name),
          ...(tls && { tls: {} }),
        },
      ],
      middlewares,
      services: [
        { ...item, name: 's@file', type: 'loadbalancer', loadBalancer: { servers, passHostHeader: ownHost !== true } },
      ],
    },
  });
  const inventory = { ...read, version: { number: version } };
  const question = { kind: 'http', entryPoint: 'web', isTls: tls, method, host, target, headers: [] } as const;
  const { outcome, considered } = findRoute(inventory, question);
  if (outcome.kind === 'refused') return { status: outcome.status };
  const [candidate = assert.fail('no router is asked')] = considered;
  const { end } = forwardedRequest([candidate], question, inventory);
  switch (end.kind) {
    case 'served':
      return { target: end.target, host: end.host ?? new URL(server).host };
    case 'answered':
      return { status: end.status, ...(end.location !== undefined && { location: end.location }) };
    case 'notCertain':
      return end.why;
  }
}

describe('served.recorded: what Traefik’s own code makes of a request', () => {
  const served = linesOf('served-path', servedSchema);
  for (const version of new Set(served.map((one) => one.version))) {
    it(`is what is said of ${version}`, async () => {
      for (const asked of served.filter((one) => one.version === version)) {
        assert.deepEqual(await answerTo(asked), asked.answer, JSON.stringify(asked));
      }
    });
  }

  it('is 404 or 405 on Traefik 2 as is said, where no router takes it', async () => {
    for (const { routers, asked } of linesOf('muxer-2-status', statusSchema)) {
      const all = routers.map(({ rule, priority }, at) => router(`r${at}`, rule, { priority }));
      const inventory = await listed({ http: { routers: all } }, '2.11.53');
      for (const [method, host, path, status] of asked) {
        const { outcome } = findRoute(inventory, request(`http://${host}${path}`, { method }));
        const said = outcome.kind === 'none' ? outcome.status : outcome.kind;
        assert.equal(said, status, JSON.stringify({ routers, method, host, path }));
      }
    }
  });
});
