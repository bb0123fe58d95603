/** What the vscode layer takes from the core: dist/core.js, loaded on first use (see `vscode/core.ts`). */

export { parseFromPage, parseSavedState } from '../protocol/search';
export * from './endpoint';
export * from './endpoints/exchange';
export * from './endpoints/exposure';
export * from './endpoints/host';
export * from './endpoints/probe';
export * from './endpoints/record';
export * from './endpoints/store';
export * from './endpoints/url';
export { readSavedFilters } from './find/savedFilters';
export * from './http/answers';
export * from './http/failure';
export * from './http/fingerprint';
export { isConnectionHeader } from './http/headers';
export * from './http/openDoor';
export * from './http/settings';
export { systemCertificates } from './http/trust';
export * from './json/indent';
export { describePage } from './search/describePage';
export { searchSession } from './search/session';
export * from './text/plainText';
export * from './traefik/inventory';
export * from './traefik/itemRef';
export * from './traefik/sharedRead';
export * from './tree/children';
export * from './tree/endpointRow';
export { tooltipOf } from './tree/tooltip';
