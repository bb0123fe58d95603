import assert from 'node:assert/strict';
import type { FieldInfo } from '../../../../../src/core/search/engine/fieldList';
import {
  surroundingQuestionJob,
  traceQuestionJob,
} from '../../../../../src/core/search/surroundings/surroundingQuestion';
import { emptyQuestion } from '../../../../../src/protocol/question';

type AnchoredHit = Parameters<typeof surroundingQuestionJob.run>[0];

const field = (name: string, type = 'keyword'): FieldInfo => ({
  name,
  types: [type],
  isSearchable: true,
  isAggregatable: true,
});
const names = ['host.name', 'service.name', 'RouterName', 'trace.id', 'level'];
const source = {
  '@timestamp': '2026-11-01T00:00:00.000Z',
  host: { name: 'h1' },
  service: { name: 'shop' },
  RouterName: '',
  trace: { id: 'abc' },
};
const level = { label: 'level: error', clause: '{"term":{"level":"error"}}', isOut: false };

const anchored = (document: object, to: Partial<AnchoredHit> = {}): AnchoredHit => {
  const json = JSON.stringify({ _index: 'logs-1', _id: 'x', _source: document });
  return {
    hit: { index: 'logs-1', id: 'x', score: undefined, json },
    question: { ...emptyQuestion, index: 'logs-*', text: 'timeout', field: 'message', filters: [level] },
    fields: [field('@timestamp', 'date'), ...names.map((name) => field(name))],
    time: '@timestamp',
    ...to,
  };
};

function asked(given: AnchoredHit, of = surroundingQuestionJob.run) {
  const question = of(given);
  assert.ok(typeof question !== 'string', String(question));
  return question;
}

describe('surroundingQuestion: the question for what surrounds a hit', () => {
  it('has its host and service as filters, and its trace and those of the search switched off', () => {
    const { filters, around, text, index, sort } = asked(anchored(source));
    assert.deepEqual(
      filters.map(({ label, isOff }) => [label, isOff === true]),
      [
        ['host.name: h1', false],
        ['service.name: shop', false],
        ['trace.id: abc', true],
        ['level: error', true],
      ],
    );
    assert.deepEqual([index, text, sort], ['logs-*', '', []]);
    assert.deepEqual(around, { field: '@timestamp', index: 'logs-1', id: 'x', at: Date.parse('2026-11-01') });
  });

  it('applies a filter of the search that is also one of the hit', () => {
    const host = { label: 'host.name: h1', clause: '{"term":{"host.name":"h1"}}', isOut: false };
    const question = { ...emptyQuestion, index: 'logs', filters: [host] };
    const { filters } = asked(anchored({ ...source, service: {}, trace: {} }, { question }));
    assert.deepEqual(filters, [host]);
  });

  it('takes the router from the field that is known to have it', () => {
    const { filters } = asked(
      anchored({ ...source, router: { n: 'api@file' } }, { routerField: 'router.n', fields: [] }),
    );
    assert.ok(filters.some(({ label, isOff }) => label === 'router.n: api@file' && isOff !== true));
  });

  it('cannot be asked without a date or an ID', () => {
    assert.match(String(surroundingQuestionJob.run(anchored({}))), /no date/);
    assert.match(String(surroundingQuestionJob.run(anchored(source, { time: undefined }))), /no date/);
    const { hit } = anchored(source);
    assert.match(String(surroundingQuestionJob.run(anchored(source, { hit: { ...hit, id: undefined } }))), /no ID/);
  });
});

describe('surroundingQuestion: the question for a trace', () => {
  it('finds all of its hits, from the first to the last', () => {
    const { filters, sort, around } = asked(anchored(source), traceQuestionJob.run);
    assert.deepEqual(filters, [{ label: 'trace.id: abc', clause: '{"term":{"trace.id":"abc"}}', isOut: false }]);
    assert.deepEqual([sort, around], [[{ field: '@timestamp', order: 'asc' }], undefined]);
  });

  it('cannot be asked where the hit names none', () => {
    assert.match(String(traceQuestionJob.run(anchored({ ...source, trace: { id: null } }))), /no trace ID/);
  });
});
