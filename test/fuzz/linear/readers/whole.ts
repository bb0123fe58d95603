import { readConfigFiles } from '../../../../src/core/config/files/readConfigFiles';
import { checkDeclared } from '../../../../src/core/liveConfig/diagnostics';
import { readInventory } from '../../../../src/core/proxy/api/readInventory';
import { compareSides } from '../../../../src/core/proxy/compare/compare';
import { comparisonSummary } from '../../../../src/core/proxy/compare/comparisonSummary';
import { detailsPage } from '../../../../src/core/proxy/documents/detailsPage';
import { routeAnswerPage } from '../../../../src/core/proxy/documents/route/routeAnswerPage';
import { filterMatches, prepareFilterMatches } from '../../../../src/core/proxy/find/filterMatches';
import { findIndexOf } from '../../../../src/core/proxy/find/findIndex';
import { findingsOf } from '../../../../src/core/proxy/findings/findings';
import { type Inventory, itemsOfKinds } from '../../../../src/core/proxy/model/inventory';
import { publicUrlsOf } from '../../../../src/core/proxy/publicUrls/publicUrls';
import { findRoute } from '../../../../src/core/proxy/routing/findRoute';
import type { HttpQuestion } from '../../../../src/core/proxy/routing/routeAnswer';
import { shownText } from '../../../../src/core/proxy/secrets/secrets';
import { snapshotText } from '../../../../src/core/proxy/snapshots/writeSnapshot';
import { describeTable } from '../../../../src/core/search/read/describeTable';
import { fakeHttpClient, json } from '../../../unit/core/proxy/model/fakeHttpClient';
import { readChosen } from '../../certificateFiles';
import type { Readers } from '../reader';

const { signal } = new AbortController();

const request = (text: string): HttpQuestion => ({
  kind: 'http',
  entryPoint: 'web',
  isTls: false,
  method: 'GET',
  host: text,
  target: `/${text.replaceAll(/[\0-\x20]/g, 'a')}`,
  headers: [['a', text]],
});

/** An inventory that says this text wherever it says one. */
function inventoryOf(text: string): Promise<Inventory> {
  const item = { name: `${text}@file`, provider: 'file', status: 'warning', error: [text], using: ['web'] };
  const listings: Readonly<Record<string, unknown>> = {
    'http/routers': [
      { ...item, rule: text, service: text, middlewares: [text], entryPoints: ['web'], tls: { options: text } },
      { ...item, name: 'a@file', rule: `Host(\`${text}\`)`, service: 'b', entryPoints: ['web'] },
    ],
    'http/services': [
      { ...item, type: 'loadbalancer', loadBalancer: { servers: [{ url: text }] }, serverStatus: { [text]: text } },
    ],
    'http/middlewares': [{ ...item, type: text, headers: { customRequestHeaders: { [text]: text } } }],
    entrypoints: [{ name: 'web', address: text }],
    version: { Version: text, Codename: text },
  };
  const client = fakeHttpClient(({ path }) =>
    json(listings[path.split('?')[0]?.slice('/api/'.length) ?? ''] ?? [], { 'x-next-page': '1' }),
  );
  return readInventory(client, signal);
}

const kept = new Map<string, Promise<Inventory>>();

/** The last one is kept, so that what reads it is measured alone. */
function inventory(text: string): Promise<Inventory> {
  const present = kept.get(text);
  if (present !== undefined) return present;
  kept.clear();
  const made = inventoryOf(text);
  kept.set(text, made);
  return made;
}

/** Describes a hit that has the text in all that its line is made of. */
function lineWith(text: string): unknown {
  const members = { DownstreamStatus: text, Duration: text, RequestPath: text, message: text, level: text };
  const source = JSON.stringify({ ...members, '@timestamp': text });
  const json = `{"_source":${source},"highlight":{"message":[${JSON.stringify(`\ue000${text}\ue001`)}]}}`;
  const hit = { index: text, id: text, score: undefined, json };
  const body = '{}';
  return describeTable({ hits: [hit], from: 0, search: { body } }, { columns: [], fields: [], asLines: true });
}

/** What texts of a listing and of people come to beyond their readers. Named by what a person does. */
export const wholes: Readers = {
  'an inventory': { read: inventoryOf },
  'a router': {
    details: async (text) => {
      const read = await inventory(text);
      for (const [item] of [
        itemsOfKinds(read, 'routers'),
        itemsOfKinds(read, 'services'),
        itemsOfKinds(read, 'middlewares'),
      ]) {
        if (item === undefined) continue;
        detailsPage({ type: 'item', item }, { inventory: read, endpointName: text, reading: { is: 'current' } });
        shownText(item);
      }
    },
    addresses: async (text) => {
      const read = await inventory(text);
      for (const router of itemsOfKinds(read, 'routers')) publicUrlsOf(router, read, { url: 'http://a.test' });
    },
  },
  'which router': {
    asked: async (text) => findRoute(await inventory('a'), request(text)),
    listed: async (text) => {
      const read = await inventory(text);
      await routeAnswerPage(findRoute(read, request('a')), {
        inventory: read,
        endpointName: 'a',
        reading: { is: 'current' },
        asked: [],
        showsAll: false,
      });
    },
  },
  'a file beside a proxy': {
    checked: async (text) => {
      const labels = ['$A', `$A${text}`].map((name) => `traefik.http.routers.${name}.rule=Host(\`${text}\`)`);
      const file = { path: 'compose.yml', text: JSON.stringify({ services: { a: { labels } } }) };
      checkDeclared(readConfigFiles([file]), { name: 'a', inventory: await inventory(text) });
    },
  },
  'a hit': { line: lineWith },
  'a certificate file': {
    authorities: [
      (text) => readChosen(text, 'authorities'),
      (text) => readChosen(`-----BEGIN CERTIFICATE-----\n${text}-----END CERTIFICATE-----\n`, 'authorities'),
    ],
    client: (text) => readChosen(`${text}\n-----BEGIN ${text}`, 'pem'),
  },
  findings: { found: async (text) => findingsOf(await inventoryOf(text)) },
  find: {
    typed: async (text) => {
      const index = await findIndexOf(await inventory('a'), signal);
      await prepareFilterMatches(index, signal);
      filterMatches(index, text);
    },
    listed: async (text) => {
      const index = await findIndexOf(await inventory(text), signal);
      await prepareFilterMatches(index, signal);
      filterMatches(index, 'a status:error');
    },
  },
  snapshots: {
    written: async (text) =>
      snapshotText({ name: text, endpoint: { id: 'a', name: text } }, await inventory(text), signal),
    compared: async (text) =>
      comparisonSummary(
        await compareSides(
          { name: text, inventory: await inventory(text) },
          { name: 'b', inventory: await inventoryOf(`${text}b`) },
          { ignoresProvider: true, ignoresEntryPoint: true, ignoresAddresses: true },
          signal,
        ),
      ),
  },
};
