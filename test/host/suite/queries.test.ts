import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { openQueryFiles } from '../../../src/vscode/search/queryFiles';
import { queryScheme } from '../../../src/vscode/shared/ids';

const prod = '0b7cbd7a-2f6e-4f0e-9a3c-6f6e0f4a1d11';
const other = '9f1c2e4d-6d0a-4a55-8d6e-0f5f1b9a7c22';
const body = { endpointId: prod, index: 'access-logs', size: 25, text: '{"n": 9007199254740993}' };

describe('queries: the files of bodies that are written by hand', () => {
  let folder: string;
  let shown: string[];
  let files: ReturnType<typeof openQueryFiles>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'proxy-scout-queries-'));
    shown = [];
    files = openQueryFiles(vscode.Uri.file(join(folder, 'queries')), ({ authority }) => shown.includes(authority));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const stored = () => readdir(join(folder, 'queries'));
  const text = async (uri: vscode.Uri): Promise<string> => new TextDecoder().decode(await files.readFile(uri));
  const write = (uri: vscode.Uri, content: string) =>
    Promise.resolve(files.writeFile(uri, new TextEncoder().encode(content)));
  const isError = (code: string) => (error: unknown) => error instanceof vscode.FileSystemError && error.code === code;
  const unknown = (authority: string) => vscode.Uri.from({ scheme: queryScheme, authority, path: '/search.jsonc' });

  it('are kept each by itself, with what they are for', async () => {
    const first = await files.make(body);
    const second = await files.make({ ...body, endpointId: other, text: '{}' });
    assert.equal((await stored()).length, 2);
    assert.deepEqual([await text(first), await text(second)], [body.text, '{}']);
    await write(first, '{\r\n}');
    assert.equal(await text(first), '{\r\n}');
    const { endpointId, index, size } = (await files.record(first)) ?? {};
    assert.deepEqual({ endpointId, index, size }, { endpointId: prod, index: 'access-logs', size: 25 });
    assert.equal(await text(second), '{}');
  });

  it('have an address with an id and a name, and nothing of what they are for', async () => {
    const uri = await files.make({ ...body, index: '<logs-{now/d}>,../[x](command:y)' });
    assert.match(uri.authority, /^[0-9a-f-]{36}$/);
    assert.notEqual(uri.authority, prod);
    assert.doesNotMatch(uri.path.slice(1), /[\\/()[\]<>]/);
    assert.match(uri.path, /\.jsonc$/);
    assert.equal(uri.query + uri.fragment, '');
    assert.equal((await files.make({ ...body, index: ' ' })).path, '/search.jsonc');
  });

  it('are taken for changed after each write', async () => {
    const uri = await files.make(body);
    let { mtime } = await files.stat(uri);
    for (const content of ['{}', '{"ü": 1}']) {
      await write(uri, content);
      const now = await files.stat(uri);
      assert.ok(now.mtime > mtime);
      assert.equal(now.size, Buffer.byteLength(content));
      ({ mtime } = now);
    }
  });

  it('are replaced, not written over: what was saved before is whole until what is saved now is', async () => {
    const uri = await files.make(body);
    const [name = ''] = await stored();
    const before = await open(join(folder, 'queries', name));
    try {
      await write(uri, '{"saved": "now"}');
      await files.retarget(uri, { endpointId: other, index: 'products' });
      assert.equal(JSON.parse(await before.readFile('utf8')).text, body.text);
    } finally {
      await before.close();
    }
    assert.equal(await text(uri), '{"saved": "now"}');
    assert.deepEqual(await stored(), [name]);
  });

  it('are kept beside nothing that a killed window left, once one was saved and not before', async () => {
    await files.make(body);
    const left = join(folder, 'queries', '.a.json.0123456789ab.part');
    await writeFile(left, 'half');
    await utimes(left, 1, 1);
    const next = openQueryFiles(vscode.Uri.file(join(folder, 'queries')), () => false);
    await next.forget(() => false);
    assert.equal((await stored()).length, 2);
    await next.make(body);
    for (let waits = 0; (await readdir(join(folder, 'queries'))).includes('.a.json.0123456789ab.part'); waits++) {
      assert.ok(waits < 200);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    assert.equal((await stored()).length, 2);
  });

  it('keep what is written and what they are for, when both change at once', async () => {
    const uri = await files.make(body);
    await Promise.all([
      write(uri, '1'),
      files.retarget(uri, { endpointId: other, index: 'products' }),
      write(uri, '2'),
      files.retarget(uri, { endpointId: prod, index: 'empty' }),
    ]);
    const { endpointId, index, text: content } = (await files.record(uri)) ?? {};
    assert.deepEqual({ endpointId, index, content }, { endpointId: prod, index: 'empty', content: '2' });
  });

  it('keep a text whose record is gone, to be sent where a person chooses', async () => {
    const uri = unknown('11111111-2222-4333-8444-555555555555');
    await assert.rejects(async () => files.readFile(uri), isError('FileNotFound'));
    await write(uri, '{"typed": true}');
    assert.deepEqual([await text(uri), (await files.record(uri))?.endpointId], ['{"typed": true}', undefined]);
  });

  it('are none where the record cannot be read, or the address is no id', async () => {
    const uri = await files.make(body);
    const [name = ''] = await stored();
    await writeFile(join(folder, 'queries', name), '{"version":1}');
    await assert.rejects(async () => files.stat(uri), isError('FileNotFound'));
    await writeFile(join(folder, 'secret.json'), JSON.stringify({ version: 1 }));
    for (const authority of ['..', '../secret', '%2e%2e', 'secret', '']) {
      await assert.rejects(async () => files.readFile(unknown(authority)), isError('FileNotFound'), authority);
      await assert.rejects(async () => write(unknown(authority), 'x'), isError('FileNotFound'), authority);
    }
    assert.deepEqual((await readdir(folder)).sort(), ['queries', 'secret.json']);
  });

  it('are refused where they are too large, and stay as they were', async () => {
    const uri = await files.make(body);
    await assert.rejects(async () => write(uri, ' '.repeat(1_000_001)), /at most 1,000,000 characters/);
    assert.equal(await text(uri), body.text);
  });

  it('go where there are more than 200: the oldest that no editor shows', async () => {
    const first = await files.make(body);
    const place = (authority: string) => join(folder, 'queries', `${authority}.json`);
    const record = await readFile(place(first.authority), 'utf8');
    const ids = [first.authority, ...Array.from({ length: 199 }, () => randomUUID())];
    for (const [at, id] of ids.entries()) {
      await writeFile(place(id), record);
      await utimes(place(id), at, at);
    }
    shown = [first.authority];
    await files.make(body);
    const left = await stored();
    assert.equal(left.length, 200);
    assert.deepEqual(
      ids.slice(0, 3).map((id) => left.includes(`${id}.json`)),
      [true, false, true],
    );
  });

  it('go with their endpoint, unless an editor shows them', async () => {
    const [gone, kept, others] = [
      await files.make(body),
      await files.make(body),
      await files.make({ ...body, endpointId: other }),
    ];
    shown = [kept.authority];
    await files.forget((endpointId) => endpointId === prod);
    assert.deepEqual((await stored()).sort(), [kept, others].map(({ authority }) => `${authority}.json`).sort());
    assert.equal(await files.record(gone), undefined);
  });
});
