/** @file Sets the language of the page. Imported before everything that says something. */
import { setTranslation } from '../l10n/language';
import { parseTranslation } from '../protocol/translation';
import { translationId } from '../protocol/translationElement';

setTranslation(parseTranslation(document.getElementById(translationId)?.textContent ?? ''));
