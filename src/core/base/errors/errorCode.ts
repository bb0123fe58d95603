/** undici's error for what llhttp cannot parse; it should have an HPE_ code, but not always does. */
const notHttp = 'HTTPParserError';
/** Whether the response was not HTTP. */
export const isNotHttp = (code: string): boolean => code === notHttp || code.startsWith('HPE_');

/** Our own code for an unrequested status 100 or 101, at which undici ends the connection without a code. */
export const onlyProvisional = 'ONLY_PROVISIONAL';
const provisionalErrors: ReadonlySet<string> = new Set(['bad response', 'bad upgrade']);

/** The first code in an error's chain of causes. For an AggregateError, that of the first error. */
export function codeOf(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; depth++) {
    if ('code' in at && at.code === 'UND_ERR_SOCKET' && provisionalErrors.has(at.message)) return onlyProvisional;
    if ('code' in at && typeof at.code === 'string') return at.code;
    if (at.name === notHttp) return notHttp;
    at = at instanceof AggregateError ? at.errors[0] : at.cause;
  }
  return '';
}
