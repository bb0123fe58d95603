/**
 * What a member's name says of its value: `secret`; `perhaps`, where the value has to look like one; undefined where it
 * is none. A name that only speaks of a secret, such as where it is (`secretName`, `passwordFile`), how long it lives
 * (`tokenTtl`) or how many there are, is no secret's.
 */
type Suspicion = 'secret' | 'perhaps' | undefined;

/** Of longer names the rest is not looked at. */
const LONGEST_NAME = 200;

/** Judges the name of a member of a configuration, however it is written: `apiKey`, `API_KEY`, `crowdsecLapiKey`. */
export function suspicionOf(name: string): Suspicion {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (ABOUT_A_SECRET.has(last) || words[0] === 'existing') return undefined;
  if (/^keys?$/.test(last)) return suspicionOfKey(words.at(-2));
  if (words.some(isSecretWord) || last === 'pass') return 'secret';
  return PERHAPS.has(last) ? 'perhaps' : undefined;
}

/** Judges the name of a header or query parameter: there a key of any kind is one that opens something. */
export function isSecretHeader(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (suspicionOf(name) === 'secret') return true;
  if (/^(cookie2?|auth|sig|signature|sid)$/.test(last)) return true;
  return /^keys?$/.test(last) && !HARMLESS_KEYS.has(words.at(-2) ?? '');
}

function wordsOf(name: string): readonly string[] {
  return name
    .slice(0, LONGEST_NAME)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

/** Also where it is not parted from the word before: `dbpassword`, `accesstoken`. */
function isSecretWord(word: string): boolean {
  return /(?:passwo?r?d|passwd|passphrase|pwd|secret|token|apikey|accesskey|privatekey|secretkey|credential|authorization|htpasswd)s?$|^creds?$|^psk$|^otp$/.test(
    word,
  );
}

function suspicionOfKey(qualifier: string | undefined): Suspicion {
  if (qualifier === undefined) return 'perhaps';
  if (HARMLESS_KEYS.has(qualifier)) return undefined;
  return OPENING_KEYS.has(qualifier) || isSecretWord(qualifier) ? 'secret' : 'perhaps';
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** What comes last in the name of something that is not a secret but tells of one. */
const ABOUT_A_SECRET = words(
  `name names file files path paths dir folder type types kind ref refs reference references url urls uri uris endpoint
   endpoints address host hosts port header headers field fields param params parameter query prefix suffix format regex
   pattern ttl timeout interval period duration lifetime expiry expires expiration age leeway second seconds minute minutes
   hour hours ms length size min max limit limits count counts bucket budget burst rate algorithm algorithms alg method
   methods scheme schemes strategy mode policy version issuer issuers audience audiences scope scopes claim claims resolver
   enabled disabled required optional allowed forwarded region arn provider source location position style template
   fingerprint thumbprint checksum hint cost rounds status code enable disable validation verification refresh renewal
   rotation domain realm`.replace(/\s+/g, ' '),
);

/** What a key that opens something is called. */
const OPENING_KEYS = words(
  'api lapi capi access private secret signing sign encryption encrypt shared master auth subscription license account ' +
    'hmac session client jwt bearer bouncer crypto crypt cookie app application function functions service storage ssh ' +
    'tls ssl preshared csrf webhook admin user machine',
);

/** Keys that open nothing. */
const HARMLESS_KEYS = words(
  'public cache idempotency socket websocket surrogate routing partition sort site host header',
);

/** Names that are a secret's only if the value looks like one. */
const PERHAPS = words('auth private bearer jwt hash salt signature sig');
