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
