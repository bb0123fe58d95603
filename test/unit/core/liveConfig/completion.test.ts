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
});
