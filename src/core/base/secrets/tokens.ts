import { isSecretHeader } from './secretsInNames';
import { looksRandom, maskText } from './secretsInText';

/** The segments of an address's path that look like keys: whoever knows them may come in. Ids (UUIDs) are none. */
export function tokensInPath(url: string): readonly string[] {
  return new URL(url).pathname.split('/').filter((segment) => isKey(segment) && !UUID.test(segment));
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const isKey = (segment: string): boolean => looksRandom(segment) || maskText(segment) !== segment;

/** The address with `mask` in the place of what looks like a key in its path, for where it is shown or leaves this computer. */
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
 * Whether a piece of a request that a person asked about may let someone in: a key, the part of a link that only its
 * receiver knows, or what a login hands on. Rather too often than too seldom: all that is lost is that it is typed again.
 */
export function mayBeToken(text: string, before = ''): boolean {
  if (isKey(text)) return true;
  const runs = text.split(/[^A-Za-z\d]+/);
  if (runs.some((run) => run.length >= LONG_RUN && /\d/.test(run) && /[A-Za-z]/.test(run))) return true;
  if (KEY_START.test(text) && text.length >= SHORT_KEY) return true;
  return BEFORE_TOKEN.test(before) && /\d/.test(text) && text.length >= SHORT_TOKEN;
}

const LONG_RUN = 12;
const KEY_START = /^(?:sk|pk|rk|key|tok|token|pat|api|gh[a-z]|xox[a-z]|whsec)[-_]/i;
const SHORT_KEY = 10;
const SHORT_TOKEN = 4;
const BEFORE_TOKEN =
  /(?:reset|token|invite|invitation|verify|verification|confirm|confirmation|activate|activation|magic|unsubscribe|session|share|key|secret|auth|login|password)s?$/i;

/** Whether what a parameter of a URL or a pair of a header is called says that its value may let someone in. */
export function isTokenName(name: string): boolean {
  return isSecretHeader(name) || TOKEN_NAMES.test(name);
}

/** What logins by OAuth, OpenID Connect, SAML and CAS hand on, and sessions in addresses. */
const TOKEN_NAMES =
  /^(?:code|state|nonce|ticket|assertion|client_assertion|saml(?:request|response|art)|relaystate|jwt|hash|pin|pass|device_code|user_code|code_verifier|[a-z_-]*sess(?:ion)?(?:[_-]?id)?|[a-z_-]*sid)$/i;
