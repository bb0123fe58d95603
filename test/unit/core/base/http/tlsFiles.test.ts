import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { ClientCertificate, EndpointTls } from '../../../../../src/core/base/endpoints/endpoint';
import { readTlsFiles } from '../../../../../src/core/base/http/tlsFiles';
import { makeAuthority } from './certificates';
import { failureOf } from './fixtures';
import { keylessStore, keyStore, oldKeyStore } from './keyStore';

describe('tlsFiles: the files of an endpoint’s TLS settings', () => {
  const authority = makeAuthority();
  const reader = authority.issue(['reader']);
  const encrypted = createPrivateKey(reader.key)
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'c4n4ry' })
    .toString();
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'proxy-scout-tls-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const put = async (name: string, content: string | Uint8Array): Promise<string> => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const read = async (settings: EndpointTls) => (await readTlsFiles(settings, undefined)).material;
  const authoritiesAt = async (path: string) => (await read({ trust: { type: 'file', path } })).ca;
  const clientOf = async (client: ClientCertificate) => (await read({ client })).client;

  describe('with authorities', () => {
    const [first, second] = [authority.cert, makeAuthority('second').cert];
    const forms: readonly (readonly [what: string, content: string | Uint8Array, count: number])[] = [
      ['one', first, 1],
      ['two, with words around them', `First\n${first}\nSecond\n${second}end`, 2],
      ['Windows’ line ends', `${first}${second}`.replaceAll('\n', '\r\n'), 2],
      ['a byte order mark', `\uFEFF${first}`, 1],
      ['keys among them, which are left alone', `${reader.key}${first}`, 1],
    ];
    for (const [what, content, count] of forms) {
      it(`are read with ${what}`, async () => {
        const ca = await authoritiesAt(await put('ca.pem', content));
        assert.equal(ca.length, count);
        for (const pem of ca) assert.match(pem, /^-----BEGIN CERTIFICATE-----\r?\n[\s\S]*-----END CERTIFICATE-----\n$/);
      });
    }

    it('are found from the home folder', async () => {
      const path = `~/${relative(homedir(), await put('ca.pem', first))}`;
      assert.equal((await authoritiesAt(path)).length, 1);
    });

    it('are read through a link, and again when they have changed, and are the same as before when not', async () => {
      const settings: EndpointTls = { trust: { type: 'file', path: join(folder, 'link.pem') } };
      await symlink(await put('real.pem', first), join(folder, 'link.pem'));
      const once = await readTlsFiles(settings, undefined);
      assert.equal(await readTlsFiles(settings, once), once);
      await put('real.pem', second);
      const twice = await readTlsFiles(settings, once);
      assert.notDeepEqual(twice.material.ca, once.material.ca);
    });

    const contents: readonly (readonly [what: string, content: string | Uint8Array, words: RegExp])[] = [
      ['nothing', '', /contains no certificate in PEM format\./],
      ['a key only', reader.key, /contains no certificate in PEM format\./],
      ['DER', Buffer.from(first.replace(/-----.*-----/g, ''), 'base64'), /contains no certificate in PEM format\./],
      ['UTF-16', Buffer.from(first, 'utf16le'), /contains no certificate in PEM format\./],
      ['a second one that is damaged', first + second.replace(/\n.{8}/, '\nAAAAAAAA'), /certificate 2 cannot be/],
      ['half of one', first + second.slice(0, -40), /is truncated\./],
      ['a beginning in another', `${'-----BEGIN CERTIFICATE-----\n'.repeat(100_000)}${first}`, /certificate 1 cannot/],
      ['a whole log', 'x'.repeat(4 * 2 ** 20 + 1), /is too large to contain certificates or keys\./],
    ];
    for (const [what, content, words] of contents) {
      it(`are not read from a file with ${what}`, async () => {
        const path = await put('bad.pem', content);
        const { kind, sentence, nextStep } = await failureOf(authoritiesAt(path));
        assert.equal(kind, 'tls');
        assert.ok(sentence.startsWith(`Certificate authority: ${path} `), sentence);
        assert.match(sentence, words);
        assert.match(nextStep, /^Edit the endpoint and /);
      });
    }

    const places: readonly (readonly [what: string, place: () => Promise<string>, words: RegExp])[] = [
      ['a file that is gone', async () => join(folder, 'gone.pem'), /does not exist\./],
      ['a folder that is none', async () => join(await put('file', ''), 'ca.pem'), /does not exist\./],
      ['a folder', async () => folder, /is a folder\./],
      ['a path that begins nowhere', async () => 'ca.pem', /is not an absolute path\./],
      ['another person’s home', async () => '~root/ca.pem', /is not an absolute path\./],
      ['a network share', async () => '\\\\server\\share\\ca.pem', /is on a network share\./],
      ['a network share, spelt as Windows takes it too', async () => '\\/server/share/ca.pem', /on a network share\./],
      ['a network share, spelt the other way round', async () => '/\\server\\share\\ca.pem', /on a network share\./],
      ['a network share, spelt otherwise', async () => '//server/share/ca.pem', /is on a network share\./],
    ];
    for (const [what, place, words] of places) {
      it(`are not read from ${what}`, async () => {
        assert.match((await failureOf(authoritiesAt(await place()))).sentence, words);
      });
    }

    if (process.platform !== 'win32') {
      it('are not waited for at a named pipe', async () => {
        const pipe = join(folder, 'pipe');
        execFileSync('mkfifo', [pipe]);
        assert.match((await failureOf(authoritiesAt(pipe))).sentence, /is not a regular file\./);
      });
    }

    if (process.getuid !== undefined && process.getuid() !== 0) {
      it('are not read against the permissions of a folder', async () => {
        const closed = join(folder, 'closed');
        await mkdir(closed, { mode: 0o000 });
        assert.match(
          (await failureOf(authoritiesAt(join(closed, 'ca.pem')))).sentence,
          /cannot be read: permission denied\./,
        );
      });
    }

    it('are named as one plain line', async () => {
      const { sentence } = await failureOf(authoritiesAt(`/\u202E/${'x'.repeat(2_000)}`));
      assert.ok(sentence.length < 400);
      assert.doesNotMatch(sentence, /\u202E/);
    });
  });

  describe('with a client certificate in PEM form', () => {
    const named = async (cert: string, key?: string, passphrase?: string): Promise<ClientCertificate> => ({
      type: 'pem',
      file: await put('reader.pem', cert),
      ...(key === undefined ? {} : { keyFile: await put('reader.key', key) }),
      ...(passphrase === undefined ? {} : { passphrase }),
    });

    it('take the key from its own file, or from that of the certificate', async () => {
      const apart = await clientOf(await named(`${reader.cert}${authority.cert}`, reader.key));
      const together = await clientOf(await named(`${reader.key}${reader.cert}${authority.cert}`));
      assert.ok(apart !== undefined && 'cert' in apart);
      assert.deepEqual(apart, together);
      assert.deepEqual(apart.cert.match(/BEGIN CERTIFICATE/g)?.length, 2);
      assert.ok(apart.validTo.getTime() > Date.now());
    });

    it('open an encrypted key', async () => {
      const client = await clientOf(await named(reader.cert, encrypted.replaceAll('\n', '\r\n'), 'c4n4ry'));
      assert.equal(client?.passphrase, 'c4n4ry');
    });

    const other = authority.issue(['other']);
    const faults: readonly (readonly [
      what: string,
      cert: string,
      key: string | undefined,
      passphrase: string | undefined,
      words: RegExp,
    ])[] = [
      [
        'no certificate',
        reader.key,
        undefined,
        undefined,
        /^Client certificate: .* contains no certificate in PEM format\./,
      ],
      ['no key', reader.cert, undefined, undefined, /^Client certificate: .* contains no private key in PEM format\./],
      [
        'no key in its file',
        reader.cert,
        reader.cert,
        undefined,
        /^Client key: .* contains no private key in PEM format\./,
      ],
      ['the key of another', reader.cert, other.key, undefined, /does not match its private key\./],
      ['an encrypted key', reader.cert, encrypted, undefined, /an encrypted key, but no passphrase was entered\./],
      ['no passphrase yet', reader.cert, encrypted, '', /an encrypted key, but no passphrase was entered\./],
      ['a wrong passphrase', reader.cert, encrypted, 'wr0ng', /an encrypted key, and the passphrase is wrong\./],
      [
        'a damaged key',
        reader.cert,
        reader.key.replace(/\n.{8}/, '\nAAAAAAAA'),
        undefined,
        /a key that cannot be read\./,
      ],
    ];
    for (const [what, cert, key, passphrase, words] of faults) {
      it(`are not usable with ${what}`, async () => {
        const failure = await failureOf(clientOf(await named(cert, key, passphrase)));
        assert.match(failure.sentence, words);
        assert.doesNotMatch(JSON.stringify(failure), /c4n4ry|wr0ng|MIG/);
      });
    }
  });

  describe('with a client certificate in a PFX', () => {
    const store = keyStore(reader, 'c4n4ry');
    const named = async (content: string | Uint8Array, passphrase?: string): Promise<ClientCertificate> => ({
      type: 'pfx',
      file: await put('reader.pfx', content),
      ...(passphrase === undefined ? {} : { passphrase }),
    });

    it('are read whole', async () => {
      assert.deepEqual(await clientOf(await named(store, 'c4n4ry')), { pfx: store, passphrase: 'c4n4ry' });
    });

    const faults: readonly (readonly [what: string, string | Uint8Array, passphrase: string | undefined, RegExp])[] = [
      ['no passphrase', store, undefined, /is encrypted, but no passphrase was entered\./],
      ['no passphrase yet', store, '', /is encrypted, but no passphrase was entered\./],
      ['a wrong passphrase', store, 'wr0ng', /is encrypted, and the passphrase is wrong\./],
      ['no key', keylessStore(reader, 'c4n4ry'), 'c4n4ry', /does not contain both a certificate and its private key\./],
      ['PEM in it', reader.cert, 'c4n4ry', /is not a PFX file\./],
      ['nothing in it', '', 'c4n4ry', /is not a PFX file\./],
      ['half of it', store.subarray(0, 200), 'c4n4ry', /is not a PFX file\./],
    ];
    for (const [what, content, passphrase, words] of faults) {
      it(`are not usable with ${what}`, async () => {
        const failure = await failureOf(clientOf(await named(content, passphrase)));
        assert.match(failure.sentence, words);
        assert.doesNotMatch(JSON.stringify(failure), /c4n4ry|wr0ng/);
      });
    }

    it('are not usable where it is encrypted as only old OpenSSL can, with a way to write it anew', async () => {
      const { sentence, nextStep } = await failureOf(clientOf(await named(oldKeyStore(reader, 'c4n4ry'), 'c4n4ry')));
      assert.match(sentence, /reader\.pfx uses an old encryption that is not supported\.$/);
      assert.match(nextStep, /openssl pkcs12 -legacy/);
    });
  });

  it('are each named when they are gone', async () => {
    const cert = await put('there.pem', reader.cert);
    const missing = join(folder, 'gone.key');
    const { sentence } = await failureOf(clientOf({ type: 'pem', file: cert, keyFile: missing }));
    assert.equal(sentence, `Client key: ${missing} does not exist.`);
  });
});
