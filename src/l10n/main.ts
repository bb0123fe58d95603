/**
 * @file dist/l10n.js: shared by all bundles of the extension host, so that the language is set once for them (see
 * esbuild.js, shared-language). The worker threads and the search page have their own copies, and receive the language.
 */
export { config, t } from '@vscode/l10n';
export { currentLanguage, currentTranslation, isTranslated, perLanguage, setTranslation } from './language';
export { allOf, anyOf } from './lists';
export { numberText, percentText } from './numbers';
export { partsOf } from './parts';
export { plural } from './plural';
