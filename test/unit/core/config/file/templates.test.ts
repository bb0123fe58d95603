import assert from 'node:assert/strict';
import { maskTemplates } from '../../../../../src/core/config/file/templates';
import { unknownPart } from '../../../../../src/core/config/source/placedText';

const masked = (text: string) => {
  const { file, faults } = maskTemplates({ path: 'a.yml', text });
  assert.equal(file.text.length, text.length);
  return { text: file.text.replaceAll(unknownPart, '_'), faults: faults.length };
};

describe('templates in a file', () => {
  it('are masked where they write something', () => {
    assert.deepEqual(masked('a: {{ env "A" }}b'), { text: 'a: _____________b', faults: 0 });
    assert.deepEqual(masked('a: {{ env `}}` }}b'), { text: 'a: ______________b', faults: 0 });
  });

  it('may be comments, which end at the first sign for it', () => {
    assert.deepEqual(masked('{{/* nothing\n * here */}}\na: b').text, '            \n            \na: b');
    assert.equal(masked('{{- /* b }} */ -}} {{/* c */}}').faults, 0);
    assert.equal(masked('{{/* a */ b */}}').faults, 1);
    assert.equal(masked('{{/* a }} {{/* b }} c */ d').faults > 0, true);
  });

  it('may have quotes that begin no string', () => {
    assert.equal(masked('{{ "a\\" }}\n').faults, 1);
    assert.equal(masked('{{ env `A` }} {{ \'\\\' " }}\n{{ env "A" }}').faults, 1);
  });

  // In time that grew with the square of their length, they would outlast the test.
  it('are read where very many of them are broken', () => {
    for (const unit of ['{{/*}}', '{{/* */x}}', '{{ "\\"']) {
      const text = unit.repeat(400_000 / unit.length);
      assert.equal(masked(text).text.length, text.length);
    }
  });
});
