/** The modules that a search panel loads on first use. */

export { loadPage } from './pageHtml';
export { attachSearchPanel, searchTabTitle } from './searchPanel';
