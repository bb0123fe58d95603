import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { itemSource } from '../../../../../src/core/proxy/api/items';
import type { Inventory } from '../../../../../src/core/proxy/model/inventory';
import type { Router } from '../../../../../src/core/proxy/model/model';
import { findRoute } from '../../../../../src/core/proxy/routing/findRoute';
import type { RouteQuestion } from '../../../../../src/core/proxy/routing/routeAnswer';
import { readRule } from '../../../../../src/core/proxy/rules/readRule';
import { recordingsFolder } from '../../../../recordings/read';

/** Index of the router that took it; -1 for none, -2 where it was refused before routing. */
const winner = z.int();
const text = z.string();
const common = {
  routers: z.array(
    z.object({ rule: text, ruleSyntax: z.optional(z.literal('v2')), priority: z.int(), error: z.optional(text) }),
  ),
};
/**
 * Random rules, and random requests to them, with what Traefik's own packages said
 * (test/recordings/README.md, "What Traefik's own code made of inputs").
 */
const setSchema = z.discriminatedUnion('protocol', [
  z.object({
    ...common,
    protocol: z.literal('http'),
    asked: z.array(z.tuple([text, text, text, z.array(z.tuple([text, text])), text, winner])),
  }),
  z.object({
    ...common,
    protocol: z.literal('tcp'),
    asked: z.array(z.tuple([text, z.array(text), text, winner])),
  }),
]);
type RuleSet = z.infer<typeof setSchema>;

function setsOf(name: string): readonly RuleSet[] {
  const lines = readFileSync(join(recordingsFolder(), `${name}.ndjson`), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => setSchema.parse(JSON.parse(line)));
}

function inventoryOf({ protocol, routers }: RuleSet, version: string): Inventory {
  const missing = { state: 'missing' } as const;
  const none = { routers: missing, services: missing, middlewares: missing };
  const items = new Map<string, Router>();
  for (const [index, { error, ...router }] of routers.entries()) {
    const status = error === undefined ? 'enabled' : 'disabled';
    const raw = { ...router, name: `r${index}@file`, using: ['e'], status, ...(protocol === 'tcp' && { tls: {} }) };
    const item = itemSource(protocol, 'routers').read(raw, JSON.stringify(raw));
    if (item !== undefined) items.set(raw.name, item);
  }
  return {
    groups: {
      http: none,
      tcp: none,
      udp: none,
      [protocol]: { ...none, routers: { state: 'read', items, unnamed: 0 } },
    },
    entryPoints: missing,
    certificates: missing,
    version: { number: version },
    readAt: 0,
  };
}

function questionsOf(set: RuleSet): readonly (readonly [RouteQuestion, number])[] {
  if (set.protocol === 'tcp') {
    return set.asked.map(([serverName, alpn, clientIp, won]) => [
      { kind: 'tcp', entryPoint: 'e', isTls: true, serverName, alpn, clientIp },
      won,
    ]);
  }
  return set.asked.map(([method, host, target, headers, clientIp, won]) => [
    { kind: 'http', entryPoint: 'e', isTls: false, method, host, target, headers, clientIp },
    won,
  ]);
}

function winnerOf(inventory: Inventory, question: RouteQuestion): number | string {
  const { outcome } = findRoute(inventory, question);
  if (outcome.kind === 'winner') return Number(outcome.way[0]?.router.name.slice(1, -'@file'.length));
  if (outcome.kind === 'none') return -1;
  return outcome.kind === 'refused' ? -2 : outcome.kind;
}

/** What Traefik finds only while it builds a matcher: here it shows when the matcher is asked. */
const later =
  /compil|regexp|CIDR|IP [Cc]hecker|unbalanced|missing name or pattern|duplicated|valid hostname|protocol value|not a valid pattern/;

for (const [name, version, syntax] of [
  ['muxer-2', '2.11.53', 'v2'],
  ['muxer-3', '3.7.9', 'v3'],
] as const) {
  describe(`muxers: what Traefik ${version.slice(0, 1)} does with random rules`, () => {
    const sets = setsOf(name);

    it('is what is said here, for every request', () => {
      let asked = 0;
      for (const set of sets) {
        const inventory = inventoryOf(set, version);
        for (const [question, won] of questionsOf(set)) {
          assert.equal(winnerOf(inventory, question), won, JSON.stringify([set.routers, question]));
          asked += 1;
        }
      }
      assert.equal(asked, 4_800);
    });

    it('is to take the same texts for rules', () => {
      let refused = 0;
      for (const { protocol, routers } of sets) {
        for (const { rule, ruleSyntax, error } of routers) {
          if (error !== undefined && later.test(error)) continue;
          const read = readRule(rule, { protocol, syntax: ruleSyntax ?? syntax });
          assert.equal(read.kind, error === undefined ? 'rule' : 'fault', `${JSON.stringify(rule)}: ${error}`);
          if (error !== undefined) refused += 1;
        }
      }
      assert.ok(refused > 50, `${refused}`);
    });
  });
}
