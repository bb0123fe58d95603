/** @file Sets the language of the page. Imported before everything that says something. */
import { setTranslation } from '../l10n/language';
import { parseTranslation } from '../protocol/translation';
import { TRANSLATION_ID } from '../protocol/translationElement';

setTranslation(parseTranslation(document.getElementById(TRANSLATION_ID)?.textContent ?? ''));
