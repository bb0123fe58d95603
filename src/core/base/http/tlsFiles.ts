import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import * as tls from 'node:tls';
import type { ClientCertificate, EndpointTls } from '../endpoints/endpoint';
import { RequestFailure } from '../errors/failure';
import { plainText } from '../text/plainText';

/** What the files of an endpoint's TLS settings hold, checked as far as can be before a server is asked. */
export interface TlsMaterial {
  /** Authorities trusted for this endpoint, as PEM texts, one certificate each. */
  readonly ca: readonly string[];
  readonly client?:
    | { readonly cert: string; readonly key: string; readonly passphrase?: string; readonly validTo: Date }
    | { readonly pfx: Buffer; readonly passphrase?: string };
}

/** The bundles of operating systems have some 200 KB; what is far larger was chosen by mistake. */
const MOST_BYTES = 4 * 2 ** 20;

/**
 * Reads the files of an endpoint's TLS settings.
 *
 * @param before what the last reading gave: it is given again where no file has changed since
 * @throws RequestFailure `tls` that names the file, what is wrong with it, and what to do
 */
export async function readTlsFiles(
  { trust, client }: EndpointTls,
  before: TlsFilesRead | undefined,
): Promise<TlsFilesRead> {
  const named: NamedFile[] = [];
  if (trust?.type === 'file') named.push({ what: 'authority file', path: trust.path });
  if (client !== undefined) named.push(...filesOf(client));
  const files = await Promise.all(named.map(async (file) => ({ ...file, bytes: await readWhole(file) })));
  if (before !== undefined && isSame(before.files, files)) return before;
  const authorities = files.filter(({ what }) => what === 'authority file');
  const own = client === undefined ? undefined : materialOf(client, files.slice(authorities.length));
  return {
    files,
    material: { ca: authorities.flatMap(authoritiesIn), ...(own === undefined ? {} : { client: own }) },
  };
}

/** What was read, and from what. */
export interface TlsFilesRead {
  readonly files: readonly ReadFile[];
  readonly material: TlsMaterial;
}

interface NamedFile {
  readonly what: 'authority file' | 'client certificate' | 'client key';
  readonly path: string;
}
interface ReadFile extends NamedFile {
  readonly bytes: Buffer;
}

function filesOf(client: ClientCertificate): readonly NamedFile[] {
  const certificate: NamedFile = { what: 'client certificate', path: client.file };
  return client.type === 'pem' && client.keyFile !== undefined
    ? [certificate, { what: 'client key', path: client.keyFile }]
    : [certificate];
}

const isSame = (before: readonly ReadFile[], now: readonly ReadFile[]): boolean =>
  before.length === now.length && before.every(({ bytes }, index) => now[index]?.bytes.equals(bytes));

async function readWhole(file: NamedFile): Promise<Buffer> {
  const path = placeOf(file);
  try {
    // Looked at before it is opened: to open a named pipe is to wait for its other end.
    const found = await stat(path);
    if (found.isDirectory()) throw unusable(file, 'is a folder', 'choose the file in it');
    if (!found.isFile()) throw unusable(file, 'is not an ordinary file', 'choose another one');
    const chunks: Buffer[] = [];
    for await (const chunk of createReadStream(path, { end: MOST_BYTES })) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    if (bytes.length > MOST_BYTES) {
      throw unusable(file, 'is too large to hold certificates or keys', 'choose another one');
    }
    return bytes;
  } catch (error) {
    if (error instanceof RequestFailure) throw error;
    throw unreadable(file, error);
  }
}

/** Where a path leads. A network share is no place to look at unasked: Windows would tell it who is logged in. */
function placeOf(file: NamedFile): string {
  const { path } = file;
  if (/^[\\/]{2}/.test(path)) {
    throw unusable(file, 'is on a network share', 'choose a copy of it on the computer that asks');
  }
  if (/^~[\\/]/.test(path)) return join(homedir(), path.slice(2));
  if (!isAbsolute(path)) throw unusable(file, 'has no whole path', 'give the path from its root, or from ~');
  return path;
}

function unreadable(file: NamedFile, error: unknown): RequestFailure {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return unusable(file, 'is not there', 'choose where it is now');
    case 'EACCES':
    case 'EPERM':
      return unusable(file, 'may not be read', 'choose one that you may read, or change its permissions');
    default:
      return unusable(file, 'cannot be read', 'choose another one');
  }
}

/** The blocks of a PEM text (RFC 7468) with such a label, whatever stands before, between and after them. */
function blocksOf(file: ReadFile, wanted: RegExp): readonly string[] {
  const text = file.bytes.toString('latin1');
  const blocks: string[] = [];
  const begins = /-----BEGIN ([A-Z0-9 ]+)-----/g;
  for (let begin = begins.exec(text); begin !== null; begin = begins.exec(text)) {
    const [, label = ''] = begin;
    const end = `-----END ${label}-----`;
    const at = text.indexOf(end, begin.index);
    // Half a file is what is there while it is being renewed.
    if (at < 0) throw unusable(file, 'is damaged: what it holds has no end', 'choose another one');
    if (wanted.test(label)) blocks.push(`${text.slice(begin.index, at)}${end}\n`);
    // Not from each beginning: a file of nothing else would be read as often as it has any.
    begins.lastIndex = at + end.length;
  }
  return blocks;
}

const CERTIFICATE = /^(?:X509 |TRUSTED )?CERTIFICATE$/;
const KEY = /PRIVATE KEY$/;

function authoritiesIn(file: ReadFile): readonly string[] {
  const blocks = blocksOf(file, CERTIFICATE);
  if (blocks.length === 0) throw unusable(file, 'holds no certificate in PEM form', TO_PEM);
  for (const [index, block] of blocks.entries()) certificateIn(file, block, index);
  return blocks;
}

function certificateIn(file: ReadFile, block: string, index: number): X509Certificate {
  try {
    return new X509Certificate(block);
  } catch {
    throw unusable(file, `is damaged: its certificate number ${index + 1} cannot be read`, 'choose another one');
  }
}

const TO_PEM = 'choose one that has a line “-----BEGIN CERTIFICATE-----”';

function materialOf(client: ClientCertificate, [file, keyFile]: readonly ReadFile[]): TlsMaterial['client'] {
  if (file === undefined) return undefined;
  const secret = client.passphrase === undefined ? {} : { passphrase: client.passphrase };
  if (client.type === 'pfx') {
    checkPfx(file, client.passphrase);
    return { pfx: file.bytes, ...secret };
  }
  const certificates = blocksOf(file, CERTIFICATE);
  const [first] = certificates;
  if (first === undefined) throw unusable(file, 'holds no certificate in PEM form', TO_PEM);
  const certificate = certificateIn(file, first, 0);
  const from = keyFile ?? file;
  const [block] = blocksOf(from, KEY);
  if (block === undefined) {
    throw unusable(from, 'holds no private key in PEM form', 'choose the file that has the key of the certificate');
  }
  if (!certificate.checkPrivateKey(keyIn(from, block, client.passphrase))) {
    throw unusable(file, 'and its key do not belong together', 'choose the key that was made for the certificate');
  }
  return { cert: certificates.join(''), key: block, ...secret, validTo: new Date(certificate.validTo) };
}

function keyIn(file: ReadFile, block: string, passphrase = ''): KeyObject {
  try {
    return createPrivateKey({ key: block, format: 'pem', passphrase });
  } catch {
    if (!block.includes('ENCRYPTED')) throw unusable(file, 'holds a key that cannot be read', 'choose another one');
    throw notOpened(file, 'holds an encrypted key', passphrase);
  }
}

/**
 * Opens a PFX as a connection will. OpenSSL and BoringSSL tell a wrong passphrase, and what they no longer decrypt, in
 * prose only.
 */
function checkPfx(file: ReadFile, passphrase: string | undefined): void {
  try {
    tls.createSecureContext({ pfx: file.bytes, ...(passphrase === undefined ? {} : { passphrase }) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    if (/mac verify|password|decrypt/i.test(reason)) throw notOpened(file, 'is encrypted', passphrase ?? '');
    if (/unsupported/i.test(reason)) {
      throw unusable(
        file,
        'is encrypted in an old way that cannot be read here',
        'choose one that OpenSSL 3 or newer wrote (openssl pkcs12 -legacy reads the old one)',
      );
    }
    if (/unable to load/i.test(reason)) {
      throw unusable(file, 'does not hold both a certificate and its private key', 'choose another one');
    }
    throw unusable(file, 'is no PFX file', 'choose a file that ends with .pfx or .p12');
  }
}

const notOpened = (file: NamedFile, how: string, passphrase: string): RequestFailure =>
  passphrase === ''
    ? unusable(file, `${how}, and no passphrase was entered`, 'enter its passphrase')
    : unusable(file, `${how}, and the passphrase does not open it`, 'enter its passphrase again');

/** `step` goes on after “Edit the endpoint and”. */
function unusable({ what, path }: NamedFile, problem: string, step: string): RequestFailure {
  return new RequestFailure({
    kind: 'tls',
    sentence: `The ${what} ${plainText(path, 300)} ${problem}.`,
    nextStep: `Edit the endpoint and ${step}.`,
  });
}
