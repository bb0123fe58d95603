import assert from 'node:assert/strict';
import { judgeRule } from '../../../../../src/core/proxy/rules/judgeRule';
import type { RulePlace } from '../../../../../src/core/proxy/rules/rule';
import { ruleOf, seenRequest } from './asking';
import type { HttpAsk } from './vectors';

interface Marked {
  readonly failing: readonly string[];
  readonly passing: readonly string[];
}

function marked(text: string, ask: HttpAsk = 'https://a.test/api/x'): Marked {
  const { failing, passing } = judgeRule(ruleOf(text), seenRequest(ask) ?? assert.fail());
  const written = (places: readonly RulePlace[]) => places.map(({ start, end }) => text.slice(start, end));
  return { failing: written(failing), passing: written(passing) };
}

describe('judgeRule: what is marked in a rule that does not take a request', () => {
  for (const [text, failing, passing] of [
    ['Host(`b.test`)', ['Host(`b.test`)'], []],
    ['Host(`a.test`) && PathPrefix(`/web`)', ['PathPrefix(`/web`)'], ['Host(`a.test`)']],
    ['Host(`b.test`) && Path(`/`) && Method(`GET`)', ['Host(`b.test`)', 'Path(`/`)'], ['Method(`GET`)']],
    ['Host(`b.test`) || Host(`c.test`)', ['Host(`b.test`)', 'Host(`c.test`)'], []],
    ['!Host(`a.test`)', ['!Host(`a.test`)'], []],
    ['! ( Host(`a.test`) || Path(`/`) ) && Method(`GET`)', ['! ( Host(`a.test`) || Path(`/`) )'], ['Method(`GET`)']],
    ['(Host(`b.test`) || Host(`c.test`)) && Path(`/api/x`)', ['Host(`b.test`)', 'Host(`c.test`)'], ['Path(`/api/x`)']],
    ['Host(`b.test`) && Path(`/api/x`) || Host(`a.test`) && Path(`/`)', ['Host(`b.test`)', 'Path(`/`)'], []],
    ['Method(`GET`) && ((Host(`b.test`)))', ['((Host(`b.test`)))'], ['Method(`GET`)']],
    [
      'Method(`GET`) && (Host(`a.test`) && (Path(`/`) || !PathPrefix(`/api`)))',
      ['Path(`/`)', '!PathPrefix(`/api`)'],
      ['Method(`GET`)'],
    ],
  ] as const) {
    it(text, () => assert.deepEqual(marked(text), { failing, passing }));
  }

  it('is in its place behind characters of several units', () => {
    const text = '/* 🦭🦭 */ Path(`/🦭`) && Host(`b.test`)';
    assert.deepEqual(marked(text).failing, ['Path(`/🦭`)', 'Host(`b.test`)']);
  });

  it('is nothing that is not certain', () => {
    assert.deepEqual(marked('ClientIP(`10.0.0.1`) && Host(`b.test`) && Path(`/api/x`)'), {
      failing: ['Host(`b.test`)'],
      passing: ['Path(`/api/x`)'],
    });
    const text = 'ClientIP(`10.0.0.1`) && Host(`a.test`)';
    const { verdict, failing, doubt } = judgeRule(ruleOf(text), seenRequest('https://a.test/') ?? assert.fail());
    assert.deepEqual([verdict, failing], ['unknown', []]);
    assert.match(doubt ?? '', /ClientIP/);
  });
});

describe('judgeRule: what is marked in a rule that takes a request', () => {
  it('is all that is joined at its top, or the whole of it', () => {
    assert.deepEqual(marked('Host(`a.test`) && !Path(`/`)'), {
      failing: [],
      passing: ['Host(`a.test`)', '!Path(`/`)'],
    });
    assert.deepEqual(marked('Host(`a.test`) || Path(`/`)'), {
      failing: [],
      passing: ['Host(`a.test`) || Path(`/`)'],
    });
  });
});
