import assert from 'node:assert/strict';
import * as l10n from '@vscode/l10n';
import { currentLanguage, currentTranslation, setTranslation } from '../../../src/l10n/language';
import { allOf, anyOf, partsOf } from '../../../src/l10n/lists';
import { numberText } from '../../../src/l10n/numbers';

describe('language: the language', () => {
  afterEach(() => setTranslation(undefined));

  it('is English until another is set, and then again', () => {
    const said = () => [l10n.t('Refresh {0}', 'edge'), numberText(1_234.5), currentLanguage()];
    assert.deepEqual(said(), ['Refresh edge', '1,234.5', 'en-US']);
    setTranslation({ language: 'de', contents: { 'Refresh {0}': '{0} aktualisieren' } });
    assert.deepEqual(said(), ['edge aktualisieren', '1.234,5', 'de']);
    assert.equal(currentTranslation()?.language, 'de');
    setTranslation(undefined);
    assert.deepEqual(said(), ['Refresh edge', '1,234.5', 'en-US']);
  });

  it('is that of lists', () => {
    assert.equal(allOf(['a', 'b', 'c']), 'a, b, and c');
    assert.equal(anyOf(['a', 'b']), 'a or b');
    setTranslation({ language: 'de', contents: {} });
    assert.equal(allOf(['a', 'b', 'c']), 'a, b und c');
  });
});

describe('language: the parts of a sentence', () => {
  it('are texts and values in the order of the language', () => {
    const [host, path] = [{ host: 'a' }, { path: 'b' }];
    assert.deepEqual(partsOf('{0} matches, {1} does not', [host, path]), [host, ' matches, ', path, ' does not']);
    assert.deepEqual(partsOf('Nicht {1}, aber {0}', [host, path]), ['Nicht ', path, ', aber ', host]);
    assert.deepEqual(partsOf('Nothing', []), ['Nothing']);
  });
});
