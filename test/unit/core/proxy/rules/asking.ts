import assert from 'node:assert/strict';
import type { Inventory } from '../../../../../src/core/proxy/model/inventory';
import { normalizeConnection, normalizeRequest } from '../../../../../src/core/proxy/routing/normalizeRequest';
import { decideRule } from '../../../../../src/core/proxy/rules/judgeRule';
import type { NormalizedInput } from '../../../../../src/core/proxy/rules/normalizedRequest';
import { readRule } from '../../../../../src/core/proxy/rules/readRule';
import type { Rule, RuleProtocol, RuleSyntax } from '../../../../../src/core/proxy/rules/rule';
import { serverTraitsOf } from '../../../../../src/core/proxy/rules/serverTraits';
import type { HttpAsk, TcpAsk } from './vectors';

export const newest = serverTraitsOf(proxy('3.7.9'));
export const two = serverTraitsOf(proxy('2.11.53'));

function proxy(number: string): Inventory {
  const missing = { state: 'missing' } as const;
  const none = { routers: missing, services: missing, middlewares: missing };
  const groups = { http: none, tcp: none, udp: none };
  return { groups, entryPoints: missing, certificates: missing, version: { number }, readAt: 0 };
}

/** The rule that a text is; fails where it is none. */
export function ruleOf(text: string, protocol: RuleProtocol = 'http', syntax: RuleSyntax = 'v3'): Rule {
  const rule = readRule(text, { protocol, syntax });
  return rule.kind === 'rule' ? rule : assert.fail(`${text}: ${rule.message}`);
}

/**
 * What rules see of a request; undefined where Traefik refuses it. Nothing is unsure of headers: the tests of Traefik's muxer have no handler before
 * it that sets or removes some.
 */
export function seenRequest(ask: HttpAsk, server = newest): NormalizedInput | undefined {
  const given = typeof ask === 'string' ? { url: ask } : ask;
  const [, scheme = 'http', host = 'example.com', target = ''] =
    /^(\w+):\/\/([^/?]*)(.*)$/.exec(given.url ?? 'https://example.com') ?? [];
  const seen = normalizeRequest(
    {
      kind: 'http',
      entryPoint: 'web',
      isTls: scheme === 'https',
      method: given.method ?? 'GET',
      host: given.host ?? host,
      target: given.target ?? (target.startsWith('/') ? target : `/${target}`),
      headers: given.headers ?? [],
      clientIp: given.client,
    },
    server,
    undefined,
  );
  return 'refused' in seen ? undefined : { ...seen, unsureHeaders: new Set() };
}

export function seenConnection({ name, alpn = [], client }: TcpAsk, server = newest): NormalizedInput {
  const question = { kind: 'tcp', entryPoint: 'tcp', isTls: true, serverName: name, alpn, clientIp: client } as const;
  return normalizeConnection(question, server);
}

/** Whether a rule takes what is seen, in words where that is not certain. */
export function answerOf(rule: Rule, seen: NormalizedInput | undefined): boolean | string {
  const result = seen !== undefined && decideRule(rule, seen);
  return typeof result === 'boolean' ? result : result.doubt;
}
