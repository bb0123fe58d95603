/** What a search panel loads on first use. */

export { loadPage } from './html';
export { attachSearchPanel, searchTabTitle } from './searchPanel';
