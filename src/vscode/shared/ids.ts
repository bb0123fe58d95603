/** The ids that package.json and the code share. No `vscode` import: unit tests compare package.json with this file. */

export const Views = {
  proxies: 'proxyScout.proxies',
  searches: 'proxyScout.searches',
  /** Visible only during a comparison. */
  comparison: 'proxyScout.comparison',
} as const;

/**
 * By feature: a feature is loaded with the first of its commands. Those that only rows, lenses, links, and the search page
 * run are not in package.json.
 */
export const FeatureCommands = {
  /** What is done in the same words to rows, or files, of several features. */
  shared: {
    refreshEndpoint: 'proxyScout.refreshEndpoint',
    rename: 'proxyScout.rename',
    remove: 'proxyScout.remove',
    export: 'proxyScout.export',
    import: 'proxyScout.import',
  },
  endpoints: {
    addEndpoint: 'proxyScout.addEndpoint',
    addProxyEndpoint: 'proxyScout.addProxyEndpoint',
    addSearchEndpoint: 'proxyScout.addSearchEndpoint',
    lookOnThisMachine: 'proxyScout.lookOnThisMachine',
    editEndpoint: 'proxyScout.editEndpoint',
    renameEndpoint: 'proxyScout.renameEndpoint',
    removeEndpoint: 'proxyScout.removeEndpoint',
    trustCertificate: 'proxyScout.trustCertificate',
    editCredentials: 'proxyScout.editCredentials',
    testConnection: 'proxyScout.testConnection',
    exportEndpoints: 'proxyScout.exportEndpoints',
    deleteAllEndpoints: 'proxyScout.deleteAllEndpoints',
    allowRequests: 'proxyScout.workspace.allowRequests',
    stopAllowing: 'proxyScout.workspace.stopAllowing',
    openWorkspaceFile: 'proxyScout.workspace.openFile',
    saveToWorkspace: 'proxyScout.workspace.saveEndpoints',
  },
  proxies: {
    refresh: 'proxyScout.refresh',
    stopRefresh: 'proxyScout.stopRefresh',
    find: 'proxyScout.find',
    findInAll: 'proxyScout.findInAll',
    filter: 'proxyScout.filter',
    clearFilter: 'proxyScout.clearFilter',
    ignoreFinding: 'proxyScout.ignoreFinding',
    stopIgnoringFinding: 'proxyScout.stopIgnoringFinding',
    groupBy: 'proxyScout.groupBy',
    sortBy: 'proxyScout.sortBy',
    revealInTree: 'proxyScout.revealInTree',
    copy: 'proxyScout.copy',
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
    readStatic: 'proxyScout.readStatic',
  },
  search: {
    search: 'proxyScout.search',
    nextPage: 'proxyScout.search.nextPage',
    previousPage: 'proxyScout.search.previousPage',
    cancelSearch: 'proxyScout.search.cancel',
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
    copyRequest: 'proxyScout.copyRequest',
    copyAsCurl: 'proxyScout.copyAsCurl',
    copyAsDevTools: 'proxyScout.copyAsDevTools',
    saveSearch: 'proxyScout.saveSearch',
    openMapping: 'proxyScout.index.openMapping',
    openSettings: 'proxyScout.index.openSettings',
    filterIndices: 'proxyScout.indices.filter',
    clearIndexFilter: 'proxyScout.indices.clearFilter',
    toggleHiddenIndices: 'proxyScout.indices.toggleHidden',
    openSavedSearch: 'proxyScout.openSavedSearch',
    renameSavedSearch: 'proxyScout.renameSavedSearch',
    deleteSavedSearch: 'proxyScout.deleteSavedSearch',
    exportSavedSearches: 'proxyScout.exportSavedSearches',
    copyFromHit: 'proxyScout.copyFromHit',
    openFromHit: 'proxyScout.openFromHit',
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
    compareWith: 'proxyScout.compareWith',
    compareAgain: 'proxyScout.compareAgain',
    swapSides: 'proxyScout.swapSides',
    compareNames: 'proxyScout.compareNames',
    toggleAddresses: 'proxyScout.toggleAddresses',
    toggleHealthDifferences: 'proxyScout.toggleHealthDifferences',
    copyComparison: 'proxyScout.copyComparison',
    closeComparison: 'proxyScout.closeComparison',
    openDifference: 'proxyScout.openDifference',
    openAllChanges: 'proxyScout.openAllChanges',
  },
  config: {
    connectConfig: 'proxyScout.config.connect',
    goToConfig: 'proxyScout.config.goTo',
    whichRouterTakesThis: 'proxyScout.config.whichRouter',
    planChange: 'proxyScout.config.plan',
  },
  /** Commands of the last version, for which users may have keys: `formerCommands.ts` says what they run now. */
  former: {
    retry: 'proxyScout.retry',
    duplicateEndpoint: 'proxyScout.duplicateEndpoint',
    moveEndpointUp: 'proxyScout.moveEndpointUp',
    moveEndpointDown: 'proxyScout.moveEndpointDown',
    importEndpoints: 'proxyScout.importEndpoints',
    filterAll: 'proxyScout.filterAll',
    showInternal: 'proxyScout.showInternal',
    hideInternal: 'proxyScout.hideInternal',
    copyRule: 'proxyScout.copyRule',
    copyServerUrl: 'proxyScout.copyServerUrl',
    newSearch: 'proxyScout.newSearch',
    searchHistory: 'proxyScout.searchHistory',
    clearSearchHistory: 'proxyScout.clearSearchHistory',
    importSavedSearches: 'proxyScout.importSavedSearches',
    importSnapshot: 'proxyScout.importSnapshot',
    showHealthDifferences: 'proxyScout.showHealthDifferences',
    hideHealthDifferences: 'proxyScout.hideHealthDifferences',
    searchIndex: 'proxyScout.index.search',
    showHiddenIndices: 'proxyScout.indices.showHidden',
    hideHiddenIndices: 'proxyScout.indices.hideHidden',
  },
} as const;

export const Commands = {
  ...FeatureCommands.shared,
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
  /** Whether a proxy is known. */
  hasProxies: 'proxyScout.hasProxies',
  hasSearchEndpoints: 'proxyScout.hasSearchEndpoints',
  /** Whether the selection in the editor looks like a URL. */
  selectionIsUrl: 'proxyScout.selectionIsUrl',
  /** Whether any proxy has a filter. */
  filtered: 'proxyScout.filtered',
  /** Whether any search endpoint has a filter for its indices. */
  indicesFiltered: 'proxyScout.indicesFiltered',
  /** Whether a comparison is shown. */
  comparing: 'proxyScout.comparing',
} as const;

export const Settings = {
  section: 'proxyScout',
  timeout: 'request.timeoutSeconds',
  maxSize: 'request.maxSizeMegabytes',
  maxRefreshSize: 'request.maxRefreshSizeMegabytes',
  maxRefreshItems: 'request.maxRefreshItems',
  groupBy: 'proxies.groupBy',
  sortBy: 'proxies.sortBy',
  readOnOpen: 'proxies.readOnOpen',
  autoRefresh: 'proxies.autoRefreshSeconds',
  badge: 'proxies.badge',
  pageSize: 'search.pageSize',
  searchTimeout: 'search.timeoutSeconds',
  prefetch: 'search.prefetch',
  highlight: 'search.highlight',
  showHiddenIndices: 'search.showHiddenIndices',
  problems: 'config.problems',
  problemSeverity: 'config.severity',
} as const;

/** The names of the last version: settings keep what users set under them. */
export const FormerSettings = {
  [Settings.maxSize]: 'request.maxSizeMiB',
  [Settings.maxRefreshSize]: 'request.maxRefreshSizeMiB',
} as const;

/** The schemes of the read-only documents of Open as JSON, Open Details, and Open Full Document…. */
export const jsonScheme = 'proxy-scout-json';
export const detailsScheme = 'proxy-scout-details';
export const wholeScheme = 'proxy-scout-whole';
/** The scheme of the documents of Reveal Secrets…. The manifest does not name it: no commands are offered there. */
export const secretsScheme = 'proxy-scout-secrets';
/** The scheme of the documents of Read Static Configuration…. */
export const staticScheme = 'proxy-scout-static';
/** The scheme of the read-only documents that show the request flow of a URL. */
export const routeScheme = 'proxy-scout-route';
/** The scheme of the read-only documents that show what a change of files would do. */
export const planScheme = 'proxy-scout-plan';
/** The schemes of the read-only documents that show one hit, and of those that a comparison shows side by side. */
export const hitScheme = 'proxy-scout-hit';
export const comparisonScheme = 'proxy-scout-comparison';
/** The scheme of the documents in which a request body is edited. */
export const queryScheme = 'proxy-scout-query';
