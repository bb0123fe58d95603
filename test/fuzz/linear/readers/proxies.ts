import { readObject, readTree } from '../../../../src/core/compare/jsonTree';
import { withoutProvider } from '../../../../src/core/compare/names';
import { own, said, saidPart } from '../../../../src/core/details/page';
import { ruleLines } from '../../../../src/core/details/ruleLines';
import { settingRows } from '../../../../src/core/details/settings';
import { parseSubjectRef } from '../../../../src/core/details/subject';
import { parseFilter } from '../../../../src/core/find/filter';
import { rankOf } from '../../../../src/core/find/rank';
import { readSavedFilters } from '../../../../src/core/find/savedFilters';
import { conditionText } from '../../../../src/core/find/vocabulary';
import { exampleOf } from '../../../../src/core/findings/example';
import { enumerated, nameIn, ruleIn } from '../../../../src/core/findings/finding';
import { nearest } from '../../../../src/core/findings/nearest';
import { layoutAround } from '../../../../src/core/logs/layouts';
import { readRememberedPlaces } from '../../../../src/core/logs/remembered';
import { routerInHit } from '../../../../src/core/logs/routerInHit';
import { routersMeant } from '../../../../src/core/logs/subject';
import { readHead, readSnapshot } from '../../../../src/core/snapshots/snapshot';
import { readCertificate } from '../../../../src/core/traefik/certificates';
import { readEntryPoint } from '../../../../src/core/traefik/entryPoints';
import { parseItemRef } from '../../../../src/core/traefik/itemRef';
import { overviewOf } from '../../../../src/core/traefik/overview';
import { qualifiedName } from '../../../../src/core/traefik/references';
import { maskJson, shownUrl } from '../../../../src/core/traefik/secrets';
import { isSecretHeader, suspicionOf } from '../../../../src/core/traefik/secretsInNames';
import {
  looksRandom,
  maskAddress,
  maskHeaderLine,
  maskSnippet,
  maskText,
  replaceUserInfo,
} from '../../../../src/core/traefik/secretsInText';
import { momentOf } from '../../../../src/core/tree/dates';
import { nameInId } from '../../../../src/core/tree/ids';
import { lookOf } from '../../../../src/core/tree/look';
import { byName } from '../../../../src/core/tree/order';
import { nameText } from '../../../../src/core/tree/summary';
import type { Readers } from '../reader';

const { signal } = new AbortController();
const id = '00000000-0000-4000-8000-000000000001';
const member = (text: string): string => JSON.stringify({ a: text, [text]: 1 });
const hit = (text: string): string =>
  JSON.stringify({ _index: 'a', _id: '1', _source: { RouterName: text, [text]: 1 } });

/** What a Traefik lists, and what is kept and typed about it. */
export const proxies: Readers = {
  'core/compare/jsonTree.ts': {
    readObject: [readObject, (text) => readObject(member(text))],
    readTree: [readTree, (text) => readTree(member(text))],
  },
  'core/compare/names.ts': { withoutProvider },
  'core/details/page.ts': { own: (text) => own(text), said: (text) => said(text), saidPart: (text) => saidPart(text) },
  'core/details/ruleLines.ts': { ruleLines: [ruleLines, (text) => ruleLines(`Host("${text}`)] },
  'core/details/settings.ts': {
    settingRows: [(text) => settingRows(text, {}), (text) => settingRows(member(text), {})],
  },
  'core/details/subject.ts': {
    parseSubjectRef: (text) => parseSubjectRef({ type: 'entryPoint', endpointId: id, name: text }),
  },
  'core/find/filter.ts': { parseFilter },
  'core/find/rank.ts': { rankOf: [(text) => rankOf('aa', text), (text) => rankOf(text.slice(0, 1_000), text)] },
  'core/find/savedFilters.ts': { readSavedFilters: (text) => readSavedFilters({ [id]: text, [text]: 'a' }) },
  'core/find/vocabulary.ts': { conditionText: (text) => conditionText('providers', text) },
  'core/findings/example.ts': { exampleOf },
  'core/findings/finding.ts': { enumerated: (text) => enumerated([text, text]), nameIn, ruleIn },
  'core/findings/nearest.ts': { nearest: (text) => nearest(text, [`${text}b`, `b${text}`]) },
  'core/logs/layouts.ts': { layoutAround: (text) => layoutAround(text, []) },
  'core/logs/remembered.ts': {
    readRememberedPlaces: (text) => readRememberedPlaces({ [text]: { endpointId: text, index: text } }),
  },
  'core/logs/routerInHit.ts': {
    routerInHit: [(text) => routerInHit(text, ['RouterName']), (text) => routerInHit(hit(text), ['RouterName', text])],
  },
  'core/logs/subject.ts': { routersMeant },
  'core/snapshots/snapshot.ts': { readHead, readSnapshot: (text) => readSnapshot(text, signal) },
  'core/traefik/certificates.ts': {
    readCertificate: (text) => readCertificate({ name: text, sans: [text], commonName: text, notAfter: text }, '{}'),
  },
  'core/traefik/entryPoints.ts': { readEntryPoint: (text) => readEntryPoint({ name: text, address: text }, '{}') },
  'core/traefik/itemRef.ts': {
    parseItemRef: (text) => parseItemRef({ endpointId: id, protocol: 'http', kind: 'routers', name: text }),
  },
  'core/traefik/overview.ts': {
    overviewOf: (text) => overviewOf({ providers: [text], features: { [text]: text } }, text),
  },
  'core/traefik/references.ts': { qualifiedName: (text) => qualifiedName(text, text) },
  'core/traefik/secrets.ts': {
    maskJson: [maskJson, (text) => maskJson(JSON.stringify({ [text]: text, password: text, list: [text] }))],
    shownUrl: [shownUrl, (text) => shownUrl(`http://a:b@c/?${text}`)],
  },
  'core/traefik/secretsInNames.ts': { isSecretHeader, suspicionOf },
  'core/traefik/secretsInText.ts': {
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
  'core/tree/dates.ts': { momentOf },
  'core/tree/ids.ts': { nameInId },
  'core/tree/look.ts': { lookOf: (text) => lookOf({ groupBy: text, sortBy: text, showInternal: text }, text) },
  'core/tree/order.ts': { byName: (text) => byName(`${text}1`, `${text}2`) },
  'core/tree/summary.ts': { nameText },
};
