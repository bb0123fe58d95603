import type { Endpoint } from '../../../../src/core/base/endpoints/endpoint';
import { readExportedEndpoints } from '../../../../src/core/base/endpoints/endpointExchange';
import { readEntered, readRecord } from '../../../../src/core/base/endpoints/endpointRecord';
import {
  normalizeUrl,
  readHost,
  readPastedAddress,
  readServerName,
} from '../../../../src/core/base/endpoints/endpointUrl';
import { isLoopback } from '../../../../src/core/base/endpoints/exposure';
import { readFormerFacts } from '../../../../src/core/base/endpoints/formerFacts';
import { readDraggedEndpoint } from '../../../../src/core/base/endpoints/placeInList';
import { isConnectionHeader, requestHeaders } from '../../../../src/core/base/http/headers';
import { challengesOf, digestAnswer, digestChallengeOf } from '../../../../src/core/base/http/login';
import { maskEchoes } from '../../../../src/core/base/http/maskEchoes';
import { httpClientOptionsOf } from '../../../../src/core/base/http/networkSettings';
import { openHttpClient, redirectedBy, redirectOf } from '../../../../src/core/base/http/openHttpClient';
import { failureOfStatus, parseJson } from '../../../../src/core/base/http/responseFailures';
import { serverText, withoutSecrets } from '../../../../src/core/base/http/serverText';
import { readFingerprint } from '../../../../src/core/base/http/verifyCertificate';
import {
  arrayEntries,
  arrayEntriesAt,
  isArrayText,
  ownCopy,
  valuesIn,
} from '../../../../src/core/base/json/arrayEntries';
import {
  jsonDocument,
  jsonHeadJob,
  longWithPlainHtmlCharacters,
  wholeJsonDocument,
  withPlainHtmlCharacters,
} from '../../../../src/core/base/json/document';
import { indentJson } from '../../../../src/core/base/json/indent';
import { jsonOfAnyLength, jsonOrNothing } from '../../../../src/core/base/json/parse';
import {
  arrayItems,
  behindString,
  behindToken,
  behindValue,
  endOfValue,
  keyBefore,
  memberText,
  objectMembers,
  skipSpace,
  visitItems,
  visitMembers,
} from '../../../../src/core/base/json/scan';
import { isTokenName, mayBeToken, tokensInPath, withoutTokens } from '../../../../src/core/base/secrets/secretsInText';
import { lineStartsOf } from '../../../../src/core/base/text/lines';
import { onOneLine, plainText, withoutCodicons } from '../../../../src/core/base/text/plainText';
import { quoted, quotedList, quotedPath } from '../../../../src/core/base/text/quoted';
import { withoutAround, withoutTrailing } from '../../../../src/core/base/text/trim';
import { unchangedText, unescapeOnce } from '../../../../src/core/base/text/unescape';
import { withSavedEntries } from '../../../../src/core/base/workspace/entryToSave';
import { readWorkspaceFile, refusedFolder, refusedStatic } from '../../../../src/core/base/workspace/workspaceFile';
import {
  parseColumnArgument,
  parseHitArgument,
  parseHitFacts,
  parseSearchArgument,
} from '../../../../src/protocol/actions';

import { parseFromPage } from '../../../../src/protocol/pageMessages';
import { emptyQuestion } from '../../../../src/protocol/question';
import { parseHitLayout, parseSavedState } from '../../../../src/protocol/savedStateSchema';
import { endpoint } from '../../../unit/core/search/fakeHttpClient';
import type { Read, Readers } from '../reader';

const id = endpoint.id;
const at = (path: string): Endpoint => ({ ...endpoint, url: `http://a.test/${path}` });
const signed = { username: 'a', password: 'b' };
const digestRequest = { method: 'GET', uri: '/', count: 1, cnonce: 'c' };

const failure =
  (status: number, header?: string): Read =>
  (text) =>
    failureOfStatus({ status, headers: header === undefined ? {} : { [header]: text }, body: text }, endpoint);

const question = (text: string) => ({ ...emptyQuestion, index: text, field: text, text, body: text });

/** Whole objects of a text that tells of nested ones. */
function readMembers(text: string): void {
  for (const [, value] of objectMembers(text)) if (value.startsWith('{')) break;
}

function readEntries(text: string): void {
  const entries = arrayEntries(text);
  while (entries.next() !== undefined);
}

/** What all endpoints have: addresses, answers, headers, files, messages of the page. */
export const shared: Readers = {
  'core/base/endpoints/placeInList.ts': {
    readDraggedEndpoint: [readDraggedEndpoint, (text) => readDraggedEndpoint(JSON.stringify({ endpointId: text }))],
  },
  'core/base/endpoints/endpointExchange.ts': {
    readExportedEndpoints: [
      (text) => readExportedEndpoints(text, []),
      ...['', 'http://a/', 'http://a:b@'].map(
        (begin): Read =>
          (text) =>
            readExportedEndpoints(
              JSON.stringify({
                proxyScoutEndpoints: 1,
                endpoints: [{ kind: 'proxy', name: text, url: `${begin}${text}`, auth: { type: 'none' } }],
              }),
              [],
            ),
      ),
    ],
  },
  'core/base/endpoints/formerFacts.ts': { readFormerFacts },
  'core/base/endpoints/endpointRecord.ts': {
    readEntered: (text) => readEntered(id, text),
    readRecord: [
      (text) => readRecord(id, { entered: text, learned: text }, undefined),
      (text) => {
        const entered = JSON.stringify({ ...endpoint, name: text, url: text, host: text });
        return readRecord(id, { entered, learned: text }, undefined);
      },
    ],
  },
  'core/base/endpoints/endpointUrl.ts': {
    normalizeUrl: ['', 'http://a/', 'http://a/_search/', 'http://a:'].flatMap((begin) =>
      (['proxy', 'search'] as const).map(
        (kind): Read =>
          (text) =>
            normalizeUrl(begin + text, kind),
      ),
    ),
    readHost: [readHost, (text) => readHost(`http://a/${text}`), (text) => readHost(`[${text}`)],
    readServerName,
    readPastedAddress: ['', 'curl ', 'http://a/', 'http://', 'a:'].flatMap((begin) => [
      (text: string) => readPastedAddress(begin + text, undefined),
      (text: string) => readPastedAddress(text + begin, 'search'),
    ]),
  },
  'core/base/http/responseFailures.ts': {
    parseJson: (text) => parseJson({ status: 200, headers: { 'content-type': text }, body: text }, endpoint),
    failureOfStatus: [
      failure(400),
      failure(401, 'www-authenticate'),
      failure(429, 'retry-after'),
      failure(500, 'content-type'),
      failure(502, 'via'),
      (text) =>
        failureOfStatus({ status: 500, headers: { 'content-type': 'text/html' }, body: `<title${text}` }, endpoint),
    ],
  },
  'core/base/http/login.ts': {
    challengesOf: [challengesOf, (text) => challengesOf(`Digest ${text}`), (text) => challengesOf(`Digest a="${text}`)],
    digestChallengeOf: [digestChallengeOf, (text) => digestChallengeOf(`Digest realm="a", nonce="b", ${text}`)],
    digestAnswer: (text) => {
      const challenge = digestChallengeOf(`Digest realm="${text.replace(/["\\]/g, '')}", nonce="b", qop="auth"`);
      return challenge === undefined || typeof challenge === 'string'
        ? undefined
        : digestAnswer(challenge, signed, digestRequest);
    },
  },
  'core/base/http/verifyCertificate.ts': { readFingerprint },
  'core/base/http/headers.ts': {
    isConnectionHeader,
    requestHeaders: (text) => requestHeaders({ ...endpoint, headers: { a: text } }, { method: 'GET', path: '/' }, text),
  },
  'core/base/endpoints/exposure.ts': { isLoopback },
  'core/base/http/maskEchoes.ts': {
    maskEchoes: [
      (text) => maskEchoes(text, ['S3cr3t-&<a']),
      (text) => maskEchoes(text, [text.slice(0, 1_000)]),
      (text) => maskEchoes(text, ['a', '1', '"', '[x]']),
    ],
  },
  'core/base/http/openHttpClient.ts': {
    redirectOf: [
      (text) => redirectOf({ status: 302, headers: { location: text }, body: '' }, 'http://a/', 'http://a'),
      (text) => redirectOf({ status: 302, headers: { location: `/${text}` }, body: '' }, 'http://a/', 'http://a'),
    ],
    redirectedBy: (text) => redirectedBy(at(text), 302, new URL('https://a.test/'), false),
    openHttpClient: (text) => openHttpClient(at(text)).close(),
  },
  'core/base/http/serverText.ts': {
    serverText: (text) => serverText(text, endpoint),
    withoutSecrets: [
      (text) => withoutSecrets(text, endpoint),
      (text) => withoutSecrets(text, { ...endpoint, auth: { type: 'bearer', token: text.slice(0, 2_000) } }),
    ],
  },
  'core/base/http/networkSettings.ts': {
    httpClientOptionsOf: (text) =>
      httpClientOptionsOf(
        {
          proxy: text,
          noProxy: [text],
          proxyAuthorization: text,
          proxyStrictSSL: text,
          proxySupport: text,
          systemCertificates: text,
          timeoutSeconds: text,
          maxSizeMegabytes: text,
          maxRefreshItems: text,
          maxRefreshSizeMegabytes: text,
        },
        { http_proxy: text, no_proxy: text },
        new URL('http://a.test'),
        () => undefined,
      ),
  },
  'core/base/json/arrayEntries.ts': {
    arrayEntries: [
      readEntries,
      (text) => readEntries(`[${text}`),
      (text) => readEntries(`[${JSON.stringify(text)},${text}`),
    ],
    arrayEntriesAt: (text) => arrayEntriesAt(`[${text}`, 0).next(text),
    isArrayText,
    ownCopy,
    valuesIn,
  },
  'core/base/json/document.ts': {
    withPlainHtmlCharacters: [
      withPlainHtmlCharacters,
      (text) => withPlainHtmlCharacters(JSON.stringify(text).replaceAll('"', '\\u0026')),
    ],
    longWithPlainHtmlCharacters: (text) => longWithPlainHtmlCharacters(text),
    headOfDocument: (text) => jsonHeadJob.run(text, 1_000),
    jsonDocument: (text) => jsonDocument(text),
    wholeJsonDocument,
  },
  'core/base/json/indent.ts': { indentJson },
  'core/base/json/parse.ts': { jsonOfAnyLength, jsonOrNothing },
  'core/base/json/scan.ts': {
    keyBefore: [keyBefore, (text) => keyBefore(`${text}":`)],
    behindValue: [
      (text) => behindValue(text, 0),
      (text) => behindValue(`"${text}`, 0),
      (text) => behindValue(`[${text}`, 0),
    ],
    visitItems: (text) => visitItems(`[${text}`, 0, () => undefined),
    visitMembers: (text) => visitMembers(`{${text}`, 0, () => undefined),
    arrayItems: [arrayItems, (text) => arrayItems(`[${text}`)],
    behindString: (text) => behindString(`"${text}`, 0),
    behindToken: (text) => behindToken(text, 0),
    endOfValue: (text) => endOfValue(text, 0),
    objectMembers: [readMembers, (text) => readMembers(`{${text}`)],
    memberText: [(text) => memberText(text, 'a'), (text) => memberText(`{${text}`, 'a')],
    skipSpace: (text) => skipSpace(text, 0),
  },
  'core/base/workspace/workspaceFile.ts': { readWorkspaceFile, refusedFolder, refusedStatic },
  'core/base/workspace/entryToSave.ts': {
    withSavedEntries: (text) => withSavedEntries(text, [{ kind: 'proxy', name: 'a', url: 'http://a' }]),
  },
  'core/base/text/quoted.ts': { quoted, quotedList: (text) => quotedList(text.split('')), quotedPath },
  'core/base/text/lines.ts': { lineStartsOf },
  'core/base/text/plainText.ts': {
    onOneLine,
    plainText: [(text) => plainText(text, 500), (text) => plainText(text, 1_000_000)],
    withoutCodicons,
  },
  'core/base/secrets/secretsInText.ts': {
    isTokenName,
    mayBeToken: [(text) => mayBeToken(text), (text) => mayBeToken('a1b2c3', text)],
    tokensInPath: (text) => tokensInPath(`http://a/${text}`),
    withoutTokens: (text) => withoutTokens(`http://a/${text}`, '-'),
  },
  'core/base/text/unescape.ts': { unchangedText: (text) => unescapeOnce(unchangedText(text)) },
  'core/base/text/trim.ts': {
    withoutAround: [(text) => withoutAround(text, '/ '), (text) => withoutAround(text, text.slice(0, 10))],
    withoutTrailing: (text) => withoutTrailing(text, '/ '),
  },

  'protocol/actions.ts': {
    parseColumnArgument: (text) => parseColumnArgument({ path: text }),
    parseHitArgument: (text) => parseHitArgument({ pageId: '1', row: 1, path: text }),
    parseHitFacts: (text) => parseHitFacts({ pageId: '1', row: 1, path: text, has: text }),
    parseSearchArgument: (text) => parseSearchArgument({ panelId: text }),
  },
  'protocol/pageMessages.ts': {
    parseFromPage: [
      parseFromPage,
      (text) => parseFromPage({ kind: 'search', requestId: text.slice(0, 10), question: question(text), from: 0 }),
      (text) => parseFromPage({ kind: 'complete', requestId: '1', of: 'index', index: text, text }),
    ],
  },
  'protocol/savedStateSchema.ts': {
    parseHitLayout: (text) => parseHitLayout({ kind: text, isWrapped: text }),
    parseSavedState: (text) =>
      parseSavedState({ panelId: '1', endpointId: text, form: question(text), widths: [[text, 1]] }),
  },
};
