/** @file Sets the language of the page. Imported before all modules with texts. */
import { setTranslation } from '../l10n/language';
import { parseTranslation, translationId } from '../protocol/translation';

setTranslation(parseTranslation(document.getElementById(translationId)?.textContent ?? ''));
