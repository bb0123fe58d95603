/** undici's error for what llhttp cannot read; it should carry an HPE_ code and does not always. */
const NOT_HTTP = 'HTTPParserError';
/** Whether something else than HTTP was answered. */
export const isNotHttp = (code: string): boolean => code === NOT_HTTP || code.startsWith('HPE_');

/** Our own, for what undici ends a connection for: a status of 100 or 101 that nobody asked for. It has no code for it. */
export const ONLY_PROVISIONAL = 'ONLY_PROVISIONAL';
const PROVISIONAL: ReadonlySet<string> = new Set(['bad response', 'bad upgrade']);

/** The first code along an error's causes. An AggregateError of several addresses tries speaks by its first. */
export function codeOf(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; depth++) {
    if ('code' in at && at.code === 'UND_ERR_SOCKET' && PROVISIONAL.has(at.message)) return ONLY_PROVISIONAL;
    if ('code' in at && typeof at.code === 'string') return at.code;
    if (at.name === NOT_HTTP) return NOT_HTTP;
    at = at instanceof AggregateError ? at.errors[0] : at.cause;
  }
  return '';
}
