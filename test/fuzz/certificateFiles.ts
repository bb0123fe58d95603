import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import type { EndpointTls } from '../../src/core/base/endpoints/endpoint';
import { readTlsFiles } from '../../src/core/base/http/tlsFiles';

const [one = '', two = ''] = rootCertificates;
/** A key of Ed25519 (RFC 8410), the same in every run. */
const key = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)]);

/** Files as they should be: of authorities, and of a certificate with a key that is another's. */
export const goodPems: readonly string[] = [
  `${one}\n${two}\n`,
  `Bag Attributes\n${one}\n-----BEGIN PRIVATE KEY-----\n${key.toString('base64')}\n-----END PRIVATE KEY-----\n`,
];

/** What a file may be chosen for. */
export type Chosen = 'authorities' | 'pem' | 'pfx';

let folder: string | undefined;

function fileHere(): string {
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'proxy-scout-fuzz-'));
    process.on('exit', () => rmSync(made, { recursive: true, force: true }));
    folder = made;
  }
  return join(folder, 'chosen');
}

/**
 * Reads a file with this text as one that a person chose for an endpoint's TLS.
 *
 * @throws RequestFailure that says what is wrong with it
 */
export async function readChosen(text: string, as: Chosen): Promise<void> {
  const file = fileHere();
  await writeFile(file, text);
  const settings: EndpointTls =
    as === 'authorities'
      ? { trust: { type: 'file', path: file } }
      : { client: { type: as, file, passphrase: 'open sesame' } };
  await readTlsFiles(settings, undefined);
}
