import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint } from '../../../../../src/core/base/endpoints/endpoint';
import { entryToSave, withSavedEntries } from '../../../../../src/core/base/workspace/entryToSave';
import { readWorkspaceFile } from '../../../../../src/core/base/workspace/workspaceFile';

const plain: Endpoint = {
  version: 1,
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'proxy',
  name: 'edge',
  url: 'https://edge.example.com',
  auth: { type: 'none' },
  headers: {},
  order: 0,
};
const entry = { kind: 'proxy', name: 'edge', url: 'https://edge.example.com' } as const;

describe('entryToSave: an endpoint to save into a workspace', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'proxy-scout-save-'));
    await writeFile(join(folder, 'ca.pem'), '');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('is its name, address, host, and how it is verified', async () => {
    assert.deepEqual(await entryToSave({ ...plain, host: 'in.example' }, folder), {
      entry: { ...entry, host: 'in.example' },
      leftOut: [],
    });
    const trusted = { ...plain, tls: { trust: { type: 'file' as const, path: join(folder, 'ca.pem') } } };
    assert.deepEqual((await entryToSave(trusted, folder)).entry, { ...entry, tls: { authority: 'ca.pem' } });
    const pinned = { ...plain, tls: { trust: { type: 'pin' as const, fingerprint: 'a'.repeat(64) } } };
    assert.deepEqual((await entryToSave(pinned, folder)).entry?.tls, { fingerprint: 'a'.repeat(64) });
  });

  it('leaves out what may not be in the file, and says so', async () => {
    const full: Endpoint = {
      ...plain,
      auth: { type: 'basic', username: 'ann', password: 'hunter2' },
      headers: { 'X-Key': 'abc' },
      tls: { trust: { type: 'anyone' }, client: { type: 'pem', file: '/c.pem' }, serverName: 'a' },
    };
    const { entry: saved, leftOut } = await entryToSave(full, folder);
    assert.deepEqual(saved, entry);
    assert.deepEqual(leftOut, [
      'credentials',
      'custom headers',
      'client certificate',
      'server name for TLS',
      'skipped verification',
    ]);
    const outside = { ...plain, tls: { trust: { type: 'file' as const, path: '/etc/hosts' } } };
    assert.deepEqual((await entryToSave(outside, folder)).leftOut, ['authority file outside the folder']);
  });

  it('is read back as it was written', async () => {
    const text = withSavedEntries(undefined, [entry]) ?? '';
    const [read] = readWorkspaceFile(text).entries;
    assert.deepEqual([read?.kind, read?.name, read?.url], [entry.kind, entry.name, entry.url]);
  });
});

describe('entryToSave: a file into which endpoints are saved', () => {
  it('keeps its comments and what is unknown, and replaces the entry of the same name', () => {
    const before = `{
  // ours
  "later": true,
  "endpoints": [
    { "kind": "proxy", "name": "edge", "url": "http://old" }, // the edge
    { "kind": "search", "name": "edge", "url": "http://logs" }
  ]
}
`;
    const after = withSavedEntries(before, [entry, { ...entry, name: 'new' }]) ?? '';
    assert.match(after, /\/\/ ours\n {2}"later": true/);
    assert.match(after, /\/\/ the edge/);
    assert.deepEqual(
      readWorkspaceFile(after).entries.map(({ kind, name, url }) => `${kind} ${name} ${url}`),
      ['proxy edge https://edge.example.com', 'search edge http://logs', 'proxy new https://edge.example.com'],
    );
  });

  it('keeps where the access logs of an entry are, and both of two that have one name', () => {
    const logs = '"accessLogs": { "endpoint": "logs", "index": "traefik-*" }';
    const before = `{ "endpoints": [{ "kind": "proxy", "name": "edge", "url": "http://old", ${logs} }] }`;
    const after = withSavedEntries(before, [entry, { ...entry, url: 'https://other.example.com' }]) ?? '';
    assert.deepEqual(
      readWorkspaceFile(after).entries.map(({ url, accessLogs }) => [url, accessLogs?.index]),
      [
        ['https://edge.example.com', 'traefik-*'],
        ['https://other.example.com', undefined],
      ],
    );
  });

  it('may have none yet, and keeps what else it tells', () => {
    const before = `{
  "static": "traefik.yml", // ours
  /* of each folder */ "folders": {
    ".": "edge"
  }
}
`;
    const after = withSavedEntries(before, [entry]) ?? '';
    assert.ok(after.startsWith(before.slice(0, before.indexOf('\n}'))), after);
    const { told, folders, entries } = readWorkspaceFile(after);
    assert.deepEqual([told, folders, entries.length], [{ path: 'traefik.yml' }, { '.': 'edge' }, 1]);
  });

  it('is left alone if it cannot be read', () => {
    for (const text of ['{"endpoints": [', '{"endpoints": 7}', '[]', '['.repeat(200_000)]) {
      assert.equal(withSavedEntries(text, [entry]), undefined, text.slice(0, 30));
    }
  });
});
