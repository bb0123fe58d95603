import type { EntryPoint } from '../model/model';
import { hasChange, type TraefikVersion, versionChanges } from '../model/versions';
import { decodedPercents } from '../rules/goPath';
import { type IpAddress, ipAddressOf } from '../rules/hosts';
import { bytesOf, utf8TextOf } from '../rules/requestTarget';
import { cleanedUrl, type GoUrl, parseTarget, targetText } from './goUrl';
import type { HttpQuestion } from './routeAnswer';

/** A request on its way through Traefik. All texts are bytes: see `bytesOf`. */
export interface PassingRequest {
  readonly url: GoUrl;
  /** The request line's target. Middlewares that change nothing leave it unchanged. */
  readonly target: string;
  readonly host: string;
  readonly method: string;
  /** The address of the connection's client; undefined if unknown. */
  readonly client: IpAddress | undefined;
  readonly isTls: boolean;
  /** X-Forwarded-Proto; undefined if the client sends one, which counts only if the entry point trusts it. */
  readonly proto: string | undefined;
}

/**
 * A request as the middlewares of its first router get it: the entry point has normalized and cleaned the path.
 * Undefined if unknown: for a target of another form, or one that is not clean before Traefik 2.11.25 and 3.4.1.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/server/server_entrypoint_tcp.go (normalizePath, sanitizePath)
 */
export function arrivingRequest(
  { target, host, method, isTls, headers, clientIp }: HttpQuestion,
  entryPoint: EntryPoint | undefined,
  version: TraefikVersion | undefined,
): PassingRequest | undefined {
  const sent = parseTarget(bytesOf(target));
  if (sent === undefined) return undefined;
  const keepsSemicolons = entryPoint?.keepsSemicolons === true;
  const query = keepsSemicolons ? sent.query.replaceAll(';', '%3B') : sent.query;
  const normal = { ...sent, rawPath: normalized(sent.rawPath), query };
  const clean = entryPoint?.cleansPaths === false ? normal : cleanedUrl(normal);
  const written = targetText(clean);
  const isChanged = written !== bytesOf(target);
  if (isChanged && hasChange(version, versionChanges.normalizesPaths) === false) return undefined;
  if (isChanged && entryPoint === undefined) return undefined;
  return {
    // Only the URL gets `&` for `;`: the target keeps it until a middleware rewrites it (http.AllowQuerySemicolons).
    url: { ...clean, query: clean.query.replaceAll(';', '&') },
    target: isChanged ? written : bytesOf(target),
    host: bytesOf(host),
    method,
    client: clientIp === undefined ? undefined : ipAddressOf(clientIp, { mayHaveZone: true }),
    isTls,
    proto: headers.some(([name]) => name.toLowerCase() === 'x-forwarded-proto') ? undefined : isTls ? 'https' : 'http',
  };
}

/**
 * Decodes needless escapes and writes the others in upper case. Bytes beyond ASCII become separate characters, because
 * Traefik writes them one by one: this changes the length of a prefix that is cut from such a path later.
 */
function normalized(rawPath: string): string {
  return rawPath.replace(/%[\da-f]{2}|[\x80-\xff]/gi, (code) => {
    if (!code.startsWith('%')) return bytesOf(code);
    const byte = decodedPercents(code) ?? code;
    return /[\w.~-]/.test(byte) ? byte : code.toUpperCase();
  });
}

/** Bytes as the user sees them: encoded if they are not valid UTF-8. */
export function shownBytes(bytes: string): string {
  return (
    utf8TextOf(bytes) ?? bytes.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
  );
}
