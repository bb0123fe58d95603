/** @file Sets the language of the page. Imported before all modules with texts. */
import { setTranslation } from '../l10n/language';
import { parseTranslation } from '../protocol/translation';
import { translationId } from '../protocol/translationElement';

setTranslation(parseTranslation(document.getElementById(translationId)?.textContent ?? ''));
