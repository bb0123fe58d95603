import { isSecretHeader } from './secretsInNames';

/** What is shown in place of a secret. */
export const MASK = '•••';

/**
 * Masks what is a secret wherever it stands: private keys, credentials in URLs, values of telling query parameters and
 * assignments, credentials behind an authentication scheme, web tokens, keys of well-known services, password hashes.
 * The rest of the text stays as it is. Takes time linear to the text.
 */
export function maskText(text: string): string {
  if (!MAY_HOLD_SECRETS.test(text)) return text;
  if (PRIVATE_KEY.test(text)) return MASK;
  return maskQueries(replaceUserInfo(text, `${MASK}@`))
    .replace(SCHEMES, (whole, scheme: string, credentials: string) =>
      looksLikeCredentials(scheme, credentials) ? `${scheme} ${MASK}` : whole,
    )
    .replace(WEB_TOKEN, MASK)
    .replace(SERVICE_KEY, MASK)
    .replace(PASSWORD_HASH, MASK)
    .replace(DIGEST, `$1${MASK}`)
    .replace(ASSIGNMENT, `$1${MASK}`);
}

/** A quick look that lets nothing go by that the rest would find. */
const MAY_HOLD_SECRETS =
  /PRIVATE KEY|:\/\/|[?&]|bearer|basic|token|negotiate|eyJ|_|-|AKIA|AIza|hvs\.|SG\.|\$|\{S|:|pass|pwd|secret|key/i;

/** Masks the values of URLs' query parameters that are named as secrets. What a template fills in is none yet. */
function maskQueries(text: string): string {
  return text.replace(QUERY_PARAMETER, (whole, start: string, name: string) =>
    isSecretHeader(name) ? `${start}${MASK}` : whole,
  );
}

const QUERY_PARAMETER = /([?&]([^=&?;#\s"'`<>]{1,100})=)(?![${])[^&#\s"'`<>)]+/g;

/** Replaces `user:password@` in every URL of the text. */
export function replaceUserInfo(text: string, by: string): string {
  const pieces: string[] = [];
  let copied = 0;
  for (let colon = text.indexOf('://'); colon !== -1; colon = text.indexOf('://', colon + 3)) {
    const start = colon + 3;
    const end = start < copied ? undefined : endOfUserInfo(text, start);
    if (end === undefined) continue;
    pieces.push(text.slice(copied, start), by);
    copied = end;
  }
  return pieces.join('') + text.slice(copied);
}

/** The index behind the last `@` of the authority that starts at `start`. */
function endOfUserInfo(text: string, start: number): number | undefined {
  AUTHORITY.lastIndex = start;
  const [authority = ''] = AUTHORITY.exec(text) ?? [];
  const at = authority.lastIndexOf('@');
  if (at !== -1) return start + at + 1;
  // A password with a raw slash or question mark ends the authority early, where a port should be.
  if (!NO_PORT.test(authority)) return undefined;
  AUTHORITY_AND_PATH.lastIndex = start;
  const late = (AUTHORITY_AND_PATH.exec(text) ?? [''])[0].lastIndexOf('@');
  return late === -1 ? undefined : start + late + 1;
}

const AUTHORITY = /[^\s/?#"'<>`\\]*/y;
const AUTHORITY_AND_PATH = /[^\s"'<>`\\]{0,500}/y;
/** A colon that no port follows, outside of what an IPv6 address or a regular expression is written with. */
const NO_PORT = /^[^[\](){}^|:]*:[^[\](){}^|]*[^\d[\](){}^|][^[\](){}^|]*$/;

const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/;

/** Credentials behind the name of an authentication scheme, as in the value of an Authorization header. */
const SCHEMES = /(?<![\w-])(Bearer|Basic|Token|Negotiate|ApiKey)[ \t]{1,8}([\w.~+/=:-]{8,})/gi;

/** Whether it is not just the next word of a sentence. */
function looksLikeCredentials(scheme: string, text: string): boolean {
  if (/^basic$/i.test(scheme)) return Buffer.from(text, 'base64').includes(':');
  return /\d/.test(text) || looksRandom(text);
}

/**
 * Whether a text is what a machine makes for a key rather than what a person names things by: long, and without a break
 * for at least as long as a short key, in which there are digits and letters.
 */
export function looksRandom(text: string): boolean {
  if (text.length < 20 || !/^[\w.~+/=-]+$/.test(text)) return false;
  return (
    text.split(/[^A-Za-z0-9+]/).some((run) => run.length >= 16 && /\d/.test(run) && /[A-Za-z]/.test(run)) ||
    UUID.test(text)
  );
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A signed JSON web token: two objects in base64, and a signature. */
const WEB_TOKEN = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g;

/** Keys that can be told by how they begin: of GitHub, GitLab, Slack, OpenAI, Stripe, AWS, Google, Vault, SendGrid, npm. */
const SERVICE_KEY =
  /(?<![\w-])(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abeprs]-[\w-]{10,}|sk-[\w-]{20,}|[rs]k_(?:live|test)_\w{16,}|AKIA[A-Z0-9]{16}|AIza[\w-]{30,}|hvs\.[\w-]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|npm_\w{30,})/g;

/** What htpasswd and crypt write: `$apr1$…`, `$2y$05$…`, `{SHA}…`. */
const PASSWORD_HASH =
  /\$(?:apr1|2[abxy]?|1|5|6|7|y|scrypt|argon2(?:id|i|d)|pbkdf2[\w-]{0,20})\$[\w./+=,$-]{8,}|\{S?SHA\d{0,3}\}[\w/+=]{20,}/g;

/** What htdigest writes: `user:realm:` and the hash. */
const DIGEST = /(?<![^\s,"'])([^\s:,"']{1,100}:[^:,"']{1,100}:)[\da-f]{32}(?![\w:])/g;

/** `password=…`, as in connection strings and query strings, and `"password": "…"`, as in JSON within a text. */
const ASSIGNMENT =
  /((?<![a-z])(?:[a-z0-9]{1,30}[_-]?)?(?:password|passwd|pwd|secret|token|api[_-]?key|access[_-]?key|client[_-]?secret)(?:=|\\?"[ \t]{0,8}:[ \t]{0,8}\\?"))(?![${])[^\s"'&;,\\`)]+/gi;

/** Masks the values of headers that nginx directives set, besides what `maskText` masks. */
export function maskSnippet(snippet: string): string {
  return maskText(
    snippet.replace(SET_HEADER, (whole, start: string, name: string) =>
      isSecretHeader(name) ? `${start}${MASK}` : whole,
    ),
  );
}

const SET_HEADER =
  /((?:proxy_set_header|add_header|more_set_(?:input_)?headers)[ \t]{1,20}["']?([\w-]{1,100})["']?[ \t:]{1,20})(?!\$)(?:"[^"]*"|'[^']*'|[^;\s"']+)/g;
