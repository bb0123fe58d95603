import assert from 'node:assert/strict';
import { isRequestFailure } from '../../../../../src/core/base/errors/failure';
import { maskText } from '../../../../../src/core/base/secrets/secretsInText';
import type { Inventory } from '../../../../../src/core/proxy/model/inventory';
import { itemsOfKinds } from '../../../../../src/core/proxy/model/inventory';
import { itemKinds } from '../../../../../src/core/proxy/model/model';
import { shownText } from '../../../../../src/core/proxy/secrets/secrets';
import {
  readSnapshot,
  readSnapshotHead,
  type Snapshot,
  snapshotHeadText,
} from '../../../../../src/core/proxy/snapshots/snapshot';
import { snapshotText } from '../../../../../src/core/proxy/snapshots/writeSnapshot';
import { given } from '../model/given';
import { inventoryOf, recordedInventory } from '../tree/sample';

const signal = new AbortController().signal;
const named = { name: 'before deploy', endpoint: { id: 'e1', name: 'edge' } };

const textOf = (inventory: Inventory): Promise<string> => snapshotText(named, inventory, signal);
const read = async (text: string): Promise<Snapshot> => {
  const snapshot = await readSnapshot(text, signal);
  assert.ok(!('problem' in snapshot), 'problem' in snapshot ? snapshot.problem : '');
  return snapshot;
};

/** Secrets of every kind that Traefik's configuration has room for. */
const secretTexts = {
  basicAuth: '$apr1$chcxSoJK$R7nEBemQgWbethvVene9W1',
  digestAuth: 'a2688e031edb4be6a3797f3882655c05',
  header: 'Zx9-header-value-77',
  bearer: 'bearer-token-value-12345',
  cookie: 'session-cookie-0815',
  plugin: 'plugin-lapi-key-4711',
  nested: 'nested-client-secret-9',
  url: 'url-password-hunter2',
  query: 'query-token-31337',
  ruleHeader: 'rule-header-key-555',
  pem: 'MIIEpAIBAAKCAQEAsecretkeymaterial',
  nameInMap: 'password-in-a-key-of-serverStatus',
  service: 'AKIAABCDEFGHIJKLMNOP',
};

const withSecrets = (): Promise<Inventory> =>
  given({
    http: {
      routers: [
        {
          name: 'api@file',
          provider: 'file',
          status: 'enabled',
          rule: `Header(\`X-Api-Key\`, \`${secretTexts.ruleHeader}\`)`,
          service: 's',
        },
        {
          name: `https://u:${secretTexts.url}@name/of@file`,
          provider: 'file',
          status: 'enabled',
          rule: 'Host(`a`)',
          service: 's',
        },
      ],
      services: [
        {
          name: 's@file',
          status: 'enabled',
          loadBalancer: { servers: [{ url: `http://u:${secretTexts.url}@10.0.0.1/?token=${secretTexts.query}` }] },
          serverStatus: { [`http://u:${secretTexts.nameInMap}@10.0.0.1`]: 'UP' },
        },
      ],
      middlewares: [
        { name: 'b@file', basicAuth: { users: [`reader:${secretTexts.basicAuth}`] }, type: 'basicauth' },
        { name: 'd@file', digestAuth: { users: [`reader:traefik:${secretTexts.digestAuth}`] }, type: 'digestauth' },
        {
          name: 'h@file',
          headers: {
            customRequestHeaders: {
              'X-Api-Key': secretTexts.header,
              Authorization: `Bearer ${secretTexts.bearer}`,
              Cookie: secretTexts.cookie,
            },
          },
          type: 'headers',
        },
        {
          name: 'p@file',
          plugin: {
            waf: {
              crowdsecLapiKey: secretTexts.plugin,
              deep: { oauth: { clientSecret: secretTexts.nested } },
              aws: secretTexts.service,
            },
          },
          type: 'waf',
        },
        {
          name: 'f@file',
          forwardAuth: {
            address: `http://u:${secretTexts.url}@auth/`,
            tls: { key: `-----BEGIN RSA PRIVATE KEY-----\n${secretTexts.pem}` },
          },
          type: 'forwardauth',
        },
      ],
    },
  });

describe('snapshot: a snapshot', () => {
  it('holds none of the secrets of a configuration, wherever they stand', async () => {
    const inventory = await withSecrets();
    const raw = [...itemsOfKinds(inventory, ...itemKinds)].map(({ text }) => text).join('');
    const text = await textOf(inventory);
    for (const [what, secret] of Object.entries(secretTexts)) {
      assert.ok(raw.includes(secret), what);
      assert.ok(!text.includes(secret), what);
    }
    const names = [...itemsOfKinds((await read(text)).inventory, 'routers')].map(({ name }) => name);
    assert.deepEqual(names, ['api@file', 'https://•••@name/of@file']);
  });

  it('holds none of the secrets of the recorded middlewares, which the listings do hold', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const secrets = [
      '$apr1$chcxSoJK$R7nEBemQgWbethvVene9W1',
      'a2688e031edb4be6a3797f3882655c05',
      ...[...itemsOfKinds(inventory, 'middlewares')].flatMap(({ name, text }) =>
        name === 'secret-headers@file'
          ? [...text.matchAll(/"(?:Authorization|X-Api-Key)":"([^"]+)"/g)].map(([, value]) => value ?? '')
          : [],
      ),
    ];
    assert.ok(secrets.length > 2);
    const text = await textOf(inventory);
    const raw = [...itemsOfKinds(inventory, ...itemKinds)].map((item) => item.text).join('');
    for (const secret of secrets) {
      assert.ok(raw.includes(secret), secret);
      assert.ok(!text.includes(secret), secret);
    }
  });

  for (const version of ['traefik-3.7', 'traefik-2.11'] as const) {
    it(`gives back what ${version} listed, masked once and for all`, async () => {
      const inventory = await recordedInventory(version);
      const { inventory: kept, about } = await read(await textOf(inventory));
      const before = [...itemsOfKinds(inventory, ...itemKinds)];
      const after = [...itemsOfKinds(kept, ...itemKinds)];
      assert.deepEqual(after.map(shownText), before.map(shownText));
      assert.deepEqual(
        after.map(({ text }) => text),
        before.map(shownText),
      );
      assert.deepEqual(
        after.map(({ name }) => name),
        before.map(({ name }) => maskText(name)),
      );
      assert.equal(kept.certificates.state, inventory.certificates.state);
      assert.deepEqual(kept.version, inventory.version);
      assert.deepEqual(kept.overview?.counts, inventory.overview?.counts);
      assert.equal(kept.overview?.text, inventory.overview?.text.trim());
      assert.equal(kept.readAt, inventory.readAt);
      assert.equal(about.counts.middlewares, [...itemsOfKinds(inventory, 'middlewares')].length);
      assert.equal(await snapshotText(about, kept, signal), await textOf(inventory));
    });
  }

  it('keeps digits, unknown fields and the order of members', async () => {
    const text =
      '{"zeta": 9007199254740993,\n "name":"a@file", "priority": 9223372036854775806, "alpha":{"b":1.50,"a":"\\u0026"}}';
    const { inventory } = await read(await textOf(await given({ http: { routers: `[${text}]` } })));
    assert.deepEqual(
      [...itemsOfKinds(inventory, 'routers')].map((item) => item.text),
      [text],
    );
    assert.deepEqual(
      [...itemsOfKinds(inventory, 'routers')].map(({ priority }) => priority),
      [9223372036854775806n],
    );
  });

  it('loses no item whose name is that of another once its secret is masked', async () => {
    const routers = ['one', 'two'].map((secret) => ({
      name: `http://u:${secret}-password@h/x@file`,
      rule: 'Host(`a`)',
    }));
    const { inventory } = await read(await textOf(await given({ http: { routers } })));
    assert.deepEqual(
      [...itemsOfKinds(inventory, 'routers')].map(({ name }) => name),
      ['http://•••@h/x@file', 'http://•••@h/x@file'],
    );
  });

  it('tells a listing that failed, and one that there was not, and nothing of why', async () => {
    const inventory = await inventoryOf({ 'http/routers': [{ name: 'a@file' }], 'tcp/routers': 'no list' });
    assert.equal(inventory.groups.tcp.routers?.state, 'failed');
    const kept = (await read(await textOf(inventory))).inventory;
    assert.equal(kept.groups.tcp.routers?.state, 'failed');
    assert.equal(kept.groups.udp.routers?.state, 'missing');
    assert.equal(kept.certificates.state, 'missing');
  });

  it('is not taken where it would be too large, and says so', async () => {
    const large = 'x'.repeat(1_000_000);
    const routers = Array.from({ length: 55 }, (_, index) => ({ name: `r${index}@file`, rule: large }));
    await assert.rejects(textOf(await given({ http: { routers } })), /larger than 50 MiB/);
  });

  it('can be canceled', async () => {
    const routers = Array.from({ length: 20_000 }, (_, index) => ({
      name: `r${index}@file`,
      rule: `Host(\`h${index}\`)`,
    }));
    const controller = new AbortController();
    const writing = snapshotText(named, await given({ http: { routers } }), controller.signal);
    controller.abort();
    await assert.rejects(writing, (error) => isRequestFailure(error) && error.failure.kind === 'canceled');
  });
});

describe('snapshot: the file of a snapshot', () => {
  const about = { ...named, readAt: 5, counts: { routers: 1, services: 2, middlewares: 3 } };

  it('says in its first line what it is', () => {
    assert.deepEqual(readSnapshotHead(snapshotHeadText(about)), { state: 'ready', about });
  });

  it('is told from one of a newer Proxy Scout, and from what is none', () => {
    assert.deepEqual(readSnapshotHead('{"proxyScoutSnapshot":2,"about":{"name":"n"},'), { state: 'newer', name: 'n' });
    assert.deepEqual(readSnapshotHead('{"proxyScoutSnapshot":1,"about":{},'), { state: 'corrupt', name: undefined });
    for (const line of ['', '{', '[]', '{"a":1,']) assert.deepEqual(readSnapshotHead(line), { state: 'corrupt' }, line);
  });

  it('is refused with what to do', async () => {
    const problems = await Promise.all(
      ['', '{}', '{"proxyScoutSnapshot":2}', '{"proxyScoutSnapshot":1}'].map((text) => readSnapshot(text, signal)),
    );
    assert.deepEqual(
      problems.map((read) => ('problem' in read ? read.problem.split('.')[0] : 'read')),
      [
        'This file does not contain a snapshot',
        'This file does not contain a snapshot',
        'This snapshot was written by a newer version of Proxy Scout',
        'This snapshot is damaged',
      ],
    );
    assert.ok('problem' in (await readSnapshot((await textOf(await given({}))).slice(0, -4), signal)));
  });

  it('may hold anything where items are: what has no name is counted', async () => {
    const { inventory } = await read(
      `${snapshotHeadText(about)}"listings":{"http/routers":[1,null,{"name":"a"},{"name":7}]}}`,
    );
    const { routers } = inventory.groups.http;
    assert.ok(routers?.state === 'read');
    assert.deepEqual([routers.items.size, routers.unnamed], [1, 3]);
  });
});
