/** Every id that package.json and the code share. No `vscode` import: plain tests hold package.json against this file. */

export const Views = {
  proxies: 'proxyScout.proxies',
  searches: 'proxyScout.searches',
} as const;

export const Commands = {
  addEndpoint: 'proxyScout.addEndpoint',
  addProxyEndpoint: 'proxyScout.addProxyEndpoint',
  addSearchEndpoint: 'proxyScout.addSearchEndpoint',
  editEndpoint: 'proxyScout.editEndpoint',
  renameEndpoint: 'proxyScout.renameEndpoint',
  removeEndpoint: 'proxyScout.removeEndpoint',
  moveEndpointUp: 'proxyScout.moveEndpointUp',
  moveEndpointDown: 'proxyScout.moveEndpointDown',
  duplicateEndpoint: 'proxyScout.duplicateEndpoint',
  testConnection: 'proxyScout.testConnection',
  exportEndpoints: 'proxyScout.exportEndpoints',
  importEndpoints: 'proxyScout.importEndpoints',
  deleteAllEndpoints: 'proxyScout.deleteAllEndpoints',
  refresh: 'proxyScout.refresh',
  refreshEndpoint: 'proxyScout.refreshEndpoint',
  retry: 'proxyScout.retry',
  stopRefresh: 'proxyScout.stopRefresh',
  openAsJson: 'proxyScout.openAsJson',
  copyName: 'proxyScout.copyName',
  showLog: 'proxyScout.showLog',
  search: 'proxyScout.search',
  nextPage: 'proxyScout.search.nextPage',
  previousPage: 'proxyScout.search.previousPage',
  cancelSearch: 'proxyScout.search.cancel',
} as const;

export const ContextKeys = {
  refreshing: 'proxyScout.refreshing',
} as const;

export const Settings = {
  section: 'proxyScout',
  timeout: 'request.timeoutSeconds',
  maxSize: 'request.maxSizeMiB',
} as const;

/** The scheme of the read-only documents that Open as JSON shows. */
export const JSON_SCHEME = 'proxy-scout-json';
