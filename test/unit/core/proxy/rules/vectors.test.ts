import assert from 'node:assert/strict';
import type { NormalizedInput } from '../../../../../src/core/proxy/rules/normalizedRequest';
import { readRule } from '../../../../../src/core/proxy/rules/readRule';
import type { RuleProtocol, RuleSyntax } from '../../../../../src/core/proxy/rules/rule';
import { unmatchableValue } from '../../../../../src/core/proxy/rules/unmatchable';
import { answerOf, newest, ruleOf, seenConnection, seenRequest, two } from './asking';
import type { HttpAsk, TcpAsk, Vectors } from './vectors';
import { httpVectors } from './vectorsHttp';
import { httpVectorsV2 } from './vectorsHttpV2';
import { tcpVectors, tcpVectorsV2 } from './vectorsTcp';

interface Dialect<Ask> {
  readonly protocol: RuleProtocol;
  readonly syntax: RuleSyntax;
  see(ask: Ask): NormalizedInput | undefined;
  /** That a regular expression of a test can be asked about. */
  readonly anything: Ask;
}

function hold<Ask>(tables: readonly Vectors<Ask>[], { protocol, syntax, see, anything }: Dialect<Ask>): void {
  for (const { source, refused = [], badPatterns = [], rules = [] } of tables) {
    it(source, () => {
      for (const text of refused) assert.equal(readRule(text, { protocol, syntax }).kind, 'fault', text);
      for (const text of badPatterns) {
        assert.match(
          String(answerOf(ruleOf(text, protocol, syntax), see(anything))),
          /regular expression cannot be read/,
          text,
        );
      }
      for (const { rule: text, takes = [], leaves = [] } of rules) {
        const rule = ruleOf(text, protocol, syntax);
        const hear = (ask: Ask) => answerOf(rule, see(ask));
        const { root } = rule;
        const never = root.kind === 'matcher' ? unmatchableValue(root, syntax) : undefined;
        assert.ok(takes.length === 0 || never === undefined, `${text} can match`);
        for (const ask of takes) assert.equal(hear(ask), true, `${text} takes ${JSON.stringify(ask)}`);
        for (const ask of leaves) assert.equal(hear(ask), false, `${text} leaves ${JSON.stringify(ask)}`);
      }
    });
  }
}

const request: HttpAsk = { url: 'https://example.com/?q=traefik', headers: [['X-Forwarded-Host', 'example.com']] };
const connection: TcpAsk = { name: 'bar.com' };

describe("vectors: rules of Traefik's own tests", () => {
  for (const [version, server] of [
    ['3', newest],
    ['2', two],
  ] as const) {
    const http = { protocol: 'http', see: (ask: HttpAsk) => seenRequest(ask, server), anything: request } as const;
    const tcp = { protocol: 'tcp', see: (ask: TcpAsk) => seenConnection(ask, server), anything: connection } as const;
    describe(`requests to rules of v2 on Traefik ${version}`, () => hold(httpVectorsV2, { ...http, syntax: 'v2' }));
    describe(`connections to rules of v2 on Traefik ${version}`, () => hold(tcpVectorsV2, { ...tcp, syntax: 'v2' }));
    if (version === '2') continue;
    describe('requests to rules of v3', () => hold(httpVectors, { ...http, syntax: 'v3' }));
    describe('connections to rules of v3', () => hold(tcpVectors, { ...tcp, syntax: 'v3' }));
  }
});
