/** The part of the core that the vscode layer uses: dist/core.js, loaded on first use (`vscode/shared/loadCore.ts`). */

export { parseColumnArgument, parseHitArgument, parseSearchArgument } from '../protocol/actions';
export { readGoTo } from '../protocol/goTo';
export { parseHitLayout, usualLayout } from '../protocol/hitLayout';
export { parseFromPage } from '../protocol/pageMessages';
export { emptyQuestion } from '../protocol/question';
export { parseSavedState } from '../protocol/savedState';
export { singleFlight } from './base/async/singleFlight';
export { runStepsInSlices } from './base/async/steps';
export { TimeSlicerGivenUp, timeSlicerUntil, timeSlicerWithin } from './base/async/timeSlicer';
export { draggedEndpointText, readDraggedEndpoint } from './base/endpoints/draggedEndpoint';
export { fingerprint, headerName, headerValue } from './base/endpoints/endpoint';
export { exportedEndpointsText, missesSecret, readExportedEndpoints } from './base/endpoints/endpointExchange';
export { openEndpointStore } from './base/endpoints/endpointStore';
export { normalizeUrl } from './base/endpoints/endpointUrl';
export { endpointExposures } from './base/endpoints/exposure';
export { readHost, readServerName } from './base/endpoints/host';
export { readPastedAddress } from './base/endpoints/pastedAddress';
export { isSameConnection } from './base/endpoints/sameConnection';
export { canceledFailure, isRequestFailure, RequestFailure } from './base/errors/failure';
export { fingerprintWithColons, readFingerprint } from './base/http/fingerprint';
export { isConnectionHeader } from './base/http/headers';
export { httpClientOptionsOf, refreshLimitsOf, requestOriginOf } from './base/http/networkSettings';
export { openHttpClient } from './base/http/openHttpClient';
export { systemCertificates } from './base/http/trustedAuthorities';
export { jsonDocument, wholeJsonDocument } from './base/json/document';
export { longWithPlainHtmlCharacters } from './base/json/htmlCharacters';
export { isSecretHeader } from './base/secrets/secretsInNames';
export { maskHeaderLine, maskText, secretMask } from './base/secrets/secretsInText';
export { withoutTokens } from './base/secrets/tokens';
export { plainText, withoutCodicons } from './base/text/plainText';
export { runJob } from './base/worker/runJob';
export { workspaceFilePath } from './base/workspace/filePlace';
export { readInside } from './base/workspace/readInside';
export { entryToSave, withSavedEntries } from './base/workspace/savedEntries';
export { withWorkspace } from './base/workspace/withWorkspace';
export { openWorkspaceEndpoints } from './base/workspace/workspaceEndpoints';

export { knownOfIndicesLines, searchEndpointNode } from './bridge/browse/engineRow';
export { filteredEndpointNode, indexGroupNode } from './bridge/browse/indexGroup';
export { fieldTooltip, indexTooltip } from './bridge/browse/indexTexts';
export { openIndexTree } from './bridge/browse/openIndexTree';
export { completionNames } from './bridge/declared/completionNames';
export { readFileBindings } from './bridge/declared/fileBindings';
export { liveLines, prepareLiveLines } from './bridge/declared/liveLines';
export { liveRouterOf } from './bridge/declared/liveRouter';
export { livePartTooltips, liveTooltips } from './bridge/declared/liveTooltips';
export { originsOfItem } from './bridge/declared/originsOfItem';
export { problemsAmong } from './bridge/declared/readProxies';
export { findLocalServers, usualPorts } from './bridge/findLocalServers';
export { accessLogName, listedRouter, whyNoAccessLogs } from './bridge/logs/accessLogNames';
export { accessLogQuestion } from './bridge/logs/accessLogQuestion';
export { findPlaces } from './bridge/logs/findPlaces';
export { logHitFields } from './bridge/logs/hitFields';
export { fieldsToChoose, layoutAround, layoutsAmong } from './bridge/logs/logLayouts';
export { routersMeant } from './bridge/logs/logSubject';
export { readRememberedPlaces } from './bridge/logs/rememberedPlaces';
export { requestInHitJob } from './bridge/logs/requestInHit';
export { routerInHitJob } from './bridge/logs/routerInHit';
export { askRouterTraffic } from './bridge/logs/routerTraffic';
export { trafficSection } from './bridge/logs/trafficSection';
export { probeEndpoint } from './bridge/probe';
export { proposedName } from './bridge/proposedEndpointName';
export { savedSearchNode } from './bridge/savedRows';
export { endpointToTry, trialLimits, tryAddress } from './bridge/tryAddress';
export { completionAt } from './config/files/completionAt';
export { followNames } from './config/files/followedNames';
export { namedElsewhere } from './config/files/namedElsewhere';
export { isSameObject, nameAt, namesIn } from './config/files/namesIn';
export { routerDeclaredAt, routerPartAt } from './config/files/partsAt';
export { readProblemSettings, shownSeverity } from './config/files/problemSettings';
export { readConfig, readPublishedPorts } from './config/files/readConfig';
export { shownName } from './config/names/objectNames';
export { splitQualifiedName } from './config/names/qualifiedName';
export { mayDeclare } from './config/source/mayDeclare';
export { readInventory } from './proxy/api/readInventory';
export { compareSides } from './proxy/compare/compare';
export { exactNames } from './proxy/compare/comparedNames';
export { comparisonSummary } from './proxy/compare/comparisonSummary';
export { differenceDocuments } from './proxy/compare/differenceDocuments';
export {
  comparisonCountsText,
  comparisonKinds,
  comparisonRows,
  differenceOf,
  differenceRows,
} from './proxy/compare/rows';
export { comparisonTitle, inTime, namedApart } from './proxy/compare/side';
export { momentBeside } from './proxy/describe/dateTexts';
export { serverHealthNames } from './proxy/describe/labels';
export { viewOptionsOf } from './proxy/describe/viewOptions';
export { detailsPage } from './proxy/documents/detailsPage';
export { findInInventory, readingStateOf } from './proxy/documents/readingState';
export { routeAnswerPageSteps } from './proxy/documents/route/routeAnswerPage';
export { routeListPageSteps, routeListText } from './proxy/documents/route/routeListPage';
export { describeFound } from './proxy/find/describeFound';
export { filterMatchesSteps, mergedFilterMatches, prepareFilterMatches } from './proxy/find/filterMatches';
export { openItemFinder } from './proxy/find/finder';
export { findIndexOf } from './proxy/find/findIndex';
export { longestFilter, parseOfferedFilter, readFilterForAll, readSavedFilters } from './proxy/find/savedFilters';
export { parseFindingRef } from './proxy/findings/findingRef';
export { findingsOf, findingsSoon } from './proxy/findings/findings';
export { endpointFindings, ignoredEntryOf, ignoredKeyOf } from './proxy/findings/ignoredFindings';
export { healthOfServer } from './proxy/model/health';
export { listingFailure, refreshFailure } from './proxy/model/inventory';
export { parseSubjectRef, subjectIn, subjectTitle } from './proxy/model/subject';
export { publicOriginOf, publicUrlsOf, readPublicUrl } from './proxy/publicUrls/publicUrls';
export { readCurlCommand } from './proxy/routing/curlCommand';
export { routeSteps } from './proxy/routing/findRoute';
export {
  keepRouteDocument,
  noteRouteQuestion,
  parseRouteQuestion,
  readRouteDocuments,
  readRouteQuestions,
  routeHeadersMissing,
  routeQuestionAt,
  urlWithoutSecrets,
} from './proxy/routing/rememberedQuestions';
export { routeAssumptionsOf, sentHeadersText } from './proxy/routing/routeAssumptions';
export { draftRouteSteps, routeQuestionOf, withRouteUrl } from './proxy/routing/routeDraft';
export { readUrlList } from './proxy/routing/urlList';
export { readAskedUrl } from './proxy/routing/urlText';
export { urlAt, urlInSelection } from './proxy/routing/urlTextIn';
export { longShownText, shownUrl } from './proxy/secrets/secrets';
export { openProxySession } from './proxy/session';
export { proposedSnapshotNames } from './proxy/snapshots/proposedSnapshotNames';
export { largestSnapshot, longestSnapshotName, readSnapshot } from './proxy/snapshots/snapshot';
export { openSnapshotStore } from './proxy/snapshots/snapshotStore';
export { snapshotText } from './proxy/snapshots/writeSnapshot';
export { autoRefresh } from './proxy/tree/autoRefresh';
export { errorBadge } from './proxy/tree/errorBadge';
export { locateNode } from './proxy/tree/locateNode';
export { placesOfMatches } from './proxy/tree/matchPlaces';
export { nodeTooltip } from './proxy/tree/nodeTooltip';
export { endpointNode, endpointTooltip } from './proxy/tree/proxyRow';
export { snapshotsBelow, snapshotsNode } from './proxy/tree/snapshotRows';
export { readDiscoverAddress } from './search/address/readDiscoverAddress';
export { askIndexDocument } from './search/browse/indexDocument';
export { indexQuestion, isIndexQuestion } from './search/browse/indexQuestion';
export { indexViewOf } from './search/browse/indexView';
export { fieldCompletions, indexCompletions, indexKindNames } from './search/engine/completions';
export { openEngineCatalog } from './search/engine/engineCatalog';
export { openSearchClient } from './search/engine/searchClient';
export { countHits } from './search/export/countHits';
export { exportedColumns } from './search/export/exportedColumns';
export { exportHits, exportPage } from './search/export/exportHits';
export { readFieldValues } from './search/fields/readFieldValues';
export { followSearch } from './search/follow/followSearch';
export { openFollow } from './search/follow/openFollow';
export { askHistogram } from './search/histogram/askHistogram';
export { askNewest } from './search/histogram/askNewest';
export { openPager } from './search/paging/openPager';
export { withMembers } from './search/query/bodyText';
export { checkBody } from './search/query/checkBody';
export { curlOf, devToolsOf } from './search/query/copyAs';
export { fieldsAsked, fieldsWithDetails } from './search/query/fieldsAsked';
export { filterOf } from './search/query/filterOf';
export { clauseMatches } from './search/query/findsAgain';
export { searchOf } from './search/query/searchOf';
export { describeHitJob } from './search/read/describeHit';
export { describeAnyPage, describePage } from './search/read/describePage';
export { hitValueJob } from './search/read/hitValues';
export { ignoredIn } from './search/read/ignored';
export { listFields } from './search/read/knownFields';
export { columnsOf, readColumns, withChosenColumns } from './search/remembered/chosenColumns';
export { noteSearch, readLastSearches } from './search/remembered/lastSearches';
export { searchSettingsOf } from './search/remembered/settings';
export { bodyToEdit, longestBody, queryRecordText, questionOfBody, readQueryRecord } from './search/saved/queryRecord';
export { longestSavedName } from './search/saved/savedSearch';
export { openSavedStore } from './search/saved/savedStore';
export { exportSearches, freeName, importSearches, searchesToAdd } from './search/saved/searchExchange';
export { historyOf, isFromLater, readHistory, withoutRemembered, withRemembered } from './search/saved/searchHistory';
export { proposedSearchName } from './search/saved/searchName';
export { questionText } from './search/saved/searchQuestionText';
export { openSurroundings } from './search/surroundings/openSurroundings';
export { surroundingQuestionJob, traceQuestionJob } from './search/surroundings/surroundingQuestion';
export { errorPlaceOf } from './search/wire/errorPlace';
export { searchPath } from './search/wire/searchPath';
