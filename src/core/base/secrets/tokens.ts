import { isSecretHeader } from './secretsInNames';
import { looksRandom, maskText } from './secretsInText';

/** The segments of an address's path that look like keys, which grant access. IDs (UUIDs) are not keys. */
export function tokensInPath(url: string): readonly string[] {
  return new URL(url).pathname.split('/').filter((segment) => isKey(segment) && !uuid.test(segment));
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const isKey = (segment: string): boolean => looksRandom(segment) || maskText(segment) !== segment;

/** The address with `mask` in place of anything in its path that looks like a key, for showing or exporting it. */
export function withoutTokens(url: string, mask: string): string {
  const tokens = new Set(tokensInPath(url));
  if (tokens.size === 0) return url;
  const { origin, pathname } = new URL(url);
  return (
    origin +
    pathname
      .split('/')
      .map((segment) => (tokens.has(segment) ? mask : segment))
      .join('/')
  );
}

/**
 * Whether a part of a request that the user typed may grant access: a key, the secret part of a link, or a parameter of
 * a login. When in doubt, returns true: the only cost is that the user has to type it again.
 */
export function mayBeToken(text: string, before = ''): boolean {
  if (isKey(text)) return true;
  const runs = text.split(/[^A-Za-z\d]+/);
  if (runs.some((run) => run.length >= longRun && /\d/.test(run) && /[A-Za-z]/.test(run))) return true;
  if (keyStart.test(text) && text.length >= shortKey) return true;
  return beforeToken.test(before) && /\d/.test(text) && text.length >= shortToken;
}

const longRun = 12;
const keyStart = /^(?:sk|pk|rk|key|tok|token|pat|api|gh[a-z]|xox[a-z]|whsec)[-_]/i;
const shortKey = 10;
const shortToken = 4;
const beforeToken =
  /(?:reset|token|invite|invitation|verify|verification|confirm|confirmation|activate|activation|magic|unsubscribe|session|share|key|secret|auth|login|password)s?$/i;

/** Whether the name of a URL parameter or of a pair in a header shows that its value may grant access. */
export function isTokenName(name: string): boolean {
  return isSecretHeader(name) || tokenNames.test(name);
}

/** Parameters of logins by OAuth, OpenID Connect, SAML and CAS, and session IDs in addresses. */
const tokenNames =
  /^(?:code|state|nonce|ticket|assertion|client_assertion|saml(?:request|response|art)|relaystate|jwt|hash|pin|pass|device_code|user_code|code_verifier|[a-z_-]*sess(?:ion)?(?:[_-]?id)?|[a-z_-]*sid)$/i;
