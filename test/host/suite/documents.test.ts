import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type SingleFlight, singleFlight } from '../../../src/core/base/async/singleFlight';
import { type EndpointStore, openEndpointStore } from '../../../src/core/base/endpoints/endpointStore';
import { RequestFailure } from '../../../src/core/base/errors/failure';
import type { Inventory } from '../../../src/core/proxy/model/inventory';
import type { SubjectRef } from '../../../src/core/proxy/model/subject';
import { type DocumentSources, openDocumentSources } from '../../../src/vscode/documents/documentSources';
import { refOfUri, subjectRefOf, uriOf } from '../../../src/vscode/shared/documentUris';
import { noLongerListed } from '../../../src/vscode/shared/findSubject';
import { detailsScheme, jsonScheme } from '../../../src/vscode/shared/ids';
import { hostileTexts } from '../../servers/traefik/hostile';
import { fakeWindows } from '../../unit/core/base/endpoints/fakeWindows';
import { inventoryOf } from '../../unit/core/proxy/tree/sample';

const endpointId = '0b7cbd7a-2f6e-4f0e-9a3c-6f6e0f4a1d11';
const router = (name: string): SubjectRef => ({ endpointId, protocol: 'http', kind: 'routers', name });

describe('documents: the address of a document', () => {
  const schemes = [detailsScheme, jsonScheme] as const;

  it('leads back to what the document is about, whatever that is called', async () => {
    for (const scheme of schemes) {
      for (const name of hostileTexts('http://127.0.0.1:9')) {
        const uri = vscode.Uri.parse(uriOf(scheme, router(name)).toString(), true);
        assert.deepEqual(await refOfUri(uri), router(name));
      }
      for (const type of ['entryPoint', 'certificate'] as const) {
        const ref = { type, endpointId, name: 'web' };
        assert.deepEqual(await refOfUri(uriOf(scheme, ref)), ref);
      }
    }
  });

  it('is one for one thing, from wherever it is opened', () => {
    const row = { name: 'x', label: 'y', kind: 'routers', endpointId, protocol: 'http', type: 'item' } as const;
    const { name, kind, protocol } = row;
    assert.equal(
      uriOf(detailsScheme, { name, kind, endpointId, protocol }).toString(),
      uriOf(detailsScheme, router('x')).toString(),
    );
  });

  it('means nothing in Markdown, into which VS Code writes it when a link is hovered', () => {
    for (const scheme of schemes) {
      for (const name of [...hostileTexts('http://127.0.0.1:9'), '\\) ![x](http:evil.test)', 'a "b" <c>']) {
        const { path, query } = uriOf(scheme, router(name));
        assert.doesNotMatch(path, /[\\()[\]<>\n]/, name);
        assert.match(query, /^[\w-]+$/, name);
      }
    }
  });

  it('has the name of the thing as the title of its editor', () => {
    assert.equal(uriOf(detailsScheme, router('shop@file')).path, '/Proxy Scout/HTTP routers/shop@file');
    assert.equal(uriOf(jsonScheme, router('team a / blue@file')).path, '/team a ∕ blue@file.json');
    assert.equal(uriOf(detailsScheme, router('..')).path, '/Proxy Scout/HTTP routers/no name');
    assert.ok(uriOf(detailsScheme, router('x'.repeat(100_000))).path.length < 200);
  });

  it('of anything else names nothing', async () => {
    const strange = [
      '',
      'x',
      Buffer.from('{"name":"x"}').toString('base64url'),
      Buffer.from('[').toString('base64url'),
    ];
    for (const query of strange) {
      assert.equal(await refOfUri(vscode.Uri.from({ scheme: detailsScheme, path: '/x', query })), undefined);
    }
    assert.equal(await refOfUri(uriOf(detailsScheme, router('x')).with({ scheme: 'file' })), undefined);
    for (const argument of [null, 7, 'x', {}, vscode.Uri.file('/x')]) {
      assert.equal(await subjectRefOf(argument), undefined);
    }
  });

  it('is what an editor’s toolbar gives a command', async () => {
    assert.deepEqual(await subjectRefOf(uriOf(jsonScheme, router('x'))), router('x'));
    assert.deepEqual(await subjectRefOf({ ...router('x'), label: 'y', parent: {} }), router('x'));
  });
});

describe('documents: a document whose address names nothing', () => {
  before(() => vscode.extensions.getExtension('proxy-scout.proxy-scout')?.activate());

  it('says so, in the language of details', async () => {
    const uri = vscode.Uri.from({ scheme: detailsScheme, path: '/Proxy Scout/HTTP routers/x', query: 'x' });
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.getText(), `${noLongerListed()}\n`);
    assert.equal(document.languageId, 'proxy-scout-details');
  });
});

describe('documents: what a document shows', () => {
  const uri = uriOf(detailsScheme, router('shop@file'));
  const failure = { kind: 'refused', sentence: 'Nothing answers.', nextStep: 'Start it.' } as const;
  let shared: SingleFlight<Inventory>;
  let store: EndpointStore;
  let sights: DocumentSources;
  /** What the proxy lists now; undefined while it does not answer. */
  let listed: readonly string[] | undefined;

  const open = () =>
    singleFlight<Inventory>(async () => {
      if (listed === undefined) throw new RequestFailure(failure);
      return inventoryOf({ 'http/routers': listed.map((name) => ({ name, status: 'enabled', provider: 'file' })) });
    });
  const refresh = async (): Promise<void> => {
    shared.refresh();
    await shared.read().catch(() => undefined);
  };

  beforeEach(() => {
    const { vault, shelf } = fakeWindows().openWindow();
    store = openEndpointStore(vault, shelf);
    shared = open();
    sights = openDocumentSources({ inventory: async () => shared, store: async () => store });
    listed = ['shop@file'];
  });
  afterEach(() => {
    sights.dispose();
    store.dispose();
  });

  const look = () => sights.look(uri, router('shop@file'));

  it('is what was last read', async () => {
    const sight = await look();
    assert.equal(sight?.subject.item.name, 'shop@file');
    assert.deepEqual(sight.reading, { is: 'current' });
  });

  it('is old where a later read failed, until one does not', async () => {
    await look();
    listed = undefined;
    await refresh();
    assert.deepEqual((await look())?.reading, { is: 'stale', failure });
    listed = ['shop@file'];
    await refresh();
    assert.deepEqual((await look())?.reading, { is: 'current' });
  });

  it('is what was last seen where it is not listed any more', async () => {
    const before = await look();
    listed = ['other@file'];
    await refresh();
    const sight = await look();
    assert.deepEqual(sight?.reading, { is: 'gone' });
    assert.equal(sight.subject, before?.subject);
    assert.equal(sight.inventory, before?.inventory);
  });

  it('is what was last seen where the endpoint cannot be read any more', async () => {
    await look();
    listed = undefined;
    shared = open();
    assert.deepEqual((await look())?.reading, { is: 'stale', failure });
  });

  it('is nothing where nothing was ever seen', async () => {
    listed = ['other@file'];
    assert.equal(await look(), undefined);
    listed = undefined;
    shared = open();
    await assert.rejects(look(), /Nothing answers/);
  });
});
