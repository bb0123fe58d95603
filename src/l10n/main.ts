/**
 * @file dist/l10n.js: what all bundles of the extension host share, so that the language is set once for them (see esbuild.js,
 * shared-language). The worker threads and the search page have copies of their own, and are told the language.
 */
export { config, t } from '@vscode/l10n';
export { currentLanguage, currentTranslation, isTranslated, perLanguage, setTranslation } from './language';
export { allOf, anyOf } from './lists';
export { numberText, percentText } from './numbers';
export { partsOf } from './parts';
export { plural } from './plural';
