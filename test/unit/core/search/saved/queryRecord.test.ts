import assert from 'node:assert/strict';
import {
  bodyToEdit,
  queryRecordText,
  questionOfBody,
  readQueryRecord,
} from '../../../../../src/core/search/saved/queryRecord';
import { emptyQuestion, longestBody } from '../../../../../src/protocol/question';
import { questionSchema } from '../../../../../src/protocol/questionSchema';

const now = new Date('2026-05-01T12:00:00Z');
const form = { ...emptyQuestion, index: 'logs', field: 'message', text: 'timeout', highlight: false };
const record = {
  version: 1 as const,
  endpointId: '1b671a64-40d5-491e-99b0-da01ff1f3341',
  index: 'logs',
  size: 25,
  text: '{}',
  made: 1,
  written: 2,
};

describe('queryRecord: a body to edit', () => {
  it('is the body that the form makes, laid out, with from and size', () => {
    assert.equal(
      bodyToEdit(form, now),
      '{\n  "query": {\n    "match": {\n      "message": "timeout"\n    }\n  },\n  "from": 0,\n  "size": 50\n}',
    );
  });

  it('keeps every digit of a filter', () => {
    const filters = [{ label: 'span', clause: '{"term":{"span":9007199254740993}}', isOut: false }];
    assert.match(bodyToEdit({ ...form, filters }, now), /"span": 9007199254740993\n/);
  });

  it('is made before there is an index', () => {
    assert.match(bodyToEdit({ ...form, index: '' }, now), /"timeout"/);
  });

  it('is a body by hand as it was written, right or wrong', () => {
    const body = '{"query":{ "x" : 1.0 }, // why\r\n';
    assert.equal(bodyToEdit({ ...form, body }, now), body);
  });

  it('asks what the record is for, and nothing else', () => {
    const question = questionOfBody(record, '{"a":1}');
    assert.deepEqual(questionSchema.parse(question), question);
    assert.deepEqual(question, { ...emptyQuestion, index: 'logs', size: 25, body: '{"a":1}' });
  });
});

describe('queryRecord: the record of a body', () => {
  it('is read as it was stored', () => {
    assert.deepEqual(readQueryRecord(queryRecordText(record)), record);
    const { endpointId: _, ...lost } = record;
    assert.deepEqual(readQueryRecord(queryRecordText(lost)), lost);
  });

  it('is none where anything about it is wrong', () => {
    for (const wrong of [
      'x',
      '[]',
      JSON.stringify({ ...record, version: 2 }),
      JSON.stringify({ ...record, endpointId: '../x' }),
      JSON.stringify({ ...record, size: 0 }),
      JSON.stringify({ ...record, text: 'x'.repeat(longestBody + 1) }),
    ]) {
      assert.equal(readQueryRecord(wrong), undefined);
    }
  });
});
