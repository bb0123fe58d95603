import { routersMeant } from '../../../../src/core/accessLogs/accessLogNames';
import { layoutAround, readRememberedPlaces } from '../../../../src/core/accessLogs/logLayouts';
import { requestInHitJob, routerInHit } from '../../../../src/core/accessLogs/requestInHit';
import { recognizeServer, shownVersion, whyTooOld } from '../../../../src/core/addressProbe/probe';
import { proposedName } from '../../../../src/core/addressProbe/tryAddress';
import {
  isSecretHeader,
  looksRandom,
  maskAddress,
  maskHeaderLine,
  maskSnippet,
  maskText,
  replaceUserInfo,
  suspicionOf,
} from '../../../../src/core/base/secrets/secretsInText';
import { closestName } from '../../../../src/core/base/text/editDistance';
import { ingressOfRouter } from '../../../../src/core/liveConfig/definition';
import { certificateSource } from '../../../../src/core/proxy/api/certificates';
import { entryPointSource } from '../../../../src/core/proxy/api/entryPoints';
import { overviewOf } from '../../../../src/core/proxy/api/overview';
import { parseRefusedIds } from '../../../../src/core/proxy/autoRefreshAndRetry';
import { readJsonObjectTree } from '../../../../src/core/proxy/compare/jsonTree';
import { withoutProvider } from '../../../../src/core/proxy/compare/normalize';
import { timestampOf } from '../../../../src/core/proxy/describe/dateTexts';
import { nameText, reportedTrouble } from '../../../../src/core/proxy/describe/itemSummary';
import { compareNames } from '../../../../src/core/proxy/describe/sortItems';
import { viewOptionsOf } from '../../../../src/core/proxy/describe/viewOptions';
import { ownText, untrustedPart, untrustedText } from '../../../../src/core/proxy/documents/page';
import { ruleLines, sentenceLines } from '../../../../src/core/proxy/documents/ruleLines';
import { settingRows } from '../../../../src/core/proxy/documents/settingRows';
import { filterConditionText } from '../../../../src/core/proxy/find/filterWords';
import { matchRank } from '../../../../src/core/proxy/find/finder';
import { filterTextWithout, parseFilter } from '../../../../src/core/proxy/find/itemFilter';
import { isNameMeant } from '../../../../src/core/proxy/find/routerNames';
import { parseOfferedFilter, readFilterForAll, readSavedFilters } from '../../../../src/core/proxy/find/savedFilters';
import { enumeratedNames, quotedName, quotedRule } from '../../../../src/core/proxy/findings/finding';
import { parseFindingRef } from '../../../../src/core/proxy/findings/ignoredFindings';
import { exampleMatch } from '../../../../src/core/proxy/findings/sampleRequests';
import { ownName } from '../../../../src/core/proxy/model/itemName';
import { parseItemRef } from '../../../../src/core/proxy/model/itemRef';
import { qualifiedName } from '../../../../src/core/proxy/model/references';
import { parseSubjectRef } from '../../../../src/core/proxy/model/subject';
import { maskJsonJob, shownUrl } from '../../../../src/core/proxy/secrets/secrets';
import { readSnapshot, readSnapshotHead } from '../../../../src/core/proxy/snapshots/snapshot';
import { proposedSnapshotNames } from '../../../../src/core/proxy/snapshots/snapshotStore';
import { nameInId } from '../../../../src/core/proxy/tree/nodes';
import type { Read, Readers } from '../reader';

const { signal } = new AbortController();
const id = '00000000-0000-4000-8000-000000000001';
const member = (text: string): string => JSON.stringify({ a: text, [text]: 1 });
const hit = (text: string): string =>
  JSON.stringify({ _index: 'a', _id: '1', _source: { RouterName: text, [text]: 1 } });

/** What a Traefik lists, and what is kept and typed about it. */
export const proxies: Readers = {
  'core/proxy/compare/jsonTree.ts': {
    readJsonObjectTree: [readJsonObjectTree, (text) => readJsonObjectTree(member(text))],
  },
  'core/proxy/compare/normalize.ts': { withoutProvider },
  'core/proxy/documents/page.ts': {
    ownText: (text) => ownText(text),
    untrustedText: (text) => untrustedText(text),
    untrustedPart: (text) => untrustedPart(text),
  },
  'core/proxy/documents/ruleLines.ts': {
    ruleLines: [ruleLines, (text) => ruleLines(`Host("${text}`)],
    sentenceLines: [sentenceLines, (text) => sentenceLines(`It is \`${text}`)],
  },
  'core/proxy/documents/settingRows.ts': {
    settingRows: [(text) => settingRows(text, {}), (text) => settingRows(member(text), {})],
  },
  'core/proxy/model/subject.ts': {
    parseSubjectRef: (text) => parseSubjectRef({ type: 'entryPoint', endpointId: id, name: text }),
  },
  'core/proxy/find/itemFilter.ts': { parseFilter, filterTextWithout: (text) => filterTextWithout(text, 'statuses') },
  'core/proxy/find/routerNames.ts': {
    isNameMeant: [
      (text) => isNameMeant('middlewares', text, 'a*a*b'),
      (text) => isNameMeant('hosts', text, text.slice(0, 1_000)),
    ],
  },
  'core/proxy/find/finder.ts': {
    matchRank: [(text) => matchRank('aa', text), (text) => matchRank(text.slice(0, 1_000), text)],
  },
  'core/proxy/find/savedFilters.ts': {
    readSavedFilters: (text) => readSavedFilters({ [id]: text, [text]: 'a' }),
    readFilterForAll: (text) => readFilterForAll({ text, except: [text] }),
    parseOfferedFilter: (text) => parseOfferedFilter({ endpointId: id, filter: text }),
  },
  'core/proxy/find/filterWords.ts': { filterConditionText: (text) => filterConditionText('providers', text) },
  'core/proxy/findings/sampleRequests.ts': { exampleMatch },
  'core/proxy/findings/finding.ts': {
    enumeratedNames: (text) => enumeratedNames([text, text]),
    quotedName,
    quotedRule,
  },
  'core/base/text/editDistance.ts': { closestName: (text) => closestName(text, [`${text}b`, `b${text}`]) },
  'core/accessLogs/logLayouts.ts': {
    readRememberedPlaces: (text) => readRememberedPlaces({ [text]: { endpointId: text, index: text } }),
    layoutAround: (text) => layoutAround(text, []),
  },
  'core/accessLogs/requestInHit.ts': {
    routerInHit: [(text) => routerInHit(text, ['RouterName']), (text) => routerInHit(hit(text), ['RouterName', text])],
    requestInHit: [
      (text) => requestInHitJob.run(text, ['RouterName']),
      (text) => requestInHitJob.run(`{"_source":${text}}`, [text]),
      (text) => requestInHitJob.run(hit(text), ['RouterName', text]),
      ...['RequestHost', 'RequestPath', 'ClientAddr', 'request_X-Text', 'StartUTC'].map(
        (name) => (text: string) =>
          requestInHitJob.run(
            JSON.stringify({ _source: { RequestHost: 'a.test', RequestPath: '/', [name]: text } }),
            [],
          ),
      ),
    ],
  },
  'core/accessLogs/accessLogNames.ts': { routersMeant },
  'core/addressProbe/tryAddress.ts': {
    proposedName: (text) => proposedName({ kind: 'proxy', product: text }, { url: `http://a/${text}`, host: text }),
  },
  'core/addressProbe/probe.ts': {
    whyTooOld: [(text) => whyTooOld(text, 'A'), (text) => whyTooOld('1.7', text)],
    recognizeServer: ['/api/version', '/', '/_search'].flatMap((path) =>
      [200, 403].map(
        (status): Read =>
          (text) =>
            recognizeServer(path, { status, headers: { [text]: text }, body: text }),
      ),
    ),
    shownVersion,
  },
  'core/proxy/snapshots/snapshotStore.ts': {
    proposedSnapshotNames: (text) => proposedSnapshotNames([{ state: { HEAD: { name: text } } }], 0, 100),
  },
  'core/proxy/snapshots/snapshot.ts': { readSnapshotHead, readSnapshot: (text) => readSnapshot(text, signal) },
  'core/proxy/api/certificates.ts': {
    readCertificate: (text) =>
      certificateSource.read({ name: text, sans: [text], commonName: text, notAfter: text }, '{}'),
  },
  'core/proxy/api/entryPoints.ts': {
    readEntryPoint: (text) => entryPointSource.read({ name: text, address: text }, '{}'),
  },
  'core/proxy/findings/ignoredFindings.ts': {
    parseFindingRef: (text) => parseFindingRef({ endpointId: id, of: 'tie', key: text }),
  },
  'core/liveConfig/definition.ts': {
    ingressOfRouter: [
      (text: string) => ingressOfRouter({ text }),
      (text: string) => ingressOfRouter({ text: `{"observability":${text}` }),
      (text: string) => ingressOfRouter({ text: JSON.stringify({ observability: text }) }),
    ],
  },
  'core/proxy/model/itemRef.ts': {
    parseItemRef: (text) => parseItemRef({ endpointId: id, protocol: 'http', kind: 'routers', name: text }),
  },
  'core/proxy/api/overview.ts': {
    overviewOf: (text) => overviewOf({ providers: [text], features: { [text]: text } }, text),
  },
  'core/proxy/model/references.ts': { qualifiedName: (text) => qualifiedName(text, text) },
  'core/proxy/secrets/secrets.ts': {
    maskJson: [
      maskJsonJob.run,
      (text) => maskJsonJob.run(JSON.stringify({ [text]: text, password: text, list: [text] })),
    ],
    shownUrl: [shownUrl, (text) => shownUrl(`http://a:b@c/?${text}`)],
  },
  'core/base/secrets/secretsInText.ts': {
    isSecretHeader,
    suspicionOf,
    looksRandom,
    maskAddress,
    maskHeaderLine: [maskHeaderLine, (text) => maskHeaderLine(`X-A: ${text}`)],
    maskSnippet: [maskSnippet, (text) => maskSnippet(`proxy_set_header a "${text}`)],
    maskText: [
      maskText,
      (text) => maskText(`http://a:${text}`),
      (text) => maskText(`http://a:a${text}(`),
      (text) => maskText(`password="${text}`),
      (text) => maskText(`Header(\`X-Api-Key\`, "${text}`),
    ],
    replaceUserInfo: [(text) => replaceUserInfo(text, ''), (text) => replaceUserInfo(`http://a:${text}(`, '')],
  },
  'core/proxy/describe/dateTexts.ts': { timestampOf },
  'core/proxy/tree/nodes.ts': { nameInId },
  'core/proxy/describe/viewOptions.ts': {
    viewOptionsOf: (text) => viewOptionsOf({ groupBy: text, sortBy: text }, text),
  },
  'core/proxy/describe/sortItems.ts': { compareNames: (text) => compareNames(`${text}1`, `${text}2`) },
  'core/proxy/describe/itemSummary.ts': { nameText, reportedTrouble: (text) => reportedTrouble('warning', [text]) },
  'core/proxy/model/itemName.ts': { ownName },
  'core/proxy/autoRefreshAndRetry.ts': { parseRefusedIds: (text) => parseRefusedIds([text]) },
};
