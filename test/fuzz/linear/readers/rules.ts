import { ruleRows, shownRule } from '../../../../src/core/proxy/documents/route/markedRule';
import { readPublicUrl } from '../../../../src/core/proxy/publicUrls/publicUrls';
import { ruleTargetsOf } from '../../../../src/core/proxy/publicUrls/ruleTargets';
import { readCurlCommand } from '../../../../src/core/proxy/routing/curlCommand';
import { curlOptions } from '../../../../src/core/proxy/routing/curlOptions';
import { deniedEscapesIn } from '../../../../src/core/proxy/routing/deniedEscapes';
import { patternWithin } from '../../../../src/core/proxy/routing/middlewareEffect';
import { parseAddress, parseTarget, shownBytes } from '../../../../src/core/proxy/routing/normalizeRequest';
import {
  keepRouteDocument,
  noteRouteQuestion,
  parseRouteQuestion,
  readRouteDocuments,
  readRouteQuestions,
  routeHeadersMissing,
  urlWithoutSecrets,
} from '../../../../src/core/proxy/routing/rememberedQuestions';
import { withRouteUrl } from '../../../../src/core/proxy/routing/routeDraft';
import { shellWords } from '../../../../src/core/proxy/routing/shellWords';
import {
  readAskedUrl,
  readUrlList,
  trimmedUrl,
  urlAt,
  urlInSelection,
} from '../../../../src/core/proxy/routing/urlText';
import { matcherFault, queryPairs } from '../../../../src/core/proxy/rules/checkMatcher';
import { compileGoPattern, endsOf, goPatternEffort, mayMatch } from '../../../../src/core/proxy/rules/goPattern';
import {
  hostTemplateOf,
  ipAddressOf,
  ipBlockOf,
  isHostMatched,
  isSameHost,
  quoteMeta,
} from '../../../../src/core/proxy/rules/hosts';
import { canonicalHeader, clientTest, patternOf } from '../../../../src/core/proxy/rules/httpTests';
import { matcherNamed } from '../../../../src/core/proxy/rules/matcherNames';
import { isCatchAll } from '../../../../src/core/proxy/rules/priority';
import { readRule } from '../../../../src/core/proxy/rules/readRule';
import {
  bytesOf,
  cleanPath,
  decodedPercents,
  goPathOf,
  hasControls,
  normalizeTarget,
  percent,
  utf8TextOf,
} from '../../../../src/core/proxy/rules/requestTarget';
import type { RuleProtocol, RuleSyntax } from '../../../../src/core/proxy/rules/rule';
import { nextToken, ruleReaderOf } from '../../../../src/core/proxy/rules/ruleTokens';
import { requiredCharacters } from '../../../../src/core/proxy/rules/unmatchable';
import type { Read, Readers } from '../reader';

const ask = { endpointId: 'a', url: 'http://a.test/', headers: [], alpn: [] };
const plainTarget = { isCleaned: true, keepsSemicolons: true };

const rule =
  (protocol: RuleProtocol, syntax: RuleSyntax, write: (text: string) => string = (text) => text): Read =>
  (text) =>
    readRule(write(text), { protocol, syntax });

function readAllWords(text: string): void {
  const reading = ruleReaderOf(text);
  // What is no word ends the reading of a rule.
  while (reading.kind !== 'end' && reading.kind !== 'bad') nextToken(reading);
}

/** Rules, the requests that are held against them, and the addresses that people and routers name. */
export const rules: Readers = {
  'core/proxy/publicUrls/publicUrls.ts': { readPublicUrl },
  'core/proxy/publicUrls/ruleTargets.ts': {
    ruleTargetsOf: [(text) => ruleTargetsOf([text], 'v3'), (text) => ruleTargetsOf([text], 'v2')],
  },
  'core/proxy/routing/rememberedQuestions.ts': {
    readRouteDocuments: (text) => readRouteDocuments([{ id: text, ask, leftOut: [text], isUrlCut: false }]),
    keepRouteDocument: (text) =>
      keepRouteDocument([], { id: text, ask: { ...ask, url: text }, leftOut: [text], isUrlCut: false }),
    routeHeadersMissing: (text) => routeHeadersMissing([text], { ...ask, headers: [[text, text]] }),
    parseRouteQuestion: [
      (text) => parseRouteQuestion(text),
      (text) => parseRouteQuestion({ ask: { ...ask, url: text, logged: { query: 'none', router: text } } }),
    ],
    readRouteQuestions: (text) => readRouteQuestions([{ ...ask, url: text, headers: [['a', text]] }]),
    noteRouteQuestion: [
      (text) => noteRouteQuestion([], { ...ask, url: text, headers: [['a', text]] }),
      (text) => noteRouteQuestion([], { ...ask, url: `http://a:${text}` }),
    ],
    urlWithoutSecrets: [urlWithoutSecrets, (text) => urlWithoutSecrets(`http://a/?${text}`)],
  },
  'core/proxy/routing/curlCommand.ts': {
    readCurlCommand: [
      (text) => readCurlCommand(`curl http://a.test/ ${text}`),
      (text) => readCurlCommand(`curl http://a.test/ -H '${text}'`),
      (text) => readCurlCommand(`curl ^"http://a.test/^" ${text}`),
      (text) => readCurlCommand(`curl http://a.test/ -G --data-urlencode $'${text}`),
    ],
  },
  'core/proxy/routing/curlOptions.ts': { curlOptions: (text) => curlOptions([{ text: `-${text}`, isUnknown: false }]) },
  'core/proxy/routing/shellWords.ts': {
    shellWords: [shellWords, (text) => shellWords(`"${text}`), (text) => shellWords(`\` -${text}`)],
  },
  'core/proxy/routing/routeDraft.ts': { withRouteUrl: (text) => withRouteUrl({ ...ask, url: text }, text) },
  'core/proxy/documents/route/markedRule.ts': {
    ruleRows: [
      (text) => ruleRows(text, [], 0),
      (text) =>
        ruleRows(
          text,
          Array.from({ length: 1_000 }, (_, at) => ({ start: at, end: at + 2 })),
          0,
        ),
    ],
    shownRule,
  },
  'core/proxy/routing/deniedEscapes.ts': {
    deniedEscapesIn: (text) => deniedEscapesIn(`/%${text}`, undefined, undefined),
  },
  'core/proxy/routing/middlewareEffect.ts': {
    patternWithin: [
      (text) => patternWithin({ left: 20_000_000 }, text, 'a'),
      (text) => patternWithin({ left: 20_000_000 }, '^a', text),
    ],
  },
  'core/proxy/routing/normalizeRequest.ts': {
    shownBytes,
    parseAddress: [parseAddress, (text) => parseAddress(`http://${text}`), (text) => parseAddress(`http://a/${text}`)],
    parseTarget: [parseTarget, (text) => parseTarget(`/${text}`)],
  },
  'core/proxy/routing/urlText.ts': {
    readAskedUrl: [readAskedUrl, (text) => readAskedUrl(`http://a/${text}`)],
    urlAt: [(text) => urlAt(text, 0), (text) => urlAt(text, text.length >> 1), (text) => urlAt(text, text.length)],
    urlInSelection,
    trimmedUrl,
    readUrlList: [
      readUrlList,
      (text) => readUrlList(`http://a http://b ${text}`),
      (text) => readUrlList([...text.slice(0, 20_000)].map((sign) => `http://${sign}`).join(' ')),
    ],
  },
  'core/proxy/rules/checkMatcher.ts': {
    matcherFault: [
      (text) => matcherFault({ name: 'Query', arity: 'any' }, [text], 'v2'),
      (text) => matcherFault({ name: 'Host', arity: 'any' }, [text], 'v3'),
      (text) => matcherFault({ name: 'HostSNI', arity: 'any' }, [text], 'v3'),
    ],
    queryPairs: (text) => queryPairs([text]),
  },
  'core/proxy/rules/hosts.ts': {
    quoteMeta,
    ipAddressOf,
    ipBlockOf,
    isHostMatched: (text) => isHostMatched(text, `*.${text}`, { hasWildcards: true, isStarEveryHost: true }),
    isSameHost: (text) => isSameHost(text, `*.${text}`, true),
    hostTemplateOf: [
      (text) => hostTemplateOf(text, 'host'),
      (text) => hostTemplateOf(`/${text}`, 'path'),
      (text) => hostTemplateOf(`/{a:${text}`, 'prefix'),
      (text) => hostTemplateOf(text, 'query'),
    ],
  },
  'core/proxy/rules/httpTests.ts': {
    canonicalHeader,
    clientTest: (text) => clientTest([text]),
    patternOf: (text) => patternOf(text)(['a'.repeat(1_000)], {}),
  },
  'core/proxy/rules/matcherNames.ts': { matcherNamed: (text) => matcherNamed(text, 'http', 'v3') },
  'core/proxy/rules/goPattern.ts': {
    compileGoPattern: [
      compileGoPattern,
      (text) => compileGoPattern('^(?:[a-z0-9]+-?)*$')?.test(text),
      (text) => compileGoPattern('(.*)a')?.replace(text, '$1$1', 1_000),
    ],
    goPatternEffort,
    endsOf: [endsOf, (text) => endsOf(`^[${text}`), (text) => endsOf(`^(${text}`)],
    mayMatch: (text) => mayMatch(endsOf('(?i)^a.*b$'), text),
  },
  'core/proxy/rules/priority.ts': { isCatchAll },
  'core/proxy/rules/unmatchable.ts': {
    requiredCharacters: [requiredCharacters, (text) => requiredCharacters(text.slice(0, 2_000))],
  },
  'core/proxy/rules/readRule.ts': {
    readRule: [
      rule('http', 'v3'),
      rule('http', 'v2'),
      rule('tcp', 'v3'),
      rule('http', 'v2', (text) => `Host(${JSON.stringify(text)})`),
      rule('http', 'v2', (text) => `PathPrefix(${JSON.stringify(`/${text}`)})`),
      rule('http', 'v3', (text) => `HostRegexp(\`${text.replaceAll('`', '')}\`)`),
      rule('http', 'v3', (text) => `Host("${text}`),
      rule('http', 'v3', (text) => `Host(\`a\`)${text}`),
    ],
  },
  'core/proxy/rules/requestTarget.ts': {
    bytesOf,
    utf8TextOf: (text) => utf8TextOf(bytesOf(text)),
    normalizeTarget: (text) => normalizeTarget(bytesOf(`/${text}`), plainTarget),
    cleanPath: (text) => cleanPath(`/${text}`),
    hasControls,
    goPathOf,
    percent,
    decodedPercents,
  },
  'core/proxy/rules/ruleTokens.ts': { ruleReaderOf: readAllWords },
};
