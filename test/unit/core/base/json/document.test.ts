import assert from 'node:assert/strict';
import { jsonDocument, wholeJsonDocument } from '../../../../../src/core/base/json/document';
import { indentJson } from '../../../../../src/core/base/json/indent';

const mebibyte = 2 ** 20;
const listOf = (many: number): string => `{"list":[${Array.from({ length: many }, (_, at) => `"é ${at}"`).join()}]}`;

describe('document: JSON for an editor', () => {
  it('is the whole of a short one, with every digit', async () => {
    const json = '{"a":9007199254740993,"b":[1.10]}';
    assert.deepEqual(await jsonDocument(json), {
      text: `${indentJson(json)}\n`,
      isWhole: true,
      size: Buffer.byteLength(indentJson(json)),
    });
  });

  it('is the head of a long one, whole lines of it, which it says first', async () => {
    const json = listOf(700_000);
    const { text, isWhole, size } = await jsonDocument(json);
    const whole = indentJson(json);
    assert.equal(isWhole, false);
    assert.equal(size, Buffer.byteLength(whole));
    const [sentence, blank, ...lines] = text.trimEnd().split('\n');
    assert.equal(sentence, 'Showing the first 5 MiB of 12 MiB. Choose Open Full Document… to see the rest.');
    assert.equal(blank, '');
    const head = lines.join('\n');
    assert.ok(whole.startsWith(`${head}\n`));
    assert.ok(Buffer.byteLength(head) > 4.9 * mebibyte && Buffer.byteLength(head) <= 5 * mebibyte);
    assert.equal(Buffer.from(await wholeJsonDocument(json)).toString(), whole);
  });

  it('is never said to be the first 5 MiB of 5 MiB, and cuts no character where there are no lines', async () => {
    const json = `"${'é'.repeat(2.6 * mebibyte)}"`;
    const { text } = await jsonDocument(json);
    assert.match(text, /^Showing the first 5 MiB of 6 MiB\. /);
    assert.doesNotMatch(text, /\ufffd/);
  });

  it('is small for twenty megabytes of brackets', async () => {
    const { text, size } = await jsonDocument(`${'['.repeat(10_000_000)}${']'.repeat(10_000_000)}`);
    assert.ok(text.length < 6 * mebibyte);
    assert.ok(size <= 80_000_000);
  });
});
