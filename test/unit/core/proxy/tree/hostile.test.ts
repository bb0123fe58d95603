/** What a hostile API lists is shown like anything else: by every row, tooltip, document, list and count. */
import assert from 'node:assert/strict';
import { readInventory } from '../../../../../src/core/proxy/api/readInventory';
import { detailsPage } from '../../../../../src/core/proxy/documents/detailsPage';
import { describeFound } from '../../../../../src/core/proxy/find/describeFound';
import { filterMatches } from '../../../../../src/core/proxy/find/filterMatches';
import { openItemFinder } from '../../../../../src/core/proxy/find/finder';
import { findIndexOf } from '../../../../../src/core/proxy/find/findIndex';
import { type Inventory, itemsOfKinds } from '../../../../../src/core/proxy/model/inventory';
import { itemKinds } from '../../../../../src/core/proxy/model/model';
import { type NamedSubject, subjectIn } from '../../../../../src/core/proxy/model/subject';
import { publicUrlsOf } from '../../../../../src/core/proxy/publicUrls/publicUrls';
import type { ProxyNode } from '../../../../../src/core/proxy/tree/nodes';
import { nodeTooltip } from '../../../../../src/core/proxy/tree/nodeTooltip';
import { reportOf } from '../../../../probe/report';
import { fakeHttpClient, json, pageNotFound } from '../model/fakeHttpClient';
import { below, modelOf, root } from './sample';

const groupings = ['kind', 'provider', 'entryPoint'] as const;

const { signal } = new AbortController();

/** What a Traefik lists that answers with these texts, by path. */
function inventoryOf(texts: Readonly<Record<string, string>>): Promise<Inventory> {
  const known = new Map(Object.entries(texts));
  return readInventory(
    fakeHttpClient(({ path }) => {
      const body = known.get(path.replace(/^\/api\/|\?.*$/g, ''));
      return body === undefined ? pageNotFound : { ...json([]), body };
    }),
    signal,
  );
}

/** Shows everything everywhere, and gives the rows' ids. */
async function show(inventory: Inventory): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const grouping of groupings) {
    const model = modelOf(inventory, { grouping, sorting: 'priority' });
    const rows: ProxyNode[] = [root];
    for (const row of rows) {
      ids.push(`${grouping} ${row.id}`);
      nodeTooltip(row, model);
      rows.push(...(await below(row, model)));
    }
  }
  const parts = [
    ...names(inventory.entryPoints).map((name): NamedSubject => ({ type: 'entryPoint', name })),
    ...names(inventory.certificates).map((name): NamedSubject => ({ type: 'certificate', name })),
  ];
  const items = [...itemsOfKinds(inventory, ...itemKinds)];
  for (const named of [
    ...parts,
    ...items.map(({ protocol, kind, name }): NamedSubject => ({ protocol, kind, name })),
  ]) {
    const subject = subjectIn(inventory, named) ?? assert.fail('not listed');
    detailsPage(subject, { inventory, endpointName: 'edge', reading: { is: 'current' }, origins: {} });
  }
  for (const item of items) {
    describeFound({ endpointId: 'edge', item, condition: 'up', inventory }, ['constructor', '•']);
    if (item.kind === 'routers') publicUrlsOf(item, inventory, { url: 'http://proxy.example.test', origins: {} });
  }
  const index = await findIndexOf(inventory, signal);
  const finder = openItemFinder(['edge']);
  finder.put('edge', index);
  assert.equal(finder.find('', 1_000).total, items.length);
  filterMatches(index, '__proto__ constructor');
  assert.equal(typeof JSON.stringify(reportOf(inventory)), 'string');
  return ids;
}

function names(group: Inventory['entryPoints'] | Inventory['certificates']): readonly string[] {
  return group.state === 'read' ? [...group.items.keys()] : [];
}

describe('hostile: a hostile API', () => {
  it('may call things as objects call what they have by nature, and by what cannot be seen', async () => {
    const called = [
      '__proto__',
      'constructor',
      'toString@file',
      'x@__proto__',
      '',
      '@',
      'a\nb@x',
      '\u202ea@x',
      '\ud800',
    ];
    const all = (fields: string): string =>
      `[${[...called, 'x'.repeat(1_000_000)].map((name) => `{"name":${JSON.stringify(name)},${fields}}`).join(',')}]`;
    const inventory = await inventoryOf({
      'http/routers': all(
        '"provider":"__proto__","service":"__proto__","middlewares":["constructor","__proto__"],"using":["__proto__"],"entryPoints":["toString"],"rule":"Host(`a`)","parentRefs":["__proto__","toString@file"],"status":"__proto__","__proto__":{"priority":1}',
      ),
      'http/services': all(
        '"type":"constructor","constructor":1,"__proto__":{"type":"x"},"serverStatus":{"__proto__":"UP","constructor":"DOWN"},"loadBalancer":{"servers":[{"url":"__proto__"},{"url":"constructor"},{"url":"toString"}],"healthCheck":{}}',
      ),
      'http/middlewares': all(
        '"type":"headers","headers":{"customRequestHeaders":{"__proto__":"a","Authorization":"x"}},"plugin":{"__proto__":{}}',
      ),
      entrypoints: all('"http":{"middlewares":["__proto__"],"redirections":{"entryPoint":{"to":"constructor"}}}'),
      certificates: all('"sans":["__proto__"],"notAfter":"0000","status":"toString"'),
      overview: '{"__proto__":{"providers":["x"]},"features":{"__proto__":{"tracing":"x"}},"providers":["__proto__"]}',
      version: '{"Version":"__proto__","__proto__":{"Codename":"x"}}',
    });
    const ids = await show(inventory);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual([inventory.overview?.features.tracing, inventory.version?.codename], [undefined, undefined]);
    const service = [...itemsOfKinds(inventory, 'services')].find(({ name }) => name === '__proto__');
    const page = detailsPage(
      { type: 'item', item: service ?? assert.fail() },
      { inventory, endpointName: 'edge', reading: { is: 'current' } },
    );
    assert.match(
      page.text,
      / Server: __proto__ · up\n {2}Server: constructor · down\n {2}Server: toString · no health check\n/,
    );
  });

  it('may answer with fields of any type, and numbers of any size', async () => {
    const inventory = await inventoryOf({
      'http/routers':
        '[{"name":"a","tls":5,"error":"x","rule":5,"priority":1e400,"using":{}},{"name":"b","priority":1},{"name":"b","priority":-0},{"name":"c","priority":1e30},{"name":"d","priority":1.5,"error":[5]},{"name":5},5,null,[]]',
      'http/services':
        '[{"name":"s","serverStatus":{"a":1},"loadBalancer":{"servers":{}}},{"name":"t","weighted":{"services":[{"name":"s","weight":1e400}]}},{"name":"u","weighted":{"services":[{"name":"s","weight":-1e308},{"name":"u"}]}}]',
      overview: '{"http":{"routers":{"total":"x"}},"providers":5}',
    });
    await show(inventory);
    const priorities = [...itemsOfKinds(inventory, 'routers')].map(({ name, priority, unread }) => [
      name,
      priority,
      unread.includes('priority'),
    ]);
    assert.deepEqual(priorities, [
      ['a', undefined, true],
      ['b', 0n, false],
      ['c', undefined, true],
      ['d', undefined, true],
    ]);
  });

  it('may nest what is not known as deep as it likes', async () => {
    const list = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const object = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    await show(
      await inventoryOf({
        'http/routers': `[{"name":"a@x","x":${list},"tls":{"x":${list}},"rule":"Host(\`a\`)"}]`,
        'http/services': `[{"name":"s@x","loadBalancer":${object},"weighted":{"healthCheck":${object}}}]`,
        'http/middlewares': `[{"name":"m@x","type":"headers","headers":${object}}]`,
        entrypoints: `[{"name":"web","x":${list}}]`,
        certificates: `[{"name":"c","x":${object}}]`,
        overview: object,
      }),
    );
  });
});
