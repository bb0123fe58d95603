import { unescaped } from '../rules/goPath';
import { bytesOf, textOf } from '../rules/target';
import type { EntryPoint } from '../traefik/model';
import type { Version } from '../traefik/version';
import type { HttpQuestion } from './question';
import { cleaned, type GoUrl, parseTarget, targetText } from './servedUrl';

/** A request on its way through Traefik. All texts are bytes: see `bytesOf`. */
export interface Passing {
  readonly url: GoUrl;
  /** The request line's target. Middlewares that change nothing leave it as it came. */
  readonly target: string;
  readonly host: string;
  readonly method: string;
  readonly isTls: boolean;
  /** What X-Forwarded-Proto says; undefined where the client sends one, which counts only if the entry point trusts it. */
  readonly proto: string | undefined;
}

/**
 * A request as the middlewares of its first router get it: its path normalized and cleaned as the entry point does it.
 * Undefined where that is not known: of a target of another form, or one that is not clean, before Traefik 2.11.25 and 3.4.1.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/server/server_entrypoint_tcp.go (normalizePath, sanitizePath)
 */
export function arrivingRequest(
  { target, host, method, isTls, headers }: HttpQuestion,
  entryPoint: EntryPoint | undefined,
  version: Version | undefined,
): Passing | undefined {
  const sent = parseTarget(bytesOf(target));
  if (sent === undefined) return undefined;
  const query = entryPoint?.keepsSemicolons === true ? sent.query.replaceAll(';', '%3B') : sent.query;
  const normal = { ...sent, rawPath: normalized(sent.rawPath), query };
  const clean = entryPoint?.cleansPaths === false ? normal : cleaned(normal);
  const written = targetText(clean);
  const isChanged = written !== bytesOf(target);
  if (isChanged && !isSince(version, NORMALIZES)) return undefined;
  if (isChanged && entryPoint === undefined) return undefined;
  return {
    url: clean,
    target: isChanged ? written : bytesOf(target),
    host: bytesOf(host),
    method,
    isTls,
    proto: headers.some(([name]) => name.toLowerCase() === 'x-forwarded-proto') ? undefined : isTls ? 'https' : 'http',
  };
}

/** The first versions that do something, by their release lines; the last one is in all that come later. */
export type Since = readonly (readonly [major: number, minor: number, patch: number])[];

/** Whether a version does what came with these. One that is not told, or a build of one's own, is taken for a recent one. */
export function isSince(version: Version | undefined, since: Since): boolean {
  const digits = /^v?(\d+)\.(\d+)\.(\d+)(-)?/.exec(version?.number ?? '');
  if (digits === null) return true;
  const [major, minor, patch] = [Number(digits[1]), Number(digits[2]), Number(digits[3])];
  // What comes before a release may be without it.
  const least = digits[4] === undefined ? patch : patch - 1;
  const line = since.find((one) => one[0] === major && one[1] === minor);
  if (line !== undefined) return least >= line[2];
  const last = since.at(-1);
  return last !== undefined && (major > last[0] || (major === last[0] && minor > last[1]));
}

const NORMALIZES: Since = [
  [2, 11, 25],
  [3, 4, 1],
];

/** Percent signs that encode what needs none go, the others are in capitals. */
function normalized(rawPath: string): string {
  return rawPath.replace(/%[\da-f]{2}/gi, (code) => {
    const byte = unescaped(code) ?? code;
    return /[\w.~-]/.test(byte) ? byte : code.toUpperCase();
  });
}

/** Bytes for a person: what is no UTF-8 is shown encoded. */
export function shownBytes(bytes: string): string {
  return textOf(bytes) ?? bytes.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}
