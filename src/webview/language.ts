/** @file Sets the language of the page. Imported before everything that says something. */
import { setTranslation } from '../l10n/language';
import { parseTranslation, TRANSLATION_ID } from '../protocol/translation';

setTranslation(parseTranslation(document.getElementById(TRANSLATION_ID)?.textContent ?? ''));
