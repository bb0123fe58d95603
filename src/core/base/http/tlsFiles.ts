import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import * as tls from 'node:tls';
import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import type { ClientCertificate, EndpointTls } from '../endpoints/endpoint';
import { RequestFailure } from '../errors/failure';
import { plainText } from '../text/plainText';

/** The content of the files of an endpoint's TLS settings, checked as far as possible before a request is sent. */
export interface TlsMaterial {
  /** The authorities trusted for this endpoint: PEM texts of one certificate each. */
  readonly ca: readonly string[];
  readonly client?:
    | { readonly cert: string; readonly key: string; readonly passphrase?: string; readonly validTo: Date }
    | { readonly pfx: Buffer; readonly passphrase?: string };
}

/** Certificate bundles of operating systems have about 200 KB. A much larger file was selected by mistake. */
const mostBytes = 4 * 2 ** 20;

/**
 * Reads the files of an endpoint's TLS settings.
 *
 * @param before the last result, which is returned again if no file has changed
 * @throws RequestFailure `tls` with the file, the problem, and the next step
 */
export async function readTlsFiles(
  { trust, client }: EndpointTls,
  before: TlsFilesRead | undefined,
): Promise<TlsFilesRead> {
  const named: NamedFile[] = [];
  if (trust?.type === 'file') named.push({ use: 'authority', path: trust.path });
  if (client !== undefined) named.push(...filesOf(client));
  const files = await Promise.all(named.map(async (file) => ({ ...file, bytes: await readWhole(file) })));
  if (before !== undefined && isSame(before.files, files)) return before;
  const authorities = files.filter(({ use }) => use === 'authority');
  const own = client === undefined ? undefined : materialOf(client, files.slice(authorities.length));
  return {
    files,
    material: { ca: authorities.flatMap(authoritiesIn), ...(own === undefined ? {} : { client: own }) },
  };
}

/** The files as read, and what they contain. */
export interface TlsFilesRead {
  readonly files: readonly ReadFile[];
  readonly material: TlsMaterial;
}

interface NamedFile {
  readonly use: 'authority' | 'clientCertificate' | 'clientKey';
  readonly path: string;
}
interface ReadFile extends NamedFile {
  readonly bytes: Buffer;
}

function filesOf(client: ClientCertificate): readonly NamedFile[] {
  const certificate: NamedFile = { use: 'clientCertificate', path: client.file };
  return client.type === 'pem' && client.keyFile !== undefined
    ? [certificate, { use: 'clientKey', path: client.keyFile }]
    : [certificate];
}

const isSame = (before: readonly ReadFile[], now: readonly ReadFile[]): boolean =>
  before.length === now.length && before.every(({ bytes }, index) => now[index]?.bytes.equals(bytes));

async function readWhole(file: NamedFile): Promise<Buffer> {
  const path = placeOf(file);
  const name = shownPath(file);
  try {
    // Checked before it is opened: opening a named pipe would wait for its other end.
    const found = await stat(path);
    if (found.isDirectory()) {
      throw unusable(file, l10n.t('{0} is a folder.', name), l10n.t('Edit the endpoint and select the file in it.'));
    }
    if (!found.isFile()) throw unusable(file, l10n.t('{0} is not a regular file.', name));
    const chunks: Buffer[] = [];
    for await (const chunk of createReadStream(path, { end: mostBytes })) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    if (bytes.length > mostBytes) {
      throw unusable(file, l10n.t('{0} is too large to contain certificates or keys.', name));
    }
    return bytes;
  } catch (error) {
    if (error instanceof RequestFailure) throw error;
    throw unreadable(file, error);
  }
}

/** Resolves a path. Network shares are never opened, because Windows would send them the user's login. */
function placeOf(file: NamedFile): string {
  const { path } = file;
  if (/^[\\/]{2}/.test(path)) {
    throw unusable(
      file,
      l10n.t('{0} is on a network share.', shownPath(file)),
      l10n.t('Edit the endpoint and select a copy on the computer that sends the requests.'),
    );
  }
  if (/^~[\\/]/.test(path)) return join(homedir(), path.slice(2));
  if (!isAbsolute(path)) {
    throw unusable(
      file,
      l10n.t('{0} is not an absolute path.', shownPath(file)),
      l10n.t('Edit the endpoint and enter an absolute path, or one that starts with ~.'),
    );
  }
  return path;
}

function unreadable(file: NamedFile, error: unknown): RequestFailure {
  const name = shownPath(file);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return unusable(
        file,
        l10n.t('{0} does not exist.', name),
        l10n.t('Edit the endpoint and select the current location of the file.'),
      );
    case 'EACCES':
    case 'EPERM':
      return unusable(
        file,
        l10n.t('{0} cannot be read: permission denied.', name),
        l10n.t('Edit the endpoint and select a file that you can read, or change the permissions of this one.'),
      );
    default:
      return unusable(file, l10n.t('{0} cannot be read.', name));
  }
}

/** The blocks of a PEM text (RFC 7468) with a matching label. Ignores any text before, between, and after them. */
function blocksOf(file: ReadFile, wanted: RegExp): readonly string[] {
  const text = file.bytes.toString('latin1');
  const blocks: string[] = [];
  const begins = /-----BEGIN ([A-Z0-9 ]+)-----/g;
  for (let begin = begins.exec(text); begin !== null; begin = begins.exec(text)) {
    const [, label = ''] = begin;
    const end = `-----END ${label}-----`;
    const at = text.indexOf(end, begin.index);
    // A file may be half written while it is being renewed.
    if (at < 0) throw unusable(file, l10n.t('{0} is truncated.', shownPath(file)));
    if (wanted.test(label)) blocks.push(`${text.slice(begin.index, at)}${end}\n`);
    // Does not search from each beginning, because a file with only beginnings would then take quadratic time.
    begins.lastIndex = at + end.length;
  }
  return blocks;
}

const certificatePattern = /^(?:X509 |TRUSTED )?CERTIFICATE$/;
const keyPattern = /PRIVATE KEY$/;

function authoritiesIn(file: ReadFile): readonly string[] {
  const blocks = blocksOf(file, certificatePattern);
  if (blocks.length === 0) throw noCertificate(file);
  for (const [index, block] of blocks.entries()) certificateIn(file, block, index);
  return blocks;
}

function certificateIn(file: ReadFile, block: string, index: number): X509Certificate {
  try {
    return new X509Certificate(block);
  } catch {
    throw unusable(
      file,
      l10n.t('{0} is damaged: certificate {1} cannot be read.', shownPath(file), numberText(index + 1)),
    );
  }
}

function noCertificate(file: NamedFile): RequestFailure {
  return unusable(
    file,
    l10n.t('{0} contains no certificate in PEM format.', shownPath(file)),
    l10n.t('Edit the endpoint and select a file that contains the line “-----BEGIN CERTIFICATE-----”.'),
  );
}

function materialOf(client: ClientCertificate, [file, keyFile]: readonly ReadFile[]): TlsMaterial['client'] {
  if (file === undefined) return undefined;
  const secret = client.passphrase === undefined ? {} : { passphrase: client.passphrase };
  if (client.type === 'pfx') {
    checkPfx(file, client.passphrase);
    return { pfx: file.bytes, ...secret };
  }
  const certificates = blocksOf(file, certificatePattern);
  const [first] = certificates;
  if (first === undefined) throw noCertificate(file);
  const certificate = certificateIn(file, first, 0);
  const from = keyFile ?? file;
  const [block] = blocksOf(from, keyPattern);
  if (block === undefined) {
    throw unusable(
      from,
      l10n.t('{0} contains no private key in PEM format.', shownPath(from)),
      l10n.t('Edit the endpoint and select the file that contains the key of the certificate.'),
    );
  }
  if (!certificate.checkPrivateKey(keyIn(from, block, client.passphrase))) {
    throw unusable(
      file,
      l10n.t('{0} does not match its private key.', shownPath(file)),
      l10n.t('Edit the endpoint and select the key that belongs to the certificate.'),
    );
  }
  return { cert: certificates.join(''), key: block, ...secret, validTo: new Date(certificate.validTo) };
}

function keyIn(file: ReadFile, block: string, passphrase = ''): KeyObject {
  try {
    return createPrivateKey({ key: block, format: 'pem', passphrase });
  } catch {
    const name = shownPath(file);
    if (!block.includes('ENCRYPTED')) throw unusable(file, l10n.t('{0} contains a key that cannot be read.', name));
    throw passphrase === ''
      ? unusable(file, l10n.t('{0} contains an encrypted key, but no passphrase was entered.', name), enterPassphrase())
      : unusable(
          file,
          l10n.t('{0} contains an encrypted key, and the passphrase is wrong.', name),
          enterPassphraseAgain(),
        );
  }
}

/**
 * Opens a PFX file the way a connection does. OpenSSL and BoringSSL report a wrong passphrase or an encryption that
 * they no longer support only in their messages.
 */
function checkPfx(file: ReadFile, passphrase: string | undefined): void {
  try {
    tls.createSecureContext({ pfx: file.bytes, ...(passphrase === undefined ? {} : { passphrase }) });
  } catch (error) {
    const name = shownPath(file);
    const reason = error instanceof Error ? error.message : '';
    if (/mac verify|password|decrypt/i.test(reason)) {
      throw passphrase === undefined || passphrase === ''
        ? unusable(file, l10n.t('{0} is encrypted, but no passphrase was entered.', name), enterPassphrase())
        : unusable(file, l10n.t('{0} is encrypted, and the passphrase is wrong.', name), enterPassphraseAgain());
    }
    if (/unsupported/i.test(reason)) {
      throw unusable(
        file,
        l10n.t('{0} uses an old encryption that is not supported.', name),
        l10n.t(
          'Edit the endpoint and select a file written by OpenSSL 3 or later (“openssl pkcs12 -legacy” reads the old one).',
        ),
      );
    }
    if (/unable to load/i.test(reason)) {
      throw unusable(file, l10n.t('{0} does not contain both a certificate and its private key.', name));
    }
    throw unusable(
      file,
      l10n.t('{0} is not a PFX file.', name),
      l10n.t('Edit the endpoint and select a file that ends with .pfx or .p12.'),
    );
  }
}

const enterPassphrase = (): string => l10n.t('Edit the endpoint and enter the passphrase.');
const enterPassphraseAgain = (): string => l10n.t('Edit the endpoint and enter the passphrase again.');

const shownPath = ({ path }: NamedFile): string => plainText(path, 300);

const labeled: Record<NamedFile['use'], (problem: string) => string> = {
  authority: (problem) => l10n.t('Certificate authority: {0}', problem),
  clientCertificate: (problem) => l10n.t('Client certificate: {0}', problem),
  clientKey: (problem) => l10n.t('Client key: {0}', problem),
};

function unusable(
  { use }: NamedFile,
  problem: string,
  nextStep = l10n.t('Edit the endpoint and select another file.'),
): RequestFailure {
  return new RequestFailure({ kind: 'tls', sentence: labeled[use](problem), nextStep });
}
