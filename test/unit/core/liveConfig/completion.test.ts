import assert from 'node:assert/strict';
import type { CompletionPlace } from '../../../../src/core/config/files/completion';
import { completionNames } from '../../../../src/core/liveConfig/completion';
import { recorded } from '../proxy/model/given';

describe('completionNames: the names that can be written in a file', () => {
  const place = (of: CompletionPlace['of'], protocol: CompletionPlace['protocol'] = 'http') => ({
    of,
    protocol,
    start: 0,
  });
  const declared = [
    { protocol: 'http', kind: 'middleware', name: 'auth@docker' },
    { protocol: 'http', kind: 'middleware', name: 'api-strip@file' },
    { protocol: 'tcp', kind: 'middleware', name: 'allow@file' },
    { protocol: 'http', kind: 'middleware', name: '\uE000@docker' },
    { protocol: 'http', kind: 'tlsOptions', name: 'modern@file' },
  ] as const;
  const proxies = async () => [{ endpointId: 'edge', name: 'edge', inventory: await recorded('3.7'), isBound: true }];
  const names = async (of: CompletionPlace['of'], provider: string) =>
    completionNames(place(of), provider, declared, await proxies());

  it('are those of files and proxies, without the provider of the file itself', async () => {
    const inFile = await names('middleware', 'file');
    assert.deepEqual(
      inFile.find(({ text }) => text === 'api-strip'),
      { text: 'api-strip', proxies: ['edge'] },
    );
    assert.deepEqual(
      inFile.find(({ text }) => text === 'auth@docker'),
      { text: 'auth@docker', proxies: [] },
    );
    assert.ok(!inFile.some(({ text }) => text.includes('allow') || text.includes('\uE000')));
    const inLabels = (await names('middleware', 'docker')).map(({ text }) => text);
    assert.ok(inLabels.includes('api-strip@file') && inLabels.includes('auth'));
  });

  it('are entry points of proxies, and TLS options of files', async () => {
    assert.ok((await names('entryPoint', 'file')).some(({ text }) => text === 'web'));
    assert.deepEqual(await names('tlsOptions', 'docker'), [{ text: 'modern@file', proxies: [] }]);
  });

  it('are the matchers of the protocol in a rule', () => {
    const of = (protocol: CompletionPlace['protocol']) =>
      completionNames(place('matcher', protocol), 'file', [], []).map(({ text }) => text);
    assert.ok(of('http').includes('PathPrefix'));
    assert.deepEqual(of('tcp'), ['ALPN', 'ClientIP', 'HostSNI', 'HostSNIRegexp']);
    assert.deepEqual(of('udp'), []);
  });

  it('are the matchers that the version of the file’s proxy has', async () => {
    const of = async (version: '2.11' | '3.7', isBound: boolean) => {
      const proxy = { endpointId: 'edge', name: 'edge', inventory: await recorded(version), isBound };
      return completionNames(place('matcher'), 'file', [], [proxy]);
    };
    const old = (await of('2.11', true)).map(({ text }) => text);
    assert.ok(
      ['HostHeader', 'Headers', 'HeadersRegexp'].every((name) => old.includes(name)),
      old.join(),
    );
    assert.ok(!['Header', 'HeaderRegexp', 'PathRegexp', 'QueryRegexp'].some((name) => old.includes(name)), old.join());
    for (const others of [await of('3.7', true), await of('2.11', false)]) {
      const names = others.map(({ text }) => text);
      assert.ok(names.includes('PathRegexp') && !names.includes('HostHeader'), names.join());
      assert.ok(others.every(({ example }) => example === undefined));
    }
    const regexp = (await of('2.11', true)).find(({ text }) => text === 'HostRegexp');
    assert.deepEqual(regexp, { text: 'HostRegexp', proxies: [], example: '{name:.+}' });
  });
});
