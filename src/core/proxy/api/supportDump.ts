import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { codeOf, type Failure, RequestFailure } from '../../base/errors/failure';
import type { HttpClient } from '../../base/http/httpClient';
import { failureOfStatus, isSuccess } from '../../base/http/responseFailures';
import { jsonOrNothing } from '../../base/json/parse';

/** The static configuration in a support dump, before everything that Traefik does not anonymize. */
const wantedName = 'static-config.json';
const mostEntries = 16;
/** Of the archive, unpacked and as it arrives: gzip can have any number of bytes for nothing. */
const mostBytes = 2 ** 20;

const optionsSchema = z.record(z.string(), z.unknown());

/**
 * Requests `GET /api/support-dump` once, and reads it up to the end of the static configuration: what follows is not
 * anonymized (pkg/api/handler_support_dump.go).
 *
 * @returns the static configuration, as JSON: an object. Values that Traefik anonymizes have `xxxx` in them
 * @throws RequestFailure
 */
export async function readSupportDump(client: HttpClient, signal: AbortSignal): Promise<string> {
  const { origin } = new URL(client.endpoint.url);
  const readAs = async (pieces: AsyncIterable<Buffer>): Promise<string> => {
    try {
      return await staticOfArchive(pieces);
    } catch (error) {
      throw error instanceof UnreadableArchive ? unreadable(origin) : error;
    }
  };
  const answer = await client.request({ method: 'GET', path: '/api/support-dump', signal, readAs });
  if (answer.status === 404) throw new RequestFailure({ ...withoutDump(origin), status: answer.status });
  if (!isSuccess(answer)) throw failureOfStatus(answer, client.endpoint);
  if (!optionsSchema.safeParse(jsonOrNothing(answer.body)).success) throw unreadable(origin);
  return answer.body;
}

function withoutDump(origin: string): Failure {
  return {
    kind: 'notFound',
    sentence: l10n.t('{0} has no support dump.', origin),
    nextStep: l10n.t(
      'Traefik has it since version 3.3. Check whether something before Traefik blocks /api/support-dump.',
    ),
  };
}

function unreadable(origin: string): RequestFailure {
  return new RequestFailure({
    kind: 'malformed',
    sentence: l10n.t('The support dump of {0} cannot be read: it is not the archive that Traefik makes.', origin),
    nextStep: l10n.t('Check the URL, and whether something before Traefik changes its responses.'),
  });
}

/** The archive is no gzip, no tar of plain files, too large, cut, or lacks the static configuration. */
class UnreadableArchive extends Error {}

/** @throws UnreadableArchive, or the error of the connection */
async function staticOfArchive(pieces: AsyncIterable<Buffer>): Promise<string> {
  const unzip = createGunzip();
  const packed = Readable.from(limited(pieces));
  pipeline(packed, unzip, () => {});
  try {
    return await staticOfTar(limited(unzip));
  } catch (error) {
    throw codeOf(error).startsWith('Z_') ? new UnreadableArchive() : error;
  } finally {
    packed.destroy();
  }
}

/** @throws UnreadableArchive at the first piece with which they have too many bytes */
async function* limited(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.byteLength;
    if (bytes > mostBytes) throw new UnreadableArchive();
    yield piece;
  }
}

const blockSize = 512;

/** Reads entries until the wanted one (POSIX.1-1988, ustar). */
async function staticOfTar(pieces: AsyncIterable<Buffer>): Promise<string> {
  const chunks = pieces[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const take = async (size: number): Promise<Buffer> => {
    const parts = [rest];
    let bytes = rest.byteLength;
    while (bytes < size) {
      const { done, value } = await chunks.next();
      if (done === true) throw new UnreadableArchive();
      parts.push(value);
      bytes += value.byteLength;
    }
    const whole = Buffer.concat(parts, bytes);
    rest = whole.subarray(size);
    return whole.subarray(0, size);
  };
  try {
    for (let entries = 0; entries < mostEntries; entries += 1) {
      const { name, size } = entryOf(await take(blockSize));
      if (size > mostBytes) throw new UnreadableArchive();
      const content = await take(Math.ceil(size / blockSize) * blockSize);
      if (name === wantedName) return new TextDecoder('utf-8', { fatal: true }).decode(content.subarray(0, size));
    }
  } catch (error) {
    throw error instanceof TypeError ? new UnreadableArchive() : error;
  } finally {
    await chunks.return?.();
  }
  throw new UnreadableArchive();
}

/**
 * The name and the size of an entry. Traefik packs plain files with short names only.
 *
 * @throws UnreadableArchive for links, folders, extended headers, and a block that is no header
 */
function entryOf(header: Buffer): { readonly name: string; readonly size: number } {
  const textAt = (start: number, end: number): string => {
    const [text = ''] = header.toString('latin1', start, end).split('\0');
    return text.trim();
  };
  const numberAt = (start: number, end: number): number => {
    const digits = textAt(start, end);
    return /^[0-7]{1,11}$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN;
  };
  // The checksum counts its own eight bytes as blanks.
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  const size = numberAt(124, 136);
  const isPlain = header[156] === 0x30 || header[156] === 0;
  if (!isPlain || Number.isNaN(size) || numberAt(148, 156) !== sum) throw new UnreadableArchive();
  return { name: textAt(0, 100), size };
}
