/**
 * The values of a Traefik access log's line in the Common Log Format, unchanged. Its duration is in milliseconds.
 *
 * @see https://doc.traefik.io/traefik/observe/logs-and-access-logs/ (`<remote_IP> - <user> [<timestamp>] "<method>
 * <path> <protocol>" <status> <length> "<referrer>" "<user_agent>" <number_of_requests> "<router>" "<server_URL>"
 * <duration>ms`)
 */
export interface ClfLine {
  readonly method: string;
  readonly path: string;
  readonly status: string;
  /** Undefined for a request without a router. */
  readonly router: string | undefined;
  /** Digits: milliseconds. */
  readonly duration: string;
}

/** A text between quotes in Go's format: without a quote that is not escaped. */
const quoted = '"((?:[^"\\\\]|\\\\.)*)"';
/** Each part ends at the first character that it cannot contain, so that a line is read once. */
const line = new RegExp(
  `^\\S+ - \\S+ \\[[^\\]]*\\] "(\\S+) (\\S+) [^\\s"]+" (\\d{1,3}|-) (?:\\d+|-) ${quoted} ${quoted} (?:\\d+|-) ${quoted} ${quoted} (\\d+)ms\\s*$`,
);
/** Servers refuse much shorter addresses. */
const longestLine = 20_000;

/** Splits a line into its values; undefined for any other text. */
export function clfLineOf(text: string): ClfLine | undefined {
  if (text.length > longestLine || !/ms\s{0,4}$/.test(text)) return undefined;
  const [, method, path, status, , , router, , duration] = line.exec(text) ?? [];
  if (method === undefined || path === undefined || status === undefined || duration === undefined) return undefined;
  return { method, path, status, router: router === '-' || router === '' ? undefined : router, duration };
}
