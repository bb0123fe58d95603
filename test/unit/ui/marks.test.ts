import assert from 'node:assert/strict';
import { assertNoTraces, markSecret, type Place, tracesIn } from '../../ui/marks';

describe('marks: the search for traces of secrets', () => {
  const mark = 'mårk-"of a\\secret/4711';
  markSecret(mark);
  markSecret('short');
  const looked: readonly Place[] = [
    { where: '/tmp/one.log', content: 'nothing' },
    { where: 'the storage of a window', content: '{}' },
  ];
  const found = (content: string | Buffer): readonly string[] => tracesIn([{ where: 'here', content }]);

  for (const [how, content] of [
    ['as it is', `before ${mark} after`],
    ['in JSON', JSON.stringify({ a: mark })],
    ['in an address', `http://a.test/?b=${encodeURIComponent(mark)}`],
    ['in Basic credentials', Buffer.from(`u:${mark}`).toString('base64')],
    ['in base64, elsewhere', Buffer.from(`user:${mark}.`).toString('base64')],
    ['in base64, at its beginning', Buffer.from(mark).toString('base64')],
    ['in two bytes a character', Buffer.from(`x${mark}y`, 'utf16le')],
    ['in bytes that are no text', Buffer.concat([Buffer.from([0xff, 0x00]), Buffer.from(mark)])],
  ] as const) {
    it(`finds one ${how}`, () => assert.deepEqual(found(content), [`${mark} in here`]));
  }

  it('finds none where there is none, nor one that is in any file', () => {
    assert.deepEqual(found(`${mark.slice(0, -1)} and short`), []);
  });

  it('fails where there is one, and where nothing was looked at', () => {
    assert.doesNotThrow(() => assertNoTraces(looked));
    assert.throws(() => assertNoTraces([...looked, { where: 'a title', content: mark }]), /in a title/);
    for (const one of looked) assert.throws(() => assertNoTraces([one]), /neither logs nor storage were looked at/);
  });
});
