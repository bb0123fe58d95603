/** What counts as an ID under the pointer. */
import assert from 'node:assert/strict';
import { idAt } from '../../../../src/vscode/search/textToSearch';

const uuid = '3f2504e0-4f89-11d3-9a0c-0305e82c3301';
const ulid = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const trace = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('idAt: the ID under the pointer', () => {
  for (const id of [uuid, uuid.toUpperCase(), ulid, trace, '00f067aa0ba902b7', 'order-4711', 'INV_2026_00042']) {
    it(`is ${id}, from its first character to its last, and not beside it`, () => {
      for (const [before, after] of [
        ['', ''],
        ['id="', '" '],
        ['/orders/', '?x'],
        ['[', ']'],
        ['k_', '_k'],
      ] as const) {
        const line = `${before}${id}${after}`;
        const [start, end] = [before.length, before.length + id.length];
        for (const at of [start, start + 3, end]) assert.deepEqual(idAt(line, at), { text: id, start, end });
        if (start > 1) assert.equal(idAt(line, start - 2), undefined);
        if (after.length > 1) assert.equal(idAt(line, end + 2), undefined);
      }
    });
  }

  for (const line of [
    '',
    'timeout',
    'deadbeefdeadbeefcafe',
    'utf-8',
    'sha-256',
    '2026-11-24',
    '0123456789abcde',
    `a${trace}`,
    `${trace}${trace}`,
    `${uuid}0`,
    ulid.toLowerCase(),
    'x'.repeat(50),
    '🙂🙂🙂',
  ]) {
    it(`is none in ${line.slice(0, 60) || 'an empty line'}`, () => {
      for (let at = 0; at <= line.length; at += 1) assert.equal(idAt(line, at), undefined);
    });
  }

  it('is told from the one beside it', () => {
    const line = `${uuid} ${trace}`;
    assert.equal(idAt(line, 5)?.text, uuid);
    assert.equal(idAt(line, uuid.length + 5)?.text, trace);
  });

  it('is found in a line of any length, looking around the pointer only', () => {
    const line = `${'a1-'.repeat(1_000_000)} ${uuid} ${'f'.repeat(3_000_000)}`;
    assert.equal(idAt(line, 3_000_005)?.text, uuid);
    assert.equal(idAt(line, 1_000), undefined);
    assert.equal(idAt(line, line.length - 5), undefined);
    assert.equal(idAt(line, -1), undefined);
    assert.equal(idAt(line, line.length + 1_000_000), undefined);
  });
});
