/** The ids that package.json and the code share. No `vscode` import: unit tests compare package.json with this file. */

export const Views = {
  proxies: 'proxyScout.proxies',
  searches: 'proxyScout.searches',
  /** Visible only during a comparison. */
  comparison: 'proxyScout.comparison',
} as const;

/** By feature: a feature is loaded with the first of its commands. */
export const FeatureCommands = {
  endpoints: {
    addEndpoint: 'proxyScout.addEndpoint',
    addProxyEndpoint: 'proxyScout.addProxyEndpoint',
    addSearchEndpoint: 'proxyScout.addSearchEndpoint',
    lookOnThisMachine: 'proxyScout.lookOnThisMachine',
    editEndpoint: 'proxyScout.editEndpoint',
    renameEndpoint: 'proxyScout.renameEndpoint',
    removeEndpoint: 'proxyScout.removeEndpoint',
    moveEndpointUp: 'proxyScout.moveEndpointUp',
    moveEndpointDown: 'proxyScout.moveEndpointDown',
    duplicateEndpoint: 'proxyScout.duplicateEndpoint',
    trustCertificate: 'proxyScout.trustCertificate',
    editCredentials: 'proxyScout.editCredentials',
    testConnection: 'proxyScout.testConnection',
    exportEndpoints: 'proxyScout.exportEndpoints',
    importEndpoints: 'proxyScout.importEndpoints',
    deleteAllEndpoints: 'proxyScout.deleteAllEndpoints',
    allowRequests: 'proxyScout.workspace.allowRequests',
    stopAllowing: 'proxyScout.workspace.stopAllowing',
    openWorkspaceFile: 'proxyScout.workspace.openFile',
    saveToWorkspace: 'proxyScout.workspace.saveEndpoints',
  },
  proxies: {
    refresh: 'proxyScout.refresh',
    refreshEndpoint: 'proxyScout.refreshEndpoint',
    retry: 'proxyScout.retry',
    stopRefresh: 'proxyScout.stopRefresh',
    find: 'proxyScout.find',
    filter: 'proxyScout.filter',
    filterAll: 'proxyScout.filterAll',
    clearFilter: 'proxyScout.clearFilter',
    ignoreFinding: 'proxyScout.ignoreFinding',
    stopIgnoringFinding: 'proxyScout.stopIgnoringFinding',
    groupBy: 'proxyScout.groupBy',
    sortBy: 'proxyScout.sortBy',
    showInternal: 'proxyScout.showInternal',
    hideInternal: 'proxyScout.hideInternal',
    revealInTree: 'proxyScout.revealInTree',
    copyRule: 'proxyScout.copyRule',
    copyServerUrl: 'proxyScout.copyServerUrl',
    openDashboard: 'proxyScout.openDashboard',
    openInBrowser: 'proxyScout.openInBrowser',
    setPublicAddress: 'proxyScout.setPublicAddress',
    copyName: 'proxyScout.copyName',
  },
  documents: {
    openDetails: 'proxyScout.openDetails',
    revealSecrets: 'proxyScout.revealSecrets',
    copyAsJson: 'proxyScout.copyAsJson',
    openAsJson: 'proxyScout.openAsJson',
    openWhole: 'proxyScout.openWhole',
  },
  search: {
    search: 'proxyScout.search',
    nextPage: 'proxyScout.search.nextPage',
    previousPage: 'proxyScout.search.previousPage',
    cancelSearch: 'proxyScout.search.cancel',
    newSearch: 'proxyScout.newSearch',
    searchSelection: 'proxyScout.searchSelection',
    runQuery: 'proxyScout.runQuery',
    chooseQueryTarget: 'proxyScout.chooseQueryTarget',
    editAsJson: 'proxyScout.editAsJson',
    firstPage: 'proxyScout.search.firstPage',
    goToPage: 'proxyScout.search.goToPage',
    countHits: 'proxyScout.search.countHits',
    followSearch: 'proxyScout.search.follow',
    toggleWrap: 'proxyScout.search.toggleWrap',
    exportHits: 'proxyScout.exportHits',
    copyAsCurl: 'proxyScout.copyAsCurl',
    copyAsDevTools: 'proxyScout.copyAsDevTools',
    saveSearch: 'proxyScout.saveSearch',
    searchIndex: 'proxyScout.index.search',
    openMapping: 'proxyScout.index.openMapping',
    openSettings: 'proxyScout.index.openSettings',
    filterIndices: 'proxyScout.indices.filter',
    clearIndexFilter: 'proxyScout.indices.clearFilter',
    showHiddenIndices: 'proxyScout.indices.showHidden',
    hideHiddenIndices: 'proxyScout.indices.hideHidden',
    searchHistory: 'proxyScout.searchHistory',
    clearSearchHistory: 'proxyScout.clearSearchHistory',
    openSavedSearch: 'proxyScout.openSavedSearch',
    renameSavedSearch: 'proxyScout.renameSavedSearch',
    deleteSavedSearch: 'proxyScout.deleteSavedSearch',
    exportSavedSearches: 'proxyScout.exportSavedSearches',
    importSavedSearches: 'proxyScout.importSavedSearches',
    openHit: 'proxyScout.openHit',
    copyHit: 'proxyScout.copyHit',
    copyHitId: 'proxyScout.copyHitId',
    copyValue: 'proxyScout.copyValue',
    copyPath: 'proxyScout.copyPath',
    filterForValue: 'proxyScout.filterForValue',
    filterOutValue: 'proxyScout.filterOutValue',
    toggleColumn: 'proxyScout.toggleColumn',
    showTopValues: 'proxyScout.showTopValues',
    removeColumn: 'proxyScout.removeColumn',
    selectForCompare: 'proxyScout.selectForCompare',
    compareWithSelected: 'proxyScout.compareWithSelected',
    revealRouter: 'proxyScout.revealRouter',
    whichRouterOfHit: 'proxyScout.whichRouterOfHit',
    showSurroundingHits: 'proxyScout.showSurroundingHits',
    showSameTrace: 'proxyScout.showSameTrace',
    showAccessLogs: 'proxyScout.showAccessLogs',
    chooseAccessLogs: 'proxyScout.chooseAccessLogs',
  },
  routing: {
    whichRouter: 'proxyScout.whichRouter',
    askRouteAgain: 'proxyScout.whichRouter.again',
    showAllRouters: 'proxyScout.whichRouter.showAll',
  },
  compare: {
    takeSnapshot: 'proxyScout.takeSnapshot',
    renameSnapshot: 'proxyScout.renameSnapshot',
    deleteSnapshot: 'proxyScout.deleteSnapshot',
    exportSnapshot: 'proxyScout.exportSnapshot',
    importSnapshot: 'proxyScout.importSnapshot',
    compareWith: 'proxyScout.compareWith',
    compareAgain: 'proxyScout.compareAgain',
    swapSides: 'proxyScout.swapSides',
    compareNames: 'proxyScout.compareNames',
    leaveOutAddresses: 'proxyScout.leaveOutAddresses',
    compareAddresses: 'proxyScout.compareAddresses',
    showHealthDifferences: 'proxyScout.showHealthDifferences',
    hideHealthDifferences: 'proxyScout.hideHealthDifferences',
    copyComparison: 'proxyScout.copyComparison',
    closeComparison: 'proxyScout.closeComparison',
    openDifference: 'proxyScout.openDifference',
    openAllChanges: 'proxyScout.openAllChanges',
  },
  config: {
    connectConfig: 'proxyScout.config.connect',
    goToConfig: 'proxyScout.config.goTo',
    whichRouterTakesThis: 'proxyScout.config.whichRouter',
  },
} as const;

export const Commands = {
  ...FeatureCommands.endpoints,
  ...FeatureCommands.proxies,
  ...FeatureCommands.documents,
  ...FeatureCommands.search,
  ...FeatureCommands.routing,
  ...FeatureCommands.compare,
  ...FeatureCommands.config,
  /** Works even if no other module can be loaded. */
  showLog: 'proxyScout.showLog',
} as const;

/**
 * The commands that complete a step of the walkthrough, each with its context key `<id>.ran`: VS Code misses those that
 * are run before it loads the walkthrough.
 */
export const walkthroughCommands: ReadonlySet<string> = new Set([
  Commands.openDetails,
  Commands.whichRouter,
  Commands.compareWith,
]);

export const ContextKeys = {
  refreshing: 'proxyScout.refreshing',
  /** Whether there is a proxy, and whether there is known to be none. */
  hasProxies: 'proxyScout.hasProxies',
  noProxies: 'proxyScout.noProxies',
  /** The same for search endpoints. */
  hasSearchEndpoints: 'proxyScout.hasSearchEndpoints',
  noSearchEndpoints: 'proxyScout.noSearchEndpoints',
  /** Whether the selection in the editor looks like a URL. */
  selectionIsUrl: 'proxyScout.selectionIsUrl',
  /** Whether any proxy has a filter. */
  filtered: 'proxyScout.filtered',
  /** Whether any search endpoint has a filter for its indices. */
  indicesFiltered: 'proxyScout.indicesFiltered',
  /** Whether a comparison is shown. */
  comparing: 'proxyScout.comparing',
  /** Whether the comparison leaves out addresses. */
  comparisonWithoutAddresses: 'proxyScout.comparisonWithoutAddresses',
  /** Whether the comparison shows differences in health only. */
  comparisonHealth: 'proxyScout.comparisonHealth',
} as const;

export const Settings = {
  section: 'proxyScout',
  timeout: 'request.timeoutSeconds',
  maxSize: 'request.maxSizeMiB',
  maxRefreshSize: 'request.maxRefreshSizeMiB',
  maxRefreshItems: 'request.maxRefreshItems',
  groupBy: 'proxies.groupBy',
  sortBy: 'proxies.sortBy',
  showInternal: 'proxies.showInternal',
  autoRefresh: 'proxies.autoRefreshSeconds',
  badge: 'proxies.badge',
  pageSize: 'search.pageSize',
  searchTimeout: 'search.timeoutSeconds',
  prefetch: 'search.prefetch',
  highlight: 'search.highlight',
  showHiddenIndices: 'search.showHiddenIndices',
  hover: 'search.hover',
  problems: 'config.problems',
  problemSeverity: 'config.severity',
} as const;

/** The schemes of the read-only documents of Open as JSON, Open Details, and Open Full Document…. */
export const jsonScheme = 'proxy-scout-json';
export const detailsScheme = 'proxy-scout-details';
export const wholeScheme = 'proxy-scout-whole';
/** The scheme of the documents of Reveal Secrets…. The manifest does not name it: no commands are offered there. */
export const secretsScheme = 'proxy-scout-secrets';
/** The scheme of the read-only documents that show the request flow of a URL. */
export const routeScheme = 'proxy-scout-route';
/** The schemes of the read-only documents that show one hit, and of those that a comparison shows side by side. */
export const hitScheme = 'proxy-scout-hit';
export const comparisonScheme = 'proxy-scout-comparison';
/** The scheme of the documents in which a request body is edited. */
export const queryScheme = 'proxy-scout-query';
