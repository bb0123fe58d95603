import { readRememberedPlaces } from '../../../src/core/accessLogs/logLayouts';
import { requestInHitJob, routerInHit } from '../../../src/core/accessLogs/requestInHit';
import { exportedEndpointsText, readExportedEndpoints } from '../../../src/core/base/endpoints/endpointExchange';
import { readRecord } from '../../../src/core/base/endpoints/endpointRecord';
import { normalizeUrl, readHost, readServerName } from '../../../src/core/base/endpoints/endpointUrl';
import { readFingerprint } from '../../../src/core/base/http/verifyCertificate';
import { indentJson } from '../../../src/core/base/json/indent';
import { maskHeaderLine, maskText } from '../../../src/core/base/secrets/secretsInText';
import { readSavedFilters } from '../../../src/core/proxy/find/savedFilters';
import { parseItemRef } from '../../../src/core/proxy/model/itemRef';
import { parseSubjectRef } from '../../../src/core/proxy/model/subject';
import { readPublicUrl } from '../../../src/core/proxy/publicUrls/publicUrls';
import { readRouteQuestions } from '../../../src/core/proxy/routing/rememberedQuestions';
import { readAskedUrl, urlAt, urlInSelection } from '../../../src/core/proxy/routing/urlText';
import { readSnapshot } from '../../../src/core/proxy/snapshots/snapshot';
import { PageModel } from '../../../src/core/search/page/pageModel';
import { readGoTo } from '../../../src/core/search/page/pageSteps';
import { withMembers } from '../../../src/core/search/query/bodyText';
import { checkBody } from '../../../src/core/search/query/checkBody';
import { curlOf } from '../../../src/core/search/query/copyAs';
import { searchOf } from '../../../src/core/search/query/searchOf';
import { readColumns, readLastSearches } from '../../../src/core/search/remembered/storedChoices';
import { readQueryRecord } from '../../../src/core/search/saved/queryRecord';
import { exportSearches, importSearches } from '../../../src/core/search/saved/searchExchange';
import { isFromLater, readHistory } from '../../../src/core/search/saved/searchHistory';
import { errorPlaceOf } from '../../../src/core/search/wire/errorPlace';
import { parseColumnArgument, parseHitArgument, parseSearchArgument } from '../../../src/protocol/actions';
import { parseFromPage } from '../../../src/protocol/pageMessages';
import { emptyQuestion, type SearchQuestion } from '../../../src/protocol/question';
import { parseSavedState } from '../../../src/protocol/savedStateSchema';
import type { Dice } from '../../servers/traefik/dice';
import { proxyEndpoint } from '../../unit/core/proxy/model/fakeHttpClient';
import { endpoint } from '../../unit/core/search/fakeHttpClient';
import { goodPems, readChosen } from '../certificateFiles';
import { mutated } from '../mutate';
import { anyValue, oddJson, oddText, oneOf } from '../odd';
import type { Round, Target } from './target';

const then = new Date(0);
const question: SearchQuestion = {
  ...emptyQuestion,
  ...{ index: 'logs', field: 'message', text: 'x', onlyFields: ['a'] },
  filters: [{ label: 'a', clause: '{"term":{"a":1}}', isOut: false }],
  sort: [{ field: 'a', order: 'asc' }],
  time: { field: '@timestamp', span: 'own', from: 'now-1h', to: '' },
};
const tls = {
  trust: { type: 'pin', fingerprint: 'a'.repeat(64) },
  client: { type: 'pem', file: '/a', keyFile: '/b', passphrase: 'x' },
  serverName: 'x',
} as const;
const place = { pageId: '1', row: 1, path: 'a.b' };

const { signal } = new AbortController();

/** What is stored, imported and sent by the page, as it should be. */
const good = {
  record: JSON.stringify({ ...proxyEndpoint, tls, origins: { web: 'http://a' }, host: 'a:1' }),
  learned: JSON.stringify({ version: 1, digest: { username: 'a' }, searchMethod: { method: 'POST', url: 'http://a' } }),
  endpoints: exportedEndpointsText([{ ...proxyEndpoint, tls }, endpoint]),
  searches: exportSearches([{ name: 'a', endpoint: 'b', question }]),
  query: JSON.stringify({ version: 1, endpointId: endpoint.id, index: 'a', size: 10, text: '{}', made: 1, written: 2 }),
  messages: [
    { kind: 'ready', zone: 'UTC' },
    { kind: 'act', nth: 1, name: 'editForm', about: { ...question, time: null, around: null } },
    { kind: 'act', nth: 2, name: 'narrowForm', about: { filters: question.filters, sort: question.sort } },
    { kind: 'act', nth: 3, name: 'pressSearch' },
    { kind: 'act', nth: 4, name: 'turnPage', about: { offset: 3 } },
    { kind: 'act', nth: 5, name: 'requestCompletions', about: { of: 'index', text: 'b' } },
    { kind: 'act', nth: 6, name: 'toggleHit', about: place },
    { kind: 'act', nth: 7, name: 'actOnHit', about: { action: 'open', place } },
    { kind: 'act', nth: 8, name: 'actOnSearch', about: 'export' },
    { kind: 'act', nth: 9, name: 'toggleColumn', about: 'a' },
    { kind: 'act', nth: 10, name: 'switchEndpoint', about: 'x' },
    { kind: 'act', nth: 11, name: 'setWidth', about: { title: 'a', px: 100 } },
    { kind: 'act', nth: 12, name: 'narrowToBars', about: { from: 0, to: 1 } },
  ].map((message) => JSON.stringify(message)),
  state: JSON.stringify({
    ...{ panelId: '1', endpointId: '2', form: question, shown: { question, from: 3 } },
    ...{ hitView: 'tree', widths: [['a', 3]] },
  }),
  kept: JSON.stringify([
    {
      endpointId: 'a',
      index: 'b',
      field: 'c',
      by: 'match',
      url: 'http://x',
      headers: [['a', 'b']],
      alpn: [],
      paths: ['a'],
      question,
      at: 1,
    },
  ]),
  body: '{"query":{"bool":{"must":[{"match":{"message":"a"}}],"filter":[{"range":{"@timestamp":{"gte":"now-1h"}}}]}},"from":1,"sort":["a"]} // c',
};

/** A changed value of this JSON, or any other. */
function changed(json: string, dice: Dice): unknown {
  if (dice.chance(0.2)) return anyValue(dice);
  try {
    return JSON.parse(mutated(json, dice));
  } catch {
    return anyValue(dice);
  }
}

/** All that is read and is no answer: stored records, imported files, messages of the page, texts of people. */
export const parsers: Target = async (round) => {
  await files(round);
  await messages(round);
  await texts(round);
  await bodies(round);
  await keptValues(round);
};

async function files({ dice, watch, corpus }: Round): Promise<void> {
  const file = (text: string): string =>
    dice.chance(0.75) ? mutated(text, dice) : dice.pick([oddText(dice), JSON.stringify(anyValue(dice))]);
  await watch.call('readRecord', () =>
    readRecord(proxyEndpoint.id, { entered: file(good.record), learned: file(good.learned) }, undefined),
  );
  const endpoints = file(good.endpoints);
  await watch.call('importEndpoints', () => readExportedEndpoints(endpoints, []));
  await watch.call('readQueryRecord', () => readQueryRecord(file(good.query)));
  await watch.call('readSnapshot', () => readSnapshot(file('{"proxyScoutSnapshot":1}'), signal));
  const searches = await watch.call('importSearches', () => importSearches(file(good.searches)));
  if (searches !== undefined && !('problem' in searches)) {
    for (const each of searches)
      await watch.call('searchOf an imported search', () => searchOf(each.question, 0, then));
  }
  const chosen = dice.chance(0.9) ? mutated(dice.pick(goodPems), dice) : oddText(dice);
  await watch.call('readTlsFiles', () => readChosen(chosen, dice.pick(['authorities', 'pem', 'pfx'])));
  const line = mutated(dice.pick(corpus.logLines), dice);
  await watch.call('requestInHit of a log line', () => requestInHitJob.run(`{"_source":${line}}`, ['RouterName']));
  await watch.call('routerInHit of a log line', () => routerInHit(`{"_source":${line}}`, ['RouterName']));
}

async function messages({ dice, watch }: Round): Promise<void> {
  const message = await watch.call('parseFromPage', () => parseFromPage(changed(dice.pick(good.messages), dice)));
  if (message?.kind === 'act') {
    const model = new PageModel(
      (request) => void (request.kind === 'search' && searchOf(request.question, 0, then)),
      (told) => void JSON.stringify(told),
    );
    model.state = { ...model.state, form: question, panelId: 'p', endpointId: 'e', endpoints: [{ id: 'e', name: '' }] };
    model.begin('UTC');
    await watch.call('act of a page', () => model.actOnPage(message));
    await watch.call('pressSearch after an act', () => model.act('pressSearch'));
  }
  await watch.call('parseColumnArgument', () => parseColumnArgument(changed(JSON.stringify(place), dice)));
  await watch.call('parseHitArgument', () => parseHitArgument(changed(JSON.stringify(place), dice)));
  const asked = JSON.stringify({ panelId: 'p', question });
  await watch.call('parseSearchArgument', () => parseSearchArgument(changed(asked, dice)));
  await watch.call('parseSavedState', () => parseSavedState(changed(good.state, dice)));
  await watch.call('parseSubjectRef', () => parseSubjectRef(anyValue(dice)));
  await watch.call('parseItemRef', () => parseItemRef(anyValue(dice)));
}

async function texts({ dice, watch }: Round): Promise<void> {
  const goTo = dice.pick([
    ...[oddText(dice), `#${dice.below(1e9)}`, `p${dice.below(1e9)}`, '1,'.repeat(dice.below(3_000))],
    ...[`${' '.repeat(dice.below(5_000))}x`, `${'1'.repeat(dice.below(5_000))}x`],
  ]);
  const reach = { size: dice.pick([0, 1, 10, -1, Number.NaN]), hits: oneOf(dice, [undefined, 0, 1, 1e15]) };
  await watch.call('readGoTo', () => readGoTo(goTo, reach));
  const line = dice.pick([
    ...[oddText(dice), 'see http://user:pw@shop.example.test/a?b=c). ', 'http://'.repeat(dice.below(800))],
    ...[`a.b.c/d ${oddText(dice)}`, '"'.repeat(dice.below(3_000)), `http://[::1]:80/${oddText(dice)}`],
    ...[`${'('.repeat(2_000)}http://x${')'.repeat(2_000)}`, `https://a${'.a'.repeat(dice.below(3_000))}`],
    ...['://'.repeat(dice.below(3_000)), `http://a/${'/'.repeat(dice.below(5_000))}x`],
  ]);
  await watch.call('urlAt', () => urlAt(line, dice.below(line.length + 3)));
  for (const read of [urlInSelection, readAskedUrl, readHost, readServerName, readFingerprint, readPublicUrl]) {
    await watch.call(read.name, () => read(line));
  }
  await watch.call('normalizeUrl', () => normalizeUrl(line, dice.pick(['proxy', 'search'])));
  const secret = dice.pick(['', ' password=x token: y', ' Authorization: Basic abc']);
  await watch.call('maskText', () => maskText(line + secret));
  await watch.call('maskHeaderLine', () => maskHeaderLine(line));
}

async function bodies({ dice, watch }: Round): Promise<void> {
  const body = dice.chance(0.5) ? mutated(good.body, dice) : oddJson(dice);
  const problems = await watch.call('checkBody', () => checkBody(body));
  await watch.call('searchOf a body', () => searchOf({ ...emptyQuestion, index: 'x', body }, dice.below(20), then));
  await watch.call('errorPlaceOf', () =>
    errorPlaceOf({ place: { line: dice.below(5), column: dice.below(1e6) } }, body),
  );
  await watch.call('indentJson', () => indentJson(body));
  // Both are for bodies that may be sent.
  if (problems?.length !== 0) return;
  await watch.call('withMembers', () => withMembers(body, { from: '0', [oddText(dice)]: '1' }));
  await watch.call('curlOf', () => curlOf(endpoint, { method: 'GET', path: '/x', body }));
}

async function keptValues({ dice, watch }: Round): Promise<void> {
  const kept = changed(good.kept, dice);
  const readers = {
    readHistory,
    readColumns,
    readLastSearches,
    readRouteQuestions,
    readSavedFilters,
    readRememberedPlaces,
    isFromLater,
  };
  for (const [name, read] of Object.entries(readers)) await watch.call(name, () => read(kept));
}
