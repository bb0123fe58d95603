/**
 * What a line of Traefik's access log in the Common Log Format tells, as it stands there. Its duration is in milliseconds, which
 * the line says itself.
 *
 * @see https://doc.traefik.io/traefik/observe/logs-and-access-logs/ (`<remote_IP> - <user> [<timestamp>] "<method> <path>
 * <protocol>" <status> <length> "<referrer>" "<user_agent>" <number_of_requests> "<router>" "<server_URL>" <duration>ms`)
 */
export interface ClfLine {
  readonly method: string;
  readonly path: string;
  readonly status: string;
  /** Undefined for a request that no router took. */
  readonly router: string | undefined;
  /** Digits: milliseconds. */
  readonly duration: string;
}

/** Between quotes, as Go writes texts: without a quote that is not escaped. */
const quoted = '"((?:[^"\\\\]|\\\\.)*)"';
/** Each part ends at the first character that cannot be in it, so that a line is read once. */
const line = new RegExp(
  `^\\S+ - \\S+ \\[[^\\]]*\\] "(\\S+) (\\S+) [^\\s"]+" (\\d{1,3}|-) (?:\\d+|-) ${quoted} ${quoted} (?:\\d+|-) ${quoted} ${quoted} (\\d+)ms\\s*$`,
);
/** Servers refuse longer addresses by far. */
const longestLine = 20_000;

/** Takes a line apart; undefined for any other text. */
export function clfLineOf(text: string): ClfLine | undefined {
  if (text.length > longestLine || !/ms\s{0,4}$/.test(text)) return undefined;
  const [, method, path, status, , , router, , duration] = line.exec(text) ?? [];
  if (method === undefined || path === undefined || status === undefined || duration === undefined) return undefined;
  return { method, path, status, router: router === '-' || router === '' ? undefined : router, duration };
}
