import assert from 'node:assert/strict';
import { setTranslation } from '../../../src/l10n/language';
import { type PluralForms, plural } from '../../../src/l10n/plural';

const down: PluralForms = { one: '{0} router is down', other: '{0} routers are down' };

describe('plural: a sentence that depends on a number', () => {
  afterEach(() => setTranslation(undefined));

  it('is English without a translation', () => {
    assert.equal(plural(1, down), '1 router is down');
    assert.equal(plural(1_234, down), '1,234 routers are down');
    assert.equal(plural(0, down), '0 routers are down');
    assert.equal(plural(2n, { one: '{0} hit of {1}', other: '{0} hits of {1}' }, 'logs'), '2 hits of logs');
  });

  it('is of the category that the language has for the number', () => {
    const contents = {
      '{0} router is down/plural: one': '{0} маршрутизатор недоступен',
      '{0} routers are down/plural: few': '{0} маршрутизатора недоступны',
      '{0} routers are down/plural: many': '{0} маршрутизаторов недоступны',
      '{0} routers are down/plural: other': '{0} маршрутизатора недоступны',
    };
    setTranslation({ language: 'ru', contents });
    assert.equal(plural(1, down), '1 маршрутизатор недоступен');
    assert.equal(plural(3, down), '3 маршрутизатора недоступны');
    assert.equal(plural(11, down), '11 маршрутизаторов недоступны');
    assert.equal(plural(21, down), '21 маршрутизатор недоступен');
  });

  it('is what the translation has for any other number, where a category was left out', () => {
    setTranslation({
      language: 'fr',
      contents: { '{0} routers are down/plural: other': '{0} routeurs sont en panne' },
    });
    assert.equal(plural(1_000_000, down).replace(/\s/g, ' '), '1 000 000 routeurs sont en panne');
  });

  it('is English by the rules of English, where it is not translated', () => {
    setTranslation({ language: 'ja', contents: {} });
    assert.equal(plural(1, down), '1 router is down');
    assert.equal(plural(2, down), '2 routers are down');
  });

  it('takes values as they are', () => {
    const forms = { one: '{0} hit of {1} at {2}', other: '{0} hits of {1} at {2}' };
    assert.equal(plural(2, forms, '{2} $& {0}', 'here'), '2 hits of {2} $& {0} at here');
  });
});
