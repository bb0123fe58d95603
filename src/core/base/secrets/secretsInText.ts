/** Shown in place of a secret. */
export const secretMask = '•••';

/**
 * Masks secrets anywhere in a text: private keys, credentials in URLs, values of query parameters, assignments and
 * headers in rules whose names are those of secrets, credentials after an authentication scheme, web tokens, keys of
 * well-known services, password hashes, and users in errors of Traefik. The rest of the text stays as it is. Takes linear
 * time.
 */
export function maskText(text: string): string {
  if (!mayHoldSecrets.test(text)) return text;
  if (privateKey.test(text)) return secretMask;
  return maskQueries(replaceUserInfo(text.replace(refusedUser, `$1${secretMask}`), `${secretMask}@`))
    .replace(schemes, (whole, scheme: string, credentials: string) =>
      looksLikeCredentials(scheme, credentials) ? `${scheme} ${secretMask}` : whole,
    )
    .replace(webToken, secretMask)
    .replace(serviceKey, secretMask)
    .replace(webhook, `$1${secretMask}`)
    .replace(passwordHash, secretMask)
    .replace(digest, `$1${secretMask}`)
    .replace(assignment, `$1${secretMask}`)
    .replace(jsonMember, `$1${secretMask}`)
    .replace(matcherPattern, maskMatcher)
    .replace(laterPairs, maskLaterPairs)
    .replace(quotedPair, (whole, start: string, name: string) =>
      isSecretHeader(name) ? `${start}${secretMask}` : whole,
    );
}

/** A quick check: if it does not match, the text contains no secrets. */
const mayHoldSecrets =
  /[-_:=?&$]|(?:bearer|basic|token|negotiate|key)[ \t]|eyJ|AKIA|AIza|hvs\.|SG\.|\{S|slack|discord|headers?|query|parsing/i;

/** Traefik quotes users as they are written in the configuration, with the password or its hash. */
const refusedUser = /\b(parsing (?:Basic|Digest)User:?\s).*/is;

/** Masks the values of URL query parameters with names of secrets. A placeholder of a template is not a secret yet. */
function maskQueries(text: string): string {
  return text.replace(queryParameter, (whole, start: string, name: string) =>
    isSecretHeader(name) ? `${start}${secretMask}` : whole,
  );
}

const queryParameter = /([?&]([^=&?;#\s"'`<>]{1,100})=)(?!\$\{|\$\d|[{([.\\<*^])[^&#\s"`]+/g;

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

/** The index after the last `@` of the authority that starts at `start`; undefined if it has no credentials. */
function endOfUserInfo(text: string, start: number): number | undefined {
  const quote = quoteBefore(text, start);
  const end = endOfRun(text, start, `/?#${quote}`, text.length);
  const at = text.slice(start, end).lastIndexOf('@');
  if (at !== -1) return start + at + 1;
  // A password with a raw slash or question mark ends the authority early, where a port should be.
  if (!noPort.test(text.slice(start, end))) return undefined;
  const late = text.slice(start, endOfRun(text, end, quote, end + longestPassword)).lastIndexOf('@');
  return late === -1 ? undefined : start + late + 1;
}

/** The quotation mark before a URL, which also ends it; a URL without one may itself contain quotation marks. */
function quoteBefore(text: string, start: number): string {
  let at = start - '://'.length - 1;
  while (at >= start - longestScheme && schemeCharacter.test(text.charAt(at))) at--;
  const before = text.charAt(at);
  return before === '<' ? '>' : quotes.includes(before) ? before : '';
}

/** The index of the first white space or character of `stops` at or after `from`, or `most`. */
function endOfRun(text: string, from: number, stops: string, most: number): number {
  let end = from;
  while (end < most && end < text.length && text.charCodeAt(end) > space && !stops.includes(text.charAt(end))) end++;
  return end;
}

const quotes = '"\'`';
const space = 0x20;
const longestScheme = 20;
const schemeCharacter = /[a-z\d+.-]/i;
const longestPassword = 100;
/** A colon that is not followed by a port, and not part of an IPv6 address or a regular expression. */
const noPort = /^[^[\](){}^|:]*:\d*[^\d[\](){}^|][^[\](){}^|]*$/;

const privateKey = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/;

/** Credentials after the name of an authentication scheme, as in the value of an Authorization header. */
const schemes = /(?<![\w-])(Bearer|Basic|Token|Negotiate|ApiKey)[ \t]{1,8}([\w.~+/=:-]{8,})/gi;

/** Whether the text is more than the next word of a sentence. */
function looksLikeCredentials(scheme: string, text: string): boolean {
  if (/^basic$/i.test(scheme)) return Buffer.from(text, 'base64').includes(':');
  return /\d/.test(text) || looksRandom(text);
}

/** Whether a text looks like a generated key rather than a name: long, with a long run of digits and letters. */
export function looksRandom(text: string): boolean {
  if (text.length < 20 || !/^[\w.~+/=-]+$/.test(text)) return false;
  return (
    text.split(/[^A-Za-z0-9+]/).some((run) => run.length >= 16 && /\d/.test(run) && /[A-Za-z]/.test(run)) ||
    uuid.test(text)
  );
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A signed JSON web token: two objects in base64, and a signature. */
const webToken = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g;

/** Keys with a known prefix: of GitHub, GitLab, Slack, OpenAI, Stripe, AWS, Google, Vault, SendGrid, npm. */
const serviceKey = new RegExp(
  `(?<![\\w-])(?:${[
    /gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|npm_\w{30,}/,
    /xox[abeprs]-[\w-]{10,}|SG\.[\w-]{16,}\.[\w-]{16,}|hvs\.[\w-]{20,}/,
    /AKIA[A-Z0-9]{16}|AIza[\w-]{30,}|[rs]k_(?:live|test)_\w{16,}/,
    /sk-(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{20,}/,
  ]
    .map(({ source }) => source)
    .join('|')})`,
  'g',
);

/** Addresses that are keys themselves: each client that knows them can post there. */
const webhook = /(hooks\.slack\.com\/services\/|discord(?:app)?\.com\/api\/webhooks\/)[\w/-]+/g;

/** The hashes of htpasswd and crypt: `$apr1$salt$hash`, `$2y$05$…`, `{SHA}…`. */
const passwordHash = new RegExp(
  [
    /\$(?:apr1|1)\$[\w./]{1,8}\$[\w./]{22}/,
    /\$2[abxy]?\$\d\d\$[\w./]{22,}/,
    /\$[56]\$(?:rounds=\d{1,9}\$)?[\w./]{1,16}\$[\w./]{43,86}/,
    /\$(?:scrypt|y|argon2(?:id|i|d)|pbkdf2[\w-]{0,20})\$[\w./+=,$-]{16,}/,
    /\{S?SHA\d{0,3}\}[\w/+=]{20,}/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** The lines of htdigest: `user:realm:` and the hash. */
const digest = /(?<![^\s,"'])([^\s:,"']{1,100}:[^:,"']{1,100}:)[\da-f]{32}(?![\w:])/g;

const nameSource =
  /(?<![a-z])(?:[a-z0-9]{1,30}[_-]?)?(?:password|passwd|pwd|secret|token|(?:api|access|secret|private)[_-]?key)/.source;

/** `password=…`, as in connection strings and environments. Placeholders and regular expressions are no secrets. */
const assignment = new RegExp(
  `(${nameSource}=)(?!\\$\\{|\\$\\d|[{([.\\\\<*^])(?:"[^"]*"|'[^']*'|[^\\s"'&;,\\\\\`)]+)`,
  'gi',
);

/** `"password": "…"`, as in JSON within a text, whose quotation marks may be escaped. */
const jsonMember = new RegExp(`(${nameSource}(\\\\?")[ \\t]{0,8}:[ \\t]{0,8}\\2)[^"\\\\]+`, 'gi');

/** A Go string. One that is not closed is not scanned to its end each time. */
const valueSource = /(?:`[^`]{0,500}`|"(?:[^"\\]|\\.){0,500}")/.source;
/** White space and comments, as Go's scanner skips them. */
const gapSource = /(?:\s|\/\*(?:[^*]|\*(?!\/)){0,200}\*\/|\/\/[^\n]{0,200}\n){0,8}/.source;

/** The pairs after the first in a Traefik 2 rule about headers: ``Headers(`A`, `1`, `X-Api-Key`, `value`)``. */
const laterPairs = new RegExp(
  `((?<![a-z])headers(regexp)?${gapSource}\\(${gapSource}${valueSource}${gapSource},${gapSource}${valueSource}${gapSource},)((?:[^()\`"]|${valueSource}){1,10000})`,
  'gi',
);
const pairPattern = new RegExp(`(${valueSource}${gapSource},${gapSource})(${valueSource})`, 'g');

function maskLaterPairs(_whole: string, start: string, isPattern: string | undefined, pairs: string): string {
  const matcher = isPattern === undefined ? 'Header(' : 'HeaderRegexp(';
  // Masks each pair like a matcher of Traefik 3.
  return (
    start +
    pairs.replace(pairPattern, (pair) => `${matcher}${pair}`.replace(matcherPattern, maskMatcher).slice(matcher.length))
  );
}

/** A matcher for a header or query parameter: ``Header(`X-Api-Key`, `value`)``. A broken rule may have no end. */
const matcherPattern = new RegExp(
  `((?<![a-z])(?:headers?|query)(regexp)?${gapSource}\\(${gapSource}([\`"])([^\`"=\\s]{1,100})\\3${gapSource},${gapSource})(?:\`([^\`]+)(?:\`|$)|"((?:[^"\\\\]|\\\\.)+)(?:"|$))`,
  'gi',
);

function maskMatcher(
  whole: string,
  start: string,
  isPattern: string | undefined,
  _quote: string,
  name: string,
  raw: string | undefined,
  quoted: string | undefined,
): string {
  const value = raw ?? quoted ?? '';
  if (!isSecretHeader(name)) return whole;
  const [scheme = ''] = /^(?:Basic|Bearer|Digest|Negotiate|Token|ApiKey) (?=.)/i.exec(value) ?? [];
  const rest = value.slice(scheme.length);
  // A pattern counts only if it contains a literal secret. A pattern that matches any token does not.
  const isSecret = isPattern === undefined ? !/^(?:true|false|\*)$/i.test(rest) : /[A-Za-z\d]{8,}/.test(rest);
  const quote = raw === undefined ? '"' : '`';
  return isSecret ? `${start}${quote}${scheme}${secretMask}${quote}` : whole;
}

/** A Traefik 2 matcher for a query parameter: ``Query(`sig=value`)``. */
const quotedPair = /(`([\w.-]{1,100})=)(?!\$\{|\$\d|[{([.\\<*^])[^`\s]+(?=`)/g;

/** Masks the values of headers that nginx directives set, in addition to `maskText`. */
export function maskSnippet(snippet: string): string {
  const mask = (whole: string, start: string, _quote: string, name: string): string =>
    isSecretHeader(name) ? `${start}${secretMask}` : whole;
  return maskText(snippet.replace(headerDirective, mask).replace(quotedHeaderDirective, mask));
}

/** `proxy_set_header Name "value"`. A variable of nginx is not a secret. */
const headerDirective =
  /((?:proxy_set_header|add_header)[ \t]{1,20}(["']?)([\w-]{1,100})\2[ \t]{1,20})(?!\$)(?:"[^"]*"|'[^']*'|[^;\s"']+)/g;
/** `more_set_headers "Name: value"`. */
const quotedHeaderDirective =
  /(more_set_(?:input_)?headers[ \t]{1,20}(["'])([\w-]{1,100})[ \t]{0,20}:[ \t]{0,20})[^"']+/g;

/** Masks the value of a header that is written as a line, `Name: value`, in addition to `maskText`. */
export function maskHeaderLine(line: string): string {
  const [, start = '', name = ''] = /^(([\w-]{1,100})[ \t]{0,20}[:=][ \t]{0,20})\S/.exec(line) ?? [];
  return isSecretHeader(name) ? `${start}${secretMask}` : maskText(line);
}

/** Masks the password of an address without scheme, `user:password@host`, in addition to `maskText`. */
export function maskAddress(address: string): string {
  return maskText(address.replace(/^([^\s:@/]*:)[^\s@/]+@/, `$1${secretMask}@`));
}

/**
 * Whether the name of a member shows that its value is a secret: `secret`; `perhaps`, if the value must also look like
 * one; undefined if it is none. A name that only describes a secret, such as its place (`secretName`, `passwordFile`),
 * its lifetime (`tokenTtl`) or a count, is not the name of a secret.
 */
type Suspicion = 'secret' | 'perhaps' | undefined;

/** The rest of a longer name is ignored. */
const longestName = 200;

/** Judges the name of a member of a configuration in any spelling: `apiKey`, `API_KEY`, `crowdsecLapiKey`. */
export function suspicionOf(name: string): Suspicion {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (aboutASecret.has(last) || words[0] === 'existing') return undefined;
  if (/^keys?$/.test(last)) return suspicionOfKey(words.at(-2));
  if (words.some(isSecretWord) || last === 'pass') return 'secret';
  return possibleWords.has(last) ? 'perhaps' : undefined;
}

/** Judges the name of a header or query parameter, where any kind of key grants access. */
export function isSecretHeader(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (suspicionOf(name) === 'secret') return true;
  if (/^(cookie2?|auth|sig|signature|sid)$/.test(last)) return true;
  return /^keys?$/.test(last) && !harmlessKeys.has(words.at(-2) ?? '');
}

function wordsOf(name: string): readonly string[] {
  return name
    .slice(0, longestName)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

/** Also finds a word that is not separated from the word before: `dbpassword`, `accesstoken`. */
function isSecretWord(word: string): boolean {
  return /(?:passwo?r?d|passwd|passphrase|pwd|secret|token|apikey|accesskey|privatekey|secretkey|credential|authorization|htpasswd)s?$|^creds?$|^psk$|^otp$/.test(
    word,
  );
}

function suspicionOfKey(qualifier: string | undefined): Suspicion {
  if (qualifier === undefined) return 'perhaps';
  if (harmlessKeys.has(qualifier)) return undefined;
  return openingKeys.has(qualifier) || isSecretWord(qualifier) ? 'secret' : 'perhaps';
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** The last word in names that only describe a secret. */
const aboutASecret = words(
  `name names file files path paths dir folder type types kind ref refs reference references url urls uri uris endpoint
   endpoints address host hosts port header headers field fields param params parameter query prefix suffix format regex
   pattern ttl timeout interval period duration lifetime expiry expires expiration age leeway second seconds minute minutes
   hour hours ms length size min max limit limits count counts bucket budget burst rate algorithm algorithms alg method
   methods scheme schemes strategy mode policy version issuer issuers audience audiences scope scopes claim claims resolver
   enabled disabled required optional allowed forwarded region arn provider source location position style template
   fingerprint thumbprint checksum hint cost rounds status code enable disable validation verification refresh renewal
   rotation domain realm`.replace(/\s+/g, ' '),
);

/** Words before `key` for keys that grant access. */
const openingKeys = words(
  'api lapi capi access private secret signing sign encryption encrypt shared master auth subscription license account ' +
    'hmac session client jwt bearer bouncer crypto crypt cookie app application function functions service storage ssh ' +
    'tls ssl preshared csrf webhook admin user machine',
);

/** Words before `key` for keys that grant no access. */
const harmlessKeys = words(
  'public cache idempotency socket websocket surrogate routing partition sort site host header',
);

/** Names of secrets only if the value looks like a secret. */
const possibleWords = words('auth private bearer jwt hash salt signature sig');

/** The segments of an address's path that look like keys, which grant access. IDs (UUIDs) are not keys. */
export function tokensInPath(url: string): readonly string[] {
  return new URL(url).pathname.split('/').filter((segment) => isKey(segment) && !uuid.test(segment));
}

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
