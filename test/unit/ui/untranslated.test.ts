import assert from 'node:assert/strict';
import { pseudo } from '../../../scripts/pseudo.mjs';
import { readCorpus, untranslatedIn } from '../../ui/untranslated';

describe('untranslated: the pseudo-language', () => {
  it('keeps placeholders, icons, links and code', () => {
    assert.equal(pseudo('{0} of {name} up'), '⟦{0} ôf {name} ûp⟧');
    assert.equal(pseudo('$(edit) Use `@internal`'), '⟦$(edit) Ûšé `@internal`⟧');
    assert.equal(pseudo('Text\n[Add](command:a.b)'), '⟦Ţéxţ⟧\n[⟦Åďď⟧](command:a.b)');
  });

  it('shows what is in another', () => {
    const corpus = readCorpus(['{"rule":"Host(`shop.test`) && Path(`/a`)","name":"shop@file"}', 'edge']);
    const left = (text: string) => untranslatedIn(text, corpus, [...corpus].join('\n'));
    assert.deepEqual(left('⟦Ŕöûţéŕ shop@file⟧ · Host(`shop.test`) && Path(`/a`) · edge · 3 ms'), []);
    assert.deepEqual(left('shop@file · 2 of 3 up'), ['2 of 3 up']);
    assert.deepEqual(left('⟦Á ⟦íňñéŕ⟧ ţéxţ⟧'), []);
    assert.deepEqual(left('⟦Á séñţéñçé.⟧ ⟦Áñôţĥéŕ.⟧'), []);
    assert.deepEqual(left('⟦Ñô⟧ ⟦ŕöûţéŕ⟧'), ['put together: ⟦Ñô⟧ ⟦ŕöûţéŕ⟧']);
  });
});
