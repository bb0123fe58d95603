import assert from 'node:assert/strict';
import type { Inventory } from '../../../../../src/core/proxy/model/inventory';
import { guessEntryPoint, isLikelyTls, likelyProtocol } from '../../../../../src/core/proxy/routing/entryPointGuess';
import { given, type Raw } from '../model/given';

type EntryPointGuessInput = Parameters<typeof guessEntryPoint>[0];

const router = (name: string, using: readonly string[], more: object = {}): Raw => ({
  name,
  provider: 'file',
  status: 'enabled',
  rule: 'PathPrefix(`/`)',
  service: 's',
  using,
  ...more,
});
const asked: EntryPointGuessInput = { protocol: 'http', isTls: true, port: undefined, name: 'a.test' };

function names(
  inventory: Inventory,
  question: Partial<EntryPointGuessInput>,
  origins?: Readonly<Record<string, string>>,
) {
  const { guesses, isCertain } = guessEntryPoint({ ...asked, ...question }, inventory, origins);
  return [guesses.map(({ name }) => name).join(' '), isCertain];
}

describe('entryPointGuess: the guess at which entry point a request arrives', () => {
  let inventory: Inventory;
  before(async () => {
    inventory = await given({
      entryPoints: [
        { name: 'dns', address: ':53/udp' },
        { name: 'web', address: ':80' },
        { name: 'websecure', address: '[::]:443/tcp', http: { tls: {} } },
        { name: 'inner', address: '127.0.0.1:8443' },
      ],
      http: {
        routers: [
          router('a@file', ['web']),
          router('b@file', ['websecure'], { tls: {} }),
          router('c@file', ['inner'], { tls: {}, rule: 'Host(`c.test`)' }),
        ],
      },
    });
  });

  it('is certain where one alone has the port that the URL says or its scheme means', () => {
    assert.deepEqual(names(inventory, {}), ['websecure inner web', true]);
    assert.deepEqual(names(inventory, { isTls: false }), ['web websecure inner', true]);
    assert.deepEqual(names(inventory, { port: 8443 }), ['inner websecure web', true]);
  });

  it('is not certain where no port fits, or nothing there takes TLS', () => {
    assert.deepEqual(names(inventory, { port: 9443 }), ['websecure inner web', false]);
    assert.deepEqual(names(inventory, { port: 80 }), ['web websecure inner', false]);
    assert.deepEqual(names(inventory, { isTls: undefined }), ['web websecure inner', false]);
  });

  it('prefers an entry point whose rules name the host', () => {
    const { guesses } = guessEntryPoint({ ...asked, port: 9443, name: 'C.test' }, inventory);
    assert.equal(guesses[0]?.name, 'inner');
    assert.equal(guesses[0]?.why, 'Listens on port 8443 · Has routers with TLS · Rules mention this host');
  });

  it('prefers what looks made for the scheme over the number of routers', async () => {
    const many = Array.from({ length: 30 }, (_, at) => router(`r${at}@file`, ['web'], at < 3 ? { tls: {} } : {}));
    const read = await given({
      entryPoints: [
        { name: 'web', address: ':8000' },
        { name: 'other', address: ':8443' },
        { name: 'websecure', address: ':9443', http: { tls: {} } },
      ],
      http: { routers: [...many, router('s@file', ['websecure', 'other'], { tls: {} })] },
    });
    assert.equal(names(read, { name: 'x.test' })[0], 'other websecure web');
    assert.equal(names(read, { name: 'x.test', isTls: false })[0], 'web other websecure');
    const whys = guessEntryPoint({ ...asked, name: 'x.test' }, read).guesses.map(({ why }) => why);
    assert.deepEqual(whys, [
      'Listens on port 8443 · Has routers with TLS',
      'Uses TLS · Has routers with TLS',
      'Has routers with TLS',
    ]);
  });

  it('takes a port for one of connections where only TCP routers listen', async () => {
    const tcp = [router('t@file', ['db'], { rule: 'HostSNI(`*`)' })];
    const read = await given({
      entryPoints: [
        { name: 'db', address: ':5432' },
        { name: 'web', address: ':80' },
      ],
      http: { routers: [router('a@file', ['web'])] },
      tcp: { routers: tcp },
    });
    assert.equal(likelyProtocol({ port: 5432 }, read), 'tcp');
    assert.equal(likelyProtocol({ port: 80 }, read), 'http');
    assert.equal(likelyProtocol({ port: 1 }, read), 'http');
    assert.equal(likelyProtocol({ port: undefined }, read), 'http');
  });

  it('believes the public address that a person set', () => {
    assert.deepEqual(names(inventory, { port: 9443 }, { inner: 'https://localhost:9443' }), [
      'inner websecure web',
      true,
    ]);
    assert.equal(names(inventory, { port: 9443 }, { inner: 'http://localhost:9443' })[1], false);
  });

  it('says why', () => {
    const whys = (question: Partial<EntryPointGuessInput>) =>
      guessEntryPoint({ ...asked, ...question }, inventory).guesses.map(({ why }) => why);
    assert.deepEqual(whys({}), [
      'Default port for HTTPS · Has routers with TLS',
      'Listens on port 8443 · Has routers with TLS',
      undefined,
    ]);
    assert.equal(whys({ port: 8443 })[0], 'Listens on port 8443 · Has routers with TLS');
  });

  it('is certain where there is one only', async () => {
    const single = await given({ entryPoints: [{ name: 'web', address: ':8000' }] });
    assert.deepEqual(names(single, { port: 1234 }), ['web', true]);
    assert.equal(guessEntryPoint(asked, single).guesses[0]?.why, 'No routers');
  });

  it('knows the entry points that routers name where the proxy lists none', async () => {
    const read = await given({ http: { routers: [router('a@file', ['one', 'two'])] } });
    const unlisted: Inventory = { ...read, entryPoints: { state: 'missing' } };
    assert.deepEqual(names(unlisted, { isTls: false }), ['one two', false]);
  });

  it('takes a URL without scheme to go over TLS where all there does', () => {
    assert.equal(isLikelyTls({ port: undefined }, 'websecure', inventory), true);
    assert.equal(isLikelyTls({ port: undefined }, 'inner', inventory), true);
    assert.equal(isLikelyTls({ port: undefined }, 'web', inventory), false);
    assert.equal(isLikelyTls({ port: 443 }, 'web', inventory), true);
  });
});
