import assert from 'node:assert/strict';
import { maskText } from '../../../../../src/core/base/secrets/secretsInText';
import { hasSecrets, shownText, shownUrl } from '../../../../../src/core/proxy/secrets/secrets';
import { readRecordings, readTraefikGolden } from '../../../../recordings/read';

const pemKey = '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----\n';
const publicPem = '-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIE\n-----END CERTIFICATE-----\n';
const jwtText = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';

/** A text with what Traefik fills in where a star and a word stand. */
const filledIn = (text: string): string => text.replace(/\*(\w+)/g, '$' + '{$1}');

const shown = (config: unknown): unknown => JSON.parse(shownText({ text: JSON.stringify(config) }));
const plugin = (config: object): object => ({ plugin: { waf: config }, name: 'p@file', type: 'waf' });
const headers = (map: object): object => ({ headers: { customRequestHeaders: map } });

/** What must be masked: what it is, as sent, as shown. */
const secrets: readonly (readonly [what: string, sent: object, shown: object])[] = [
  [
    'the hashes of basicAuth users, not their names',
    { basicAuth: { users: ['admin:admin', 'eve:$apr1$a$b'], realm: 'shop api' } },
    { basicAuth: { users: ['admin:•••', 'eve:•••'], realm: 'shop api' } },
  ],
  [
    'the hashes of digestAuth users with their realm',
    { digestAuth: { users: ['reader:traefik:a2688e031edb4be6a3797f3882655c05'] } },
    { digestAuth: { users: ['reader:•••'] } },
  ],
  [
    'users that are no name and hash',
    { basicAuth: { users: ['nocolon', ''] } },
    { basicAuth: { users: ['•••', '•••'] } },
  ],
  ['users that are one text', { basicAuth: { users: 'a:b' } }, { basicAuth: { users: 'a:•••' } }],
  [
    'what a rule asks of headers and query parameters that are keys and tokens',
    {
      rule: 'Header(`X-Api-Key`, `k-1`) && headers("Authorization", "Bearer \\"a") && !Query(`token`,`t`) && Query(`sig=s`, `page=2`)',
    },
    {
      rule: 'Header(`X-Api-Key`, `•••`) && headers("Authorization", "Bearer •••") && !Query(`token`,`•••`) && Query(`sig=•••`, `page=2`)',
    },
  ],
  [
    'what a rule asks of them with white space, comments and several pairs',
    {
      rule: 'Header (`X-Api-Key`, `k1`) || Header/*c*/(`X-Token`\n, /* d */ `k2`) || Query // e\n(`token`, "k3") || Headers(`A`, `1`, `X-Api-Key`, `k4`, "Cookie", "k5") || HeadersRegexp(`A`, `1`, `X-Token`, `.+`)',
    },
    {
      rule: 'Header (`X-Api-Key`, `•••`) || Header/*c*/(`X-Token`\n, /* d */ `•••`) || Query // e\n(`token`, "•••") || Headers(`A`, `1`, `X-Api-Key`, `•••`, "Cookie", "•••") || HeadersRegexp(`A`, `1`, `X-Token`, `.+`)',
    },
  ],
  [
    'what a broken rule asks of such a header',
    { rule: 'Header(`X-Api-Key`, `a\\`) || Header(`X-Api-Key`, `k-1' },
    { rule: 'Header(`X-Api-Key`, `•••`) || Header(`X-Api-Key`, `•••`' },
  ],
  [
    'a secret that is written out in a pattern',
    { rule: 'HeaderRegexp(`X-Api-Key`, `^(abcdefgh|x)$`) || HeadersRegexp(`Authorization`, `Bearer abcdefgh.*`)' },
    { rule: 'HeaderRegexp(`X-Api-Key`, `•••`) || HeadersRegexp(`Authorization`, `Bearer •••`)' },
  ],
  [
    'header values by the names of the headers, with their scheme',
    headers({ Authorization: 'Bearer abc', 'Proxy-Authorization': 'Basic YTpi', AUTHORIZATION: 'odd', 'X-Shop': 'a' }),
    headers({ Authorization: 'Bearer •••', 'Proxy-Authorization': 'Basic •••', AUTHORIZATION: '•••', 'X-Shop': 'a' }),
  ],
  [
    'cookies',
    { headers: { customRequestHeaders: { Cookie: 'a=b' }, customResponseHeaders: { 'Set-Cookie': 'a=b; Secure' } } },
    { headers: { customRequestHeaders: { Cookie: '•••' }, customResponseHeaders: { 'Set-Cookie': '•••' } } },
  ],
  [
    'headers that are keys and tokens',
    headers({
      'X-Api-Key': 'k-1',
      'X-Auth-Token': 't',
      'Ocp-Apim-Subscription-Key': 'x',
      'X-Auth': 'x',
      'X-Functions-Key': 'x',
    }),
    headers({
      'X-Api-Key': '•••',
      'X-Auth-Token': '•••',
      'Ocp-Apim-Subscription-Key': '•••',
      'X-Auth': '•••',
      'X-Functions-Key': '•••',
    }),
  ],
  [
    'headers of a gateway’s modifiers',
    { requestHeaderModifier: { set: { 'X-Master-Key': 'x' }, add: { Cookie: 'x' }, remove: ['Authorization'] } },
    { requestHeaderModifier: { set: { 'X-Master-Key': '•••' }, add: { Cookie: '•••' }, remove: ['Authorization'] } },
  ],
  [
    'headers with several values',
    { errors: { nginxHeaders: { 'X-Api-Key': ['a', 'b'], Accept: ['text/html'] } } },
    { errors: { nginxHeaders: { 'X-Api-Key': '•••', Accept: ['text/html'] } } },
  ],
  [
    'headers of a health check',
    { loadBalancer: { healthCheck: { headers: { Authorization: 'Bearer x', Host: 'shop' } } } },
    { loadBalancer: { healthCheck: { headers: { Authorization: 'Bearer •••', Host: 'shop' } } } },
  ],
  [
    'a key of TLS, wherever it comes from, and a certificate that holds one',
    {
      forwardAuth: { tls: { ca: publicPem, cert: pemKey + publicPem, key: pemKey } },
      rateLimit: { redis: { tls: { key: 'x' } } },
    },
    {
      forwardAuth: { tls: { ca: publicPem, cert: '•••', key: '•••' } },
      rateLimit: { redis: { tls: { key: '•••' } } },
    },
  ],
  [
    'the password of redis, not its user',
    { rateLimit: { redis: { endpoints: ['r:6379'], username: 'u', password: 'p' } } },
    { rateLimit: { redis: { endpoints: ['r:6379'], username: 'u', password: '•••' } } },
  ],
  [
    'credentials in the address of a forwardAuth',
    { forwardAuth: { address: 'https://user:pa:ss@auth.test:9000/verify?token=abc&rd=https://x' } },
    { forwardAuth: { address: 'https://•••@auth.test:9000/verify?token=•••&rd=https://x' } },
  ],
  [
    'query values that are named as secrets',
    { forwardAuth: { address: 'http://a/?api_key=1&key=2&sig=3&access_token=4&page=5&Signature=6#token=x' } },
    {
      forwardAuth: { address: 'http://a/?api_key=•••&key=•••&sig=•••&access_token=•••&page=5&Signature=•••#token=•••' },
    },
  ],
  [
    'credentials in the URLs of servers, also where they are keys',
    { loadBalancer: { servers: [{ url: 'http://u:p@a:80/x' }] }, serverStatus: { 'http://u:p@a:80/x': 'UP' } },
    { loadBalancer: { servers: [{ url: 'http://•••@a:80/x' }] }, serverStatus: { 'http://•••@a:80/x': 'UP' } },
  ],
  [
    'credentials with an @ or a slash of their own',
    { a: 'redis://:p@s@h/0', b: 'redis://u:p/s@h' },
    { a: 'redis://•••@h/0', b: 'redis://•••@h' },
  ],
  ['credentials in several URLs of a text', { a: 'amqp://a:b@c,amqp://d:e@f' }, { a: 'amqp://•••@c,amqp://•••@f' }],
  ['a token in place of a user', { a: 'https://ghtoken@git.test/x' }, { a: 'https://•••@git.test/x' }],
  [
    'passwords of plugins, however they are called',
    plugin({
      password: 'a',
      dbPassword: 'a',
      DB_PASSWD: 'a',
      'user-pwd': 'a',
      passphrase: 'a',
      redisPass: 'a',
      userpassword: 'a',
    }),
    plugin({
      password: '•••',
      dbPassword: '•••',
      DB_PASSWD: '•••',
      'user-pwd': '•••',
      passphrase: '•••',
      redisPass: '•••',
      userpassword: '•••',
    }),
  ],
  [
    'secrets and tokens of plugins',
    plugin({
      secret: 'a',
      clientSecret: 'a',
      SECRET: 'a',
      secretValue: 'a',
      token: 'a',
      accessToken: 'a',
      csrf_token: 'a',
      token1: 'a',
    }),
    plugin({
      secret: '•••',
      clientSecret: '•••',
      SECRET: '•••',
      secretValue: '•••',
      token: '•••',
      accessToken: '•••',
      csrf_token: '•••',
      token1: '•••',
    }),
  ],
  [
    'keys of plugins that open something',
    plugin({
      apiKey: 'a',
      api_key: 'a',
      apikey: 'a',
      crowdsecLapiKey: 'a',
      privateKey: 'a',
      sessionEncryptionKey: 'a',
      APIKeys: ['a'],
    }),
    plugin({
      apiKey: '•••',
      api_key: '•••',
      apikey: '•••',
      crowdsecLapiKey: '•••',
      privateKey: '•••',
      sessionEncryptionKey: '•••',
      APIKeys: '•••',
    }),
  ],
  [
    'keys of plugins that look like one',
    plugin({ key: 'Zm9vYmFyMTIzNDU2Nzg5MGFiY2Rl', keys: ['4f8c1d2e9a7b6c5d4e3f2a1b'], key2: pemKey }),
    plugin({ key: '•••', keys: ['•••'], key2: '•••' }),
  ],
  [
    'credentials of plugins whole',
    plugin({ credentials: { user: 'a', x: [1] }, creds: ['a'] }),
    plugin({ credentials: '•••', creds: '•••' }),
  ],
  [
    'secrets of plugins at any depth',
    plugin({ a: [{ b: [[{ c: { token: 'x' } }]] }] }),
    plugin({ a: [{ b: [[{ c: { token: '•••' } }]] }] }),
  ],
  [
    'lists and objects below a secret’s name',
    plugin({ secrets: ['a'], tokens: { a: 'b' } }),
    plugin({ secrets: '•••', tokens: '•••' }),
  ],
  [
    'numbers below a secret’s name',
    plugin({ password: 123456, token: -1.5e9 }),
    plugin({ password: '•••', token: '•••' }),
  ],
  [
    'settings written as name and value, in either order',
    plugin({
      headers: [
        { name: 'X-Api-Key', value: 'k' },
        { value: 'k', header: 'Authorization' },
        { name: 'Accept', value: 'a' },
      ],
    }),
    plugin({
      headers: [
        { name: 'X-Api-Key', value: '•••' },
        { value: '•••', header: 'Authorization' },
        { name: 'Accept', value: 'a' },
      ],
    }),
  ],
  [
    'user and password in one',
    plugin({ auth: 'user:pass', basicAuth: 'user:pass' }),
    plugin({ auth: '•••', basicAuth: '•••' }),
  ],
  [
    'private keys wherever they stand',
    { anything: [`x ${pemKey}`], pkcs8: '-----BEGIN PRIVATE KEY-----' },
    { anything: ['•••'], pkcs8: '•••' },
  ],
  ['web tokens wherever they stand', { a: `x=${jwtText};`, [jwtText]: 1 }, { a: 'x=•••;', '•••': 1 }],
  [
    'credentials behind a scheme wherever they stand',
    { a: 'Bearer s3cr3t-upstream', b: 'send Basic dXNlcjpwYXNz now', c: 'bearer abcdefghijklmnopqrstuvwxyz0123' },
    { a: 'Bearer •••', b: 'send Basic ••• now', c: 'bearer •••' },
  ],
  [
    'keys of services that can be told by how they begin',
    { a: 'ghp_0123456789abcdefghij0123456789abcdef', b: 'AKIAIOSFODNN7EXAMPLE', c: 'glpat-abcdefghij0123456789' },
    { a: '•••', b: '•••', c: '•••' },
  ],
  [
    'password hashes wherever they stand',
    { a: 'eve:$2y$05$abcdefghijklmnopqrstuv', b: ['{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g='] },
    { a: 'eve:•••', b: ['•••'] },
  ],
  [
    'assignments in texts',
    { a: 'Server=db;Password=abc;Encrypt=true', b: '{"apiKey": "abc", "n": 1}', c: 'DB_PASSWORD=abc' },
    { a: 'Server=db;Password=•••;Encrypt=true', b: '{"apiKey": "•••", "n": 1}', c: 'DB_PASSWORD=•••' },
  ],
  [
    'headers that nginx snippets set',
    {
      snippet: {
        configurationSnippet:
          'proxy_set_header X-Api-Key "a b";\nadd_header X-Frame-Options DENY;\nmore_set_headers "Cookie: abc";',
      },
    },
    {
      snippet: {
        configurationSnippet:
          'proxy_set_header X-Api-Key •••;\nadd_header X-Frame-Options DENY;\nmore_set_headers "Cookie: •••";',
      },
    },
  ],
  [
    'headers that are written as lines',
    plugin({ headers: ['X-Api-Key: a b', 'Authorization=c', 'Accept: text/html'], addHeader: 'Cookie: a=b; c=d' }),
    plugin({ headers: ['X-Api-Key: •••', 'Authorization=•••', 'Accept: text/html'], addHeader: 'Cookie: •••' }),
  ],
  [
    'cookies that a snippet sets, whole',
    { snippet: { serverSnippet: "more_set_headers 'Cookie: a=b; c=d';\nproxy_set_header \"X-Api-Key\" 'e f';" } },
    { snippet: { serverSnippet: 'more_set_headers \'Cookie: •••\';\nproxy_set_header "X-Api-Key" •••;' } },
  ],
  [
    'passwords of addresses without scheme',
    plugin({ dsn: 'user:pass@tcp(db:3306)/x', redisAddr: ':pass@redis:6379', endpoints: ['u:p@r:1', 'r:2'] }),
    plugin({ dsn: 'user:•••@tcp(db:3306)/x', redisAddr: ':•••@redis:6379', endpoints: ['u:•••@r:1', 'r:2'] }),
  ],
  [
    'addresses that are keys themselves',
    plugin({ hook: 'https://hooks.slack.com/services/T0/B0/abc', other: 'https://discord.com/api/webhooks/1/abc' }),
    plugin({ hook: 'https://hooks.slack.com/services/•••', other: 'https://discord.com/api/webhooks/•••' }),
  ],
  [
    'crypted passwords of every kind',
    {
      a: 'x:$apr1$chcxSoJK$R7nEBemQgWbethvVene9W1',
      b: `$6$rounds=5000$salt$${'a'.repeat(86)}`,
      c: '$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA',
    },
    { a: 'x:•••', b: '•••', c: '•••' },
  ],
  [
    'names with digits in them',
    plugin({ password2Old: 'a', oauth2Secret: 'b' }),
    plugin({ password2Old: '•••', oauth2Secret: '•••' }),
  ],
  [
    'credentials with quotation marks, and those in quotations',
    { url: "http://u:it's`@h", a: '"http://u:p@h" and \'http://u:p@h\' but <http://h>@x', b: 'x"http://h"@y' },
    { url: 'http://•••@h', a: '"http://•••@h" and \'http://•••@h\' but <http://h>@x', b: 'x"http://h"@y' },
  ],
  [
    'assignments with quotation marks',
    { a: 'password="a b" user=\'c\'', b: "pwd='a b'", c: '{\\"token\\":\\"a, b\\"}', d: '"client_secret" : "a, b"' },
    { a: "password=••• user='c'", b: 'pwd=•••', c: '{\\"token\\":\\"•••\\"}', d: '"client_secret" : "•••"' },
  ],
  [
    'what looks like a line of htdigest or a key with dashes',
    plugin({ users: ['reader:traefik:a2688e031edb4be6a3797f3882655c05'], key: '123e4567-e89b-12d3-a456-426614174000' }),
    plugin({ users: ['reader:traefik:•••'], key: '•••' }),
  ],
  ['a password with a URL in it, once', { url: 'http://u:p/://s@h' }, { url: 'http://•••@h' }],
];

/** What must stay as it is. */
const harmless: readonly (readonly [what: string, sent: object])[] = [
  [
    'a certificate’s facts',
    {
      keyType: 'RSA',
      keySize: 2048,
      publicKeyFingerprint: 'ab'.repeat(32),
      certFingerprint: 'cd'.repeat(32),
      serialNumber: '123456789012345678901',
    },
  ],
  [
    'TLS settings of a router',
    { tls: { options: 'modern', certResolver: 'le', passthrough: true, domains: [{ main: 'a.test' }] } },
  ],
  [
    'references to secrets',
    plugin({
      secretName: 'shop-tls',
      secretRef: 'a',
      existingSecret: 'a',
      tokenPath: '/t',
      passwordFile: '/p',
      usersFile: '/u',
      apiKeyFile: '/k',
    }),
  ],
  ['references that are values', plugin({ password: filledIn('*DB_PASSWORD'), token: 'urn:k8s:secret:shop:token' })],
  ['a key’s file', { forwardAuth: { tls: { ca: '/ca.pem', cert: '/c.pem', key: '/certs/client.key' } } }],
  ['a key’s file nearby', { forwardAuth: { tls: { key: 'client.key' } } }],
  [
    'amounts of tokens',
    plugin({ tokensPerSecond: 10, maxTokens: 5, tokens: '100', tokenBucketSize: 3, token_limit: 9 }),
  ],
  ['how long something lives', plugin({ tokenTtl: '5m', tokenExpiry: 60, passwordMinLength: 8, sessionTimeout: '1h' })],
  [
    'yes and no',
    plugin({ requireToken: true, password: false, secret: null, stripAuthorization: 'true', token: 'False' }),
  ],
  [
    'what is empty',
    { headers: { customRequestHeaders: { Authorization: '', 'X-Api-Key': '' } }, tokens: [], secrets: {} },
  ],
  [
    'names of headers',
    {
      forwardAuth: {
        authResponseHeaders: ['Authorization', 'X-Auth-Token', 'Set-Cookie'],
        headerField: 'X-Api-Key',
        addAuthCookiesToResponse: ['session'],
      },
    },
  ],
  [
    'names of headers in CORS',
    { headers: { accessControlAllowHeaders: ['Authorization', 'X-Api-Key'], accessControlExposeHeaders: ['X-Token'] } },
  ],
  [
    'names of headers in plugins',
    plugin({ tokenHeader: 'X-Token', apiKeyHeaderName: 'X-Api-Key', cookieName: 'sid', tokenQueryParam: 't' }),
  ],
  [
    'harmless headers',
    headers({
      'X-Cache-Key': 'a',
      'Idempotency-Key': 'b',
      'Cache-Control': 'no-store',
      'X-Forwarded-User': 'eve',
      'Sec-WebSocket-Key': 'c',
      'X-Robots-Tag': 'none',
    }),
  ],
  [
    'CORS answers',
    {
      headers: {
        customResponseHeaders: {
          'Access-Control-Allow-Headers': 'Authorization, X-Api-Key',
          'WWW-Authenticate': 'Basic realm="shop"',
        },
      },
    },
  ],
  [
    'sticky cookies',
    { loadBalancer: { sticky: { cookie: { name: 'canary', path: '/', secure: true, maxAge: 3600 } } } },
  ],
  [
    'passHostHeader and its like',
    {
      loadBalancer: { passHostHeader: true },
      passTLSClientCert: { pem: true },
      basicAuth: { removeHeader: true, realm: 'Basic login' },
    },
  ],
  [
    'plugins that are named after secrets',
    { plugin: { 'token-auth': { mode: 'block' }, 'api-key': { header: 'X' }, jwtSecret: { alg: 'RS256' } } },
  ],
  [
    'words that begin or end alike',
    plugin({
      compass: 'north',
      bypass: 'yes',
      passive: 'a',
      monkey: 'b',
      secretary: 'c',
      tokenizer: 'd',
      keyboard: 'e',
      author: 'f',
    }),
  ],
  [
    'keys that open nothing',
    plugin({
      cacheKey: 'abc',
      key: '$request_uri',
      keys: ['user', 'shop-frontend-2024-blue'],
      hashKey: 'ip',
      publicKey: 'abcdefghijklmnop1234567890',
      siteKey: '6Lc0123456789abcdefghijk',
    }),
  ],
  [
    'rules',
    { rule: 'Host(`token.example.test`) && PathPrefix(`/api/key`) && !Query(`debug=true`)', service: 'token-service' },
  ],
  [
    'names of items',
    {
      name: 'api-key-auth@file',
      middlewares: ['secret-headers@file', 'jwt@file'],
      usedBy: ['token@docker'],
      service: 'api@internal',
    },
  ],
  [
    'URLs without credentials',
    {
      url: 'http://127.0.0.1:9103/base/?page=2&sort=key',
      a: 'https://a.test/users/@eve',
      b: 'http://[::1]:80/x@y',
      c: 'http://a:8080/x@y',
    },
  ],
  [
    'regular expressions',
    { redirectRegex: { regex: '^https?://([^/]+)/old/(.*)@', replacement: filledIn('https://*1/new/?token=*2') } },
  ],
  ['a page’s query', { errors: { query: filledIn('/{status}.html?key={url}&next=*1'), service: 'passive' } }],
  [
    'sentences',
    {
      a: 'Bearer authentication-required',
      b: 'Basic authentication',
      c: 'Token bucket',
      d: 'use password: required',
      e: 'no token = no entry',
    },
  ],
  [
    'variables in nginx snippets',
    { snippet: { serverSnippet: 'proxy_set_header Authorization $http_authorization;' } },
  ],
  ['certificates', { ca: publicPem, passTLSClientCert: { info: { subject: { commonName: true } } } }],
  [
    'hosts and versions that are long',
    plugin({ key: 'shop.frontend.internal.example.test', hash: 'sha256', auth: 'basic', private: 'true' }),
  ],
  ['big numbers', { maxRequestBodyBytes: 1, average: 1000, priority: 5, terminationDelay: 100 }],
  [
    'groups in a replacement',
    { redirectRegex: { regex: 'token=([^&]+)', replacement: 'https://$1$2example.test/$3?key=$1' } },
  ],
  [
    'a service named like a key',
    plugin({ host: 'sk-bratislava-frontend-production-1', name: 'sk-learn-model-serving-blue' }),
  ],
  [
    'addresses without passwords',
    plugin({ endpoints: ['redis:6379', '[::1]:6379'], address: 'shop:80', url: 'tcp://a:1' }),
  ],
  ['names of users', plugin({ users: ['eve', 'bob'], userName: 'eve', basicAuth: { realm: 'shop' } })],
  [
    'templates',
    plugin({ headers: [{ name: 'Authorization', value: 'Bearer {{.AccessToken}}' }], token: '{{ env "T" }}' }),
  ],
  [
    'rules that ask for some secret and for other headers',
    {
      rule: 'HeaderRegexp(`Authorization`, `^Bearer .+$`) && Header(`X-Beta`, `1`) && Header(`X-Api-Key`, `*`) && Query(`sort_key`, `name`)',
    },
  ],
  ['switches of Traefik’s own', { allowACMEByPass: true, accessControlAllowCredentials: true, allowEncodedHash: true }],
  ['names with a port', { service: 'shop:80@kubernetes', usedBy: ['default-shop:80@kubernetes'] }],
];

describe('secrets: what is shown of a configuration', () => {
  for (const [what, sent, expected] of secrets) {
    it(`masks ${what}`, () => {
      assert.deepEqual(shown(sent), expected);
      assert.ok(hasSecrets({ text: JSON.stringify(sent) }));
      assert.deepEqual(shown(expected), expected, 'what is masked already');
    });
  }

  for (const [what, sent] of harmless) {
    it(`leaves ${what}`, () => {
      const item = { text: JSON.stringify(sent) };
      assert.equal(shownText(item), item.text);
      assert.ok(!hasSecrets(item));
    });
  }
});

describe('secrets: the text that is shown', () => {
  it('is what was received but for the secrets', () => {
    const text =
      '{ "z" : 9007199254740993,\n\t"a":1.50e+2 , "\\u0061\\/": "\\u003cb\\u003e \\ud83d\\ude00",' +
      '"p\\u0061ssword" :  "a\\"b" ,"token":-7, "url":"http:\\/\\/u:p@h\\/\\u0026", "a":[ ], "b":{ } ,"c":[true,null , false]}';
    assert.equal(
      shownText({ text }),
      text
        .replace('"a\\"b"', '"•••"')
        .replace('"token":-7', '"token":"•••"')
        .replace('"http:\\/\\/u:p@h\\/\\u0026"', '"http://•••@h/&"'),
    );
  });

  it('is complete where a secret is at the end, and where it is all there is', () => {
    assert.equal(shownText({ text: '{"a":1,"token":"x"}' }), '{"a":1,"token":"•••"}');
    assert.equal(shownText({ text: ` "${jwtText}" ` }), ' "•••" ');
    assert.equal(shownText({ text: '[{"secret":{"a":[1,{"b":"}"}]}},{"c":"d"}]' }), '[{"secret":"•••"},{"c":"d"}]');
    for (const text of ['', 'null', '12', '"a"', '[]', '{}', '[[],{}]']) assert.equal(shownText({ text }), text);
  });

  it('masks each of several members of the same name', () => {
    assert.equal(shownText({ text: '{"token":"a","token":"b"}' }), '{"token":"•••","token":"•••"}');
    const pairs = '[{"name":"X-Api-Key","value":"a"},{"name":"Accept","value":"b"}]';
    assert.equal(shownText({ text: pairs }), pairs.replace('"a"', '"•••"'));
  });

  it('is not misled by names that objects have by nature', () => {
    assert.equal(
      shownText({ text: '{"__proto__":{"token":"a"},"constructor":"b"}' }),
      '{"__proto__":{"token":"•••"},"constructor":"b"}',
    );
    assert.equal(shownText({ text: '{"name":"toString","value":"b"}' }), '{"name":"toString","value":"b"}');
  });

  it('comes to an end on what is no JSON', () => {
    for (const text of [
      '{',
      '[',
      '"',
      '{"a',
      '{"a":',
      '}',
      ']',
      ',',
      ':',
      '{]',
      '{"a"}',
      '{"token":',
      '\\',
      '{"token"x',
      'a:b"c',
    ]) {
      assert.equal(typeof shownText({ text }), 'string', text);
    }
  });

  it('takes any depth', () => {
    const depth = 100_000;
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
      ['{"value":', '}'],
    ] as const) {
      const text = `${open.repeat(depth)}{"token":"x"}${close.repeat(depth)}`;
      assert.equal(shownText({ text }), text.replace('"x"', '"•••"'));
    }
  });

  it('is worked out once for each item', () => {
    let read = 0;
    const item = {
      get text() {
        read++;
        return '{"token":"a"}';
      },
    };
    assert.equal(shownText(item), shownText(item));
    assert.equal(read, 1);
  });

  it('has none of the secrets of recorded Traefiks left', () => {
    const bodies = [
      ...['traefik-3.7', 'traefik-2.11'].flatMap((server) =>
        [...readRecordings(server).values()].map(({ response }) => response.body),
      ),
      ...readTraefikGolden().values(),
    ].filter((body) => /^\s*[[{]/.test(body));
    const masked: readonly (readonly [secret: string, shown: string])[] = [
      ['$apr1$chcxSoJK$R7nEBemQgWbethvVene9W1', '•••'],
      ['traefik:a2688e031edb4be6a3797f3882655c05', '•••'],
      ['s3cr3t-upstream-token', '•••'],
      ['k-123456', '•••'],
      ['admin:admin', 'admin:•••'],
    ];
    for (const [secret] of masked) assert.ok(bodies.some((body) => body.includes(secret)));
    for (const body of bodies) {
      const expected = masked.reduce((text, [secret, shown]) => text.replaceAll(secret, () => shown), body);
      assert.equal(shownText({ text: body }), expected);
    }
  });
});

describe('secrets: a URL and an error that are shown', () => {
  it('have no credentials', () => {
    assert.equal(shownUrl('http://user:pass@10.0.0.1:80/base'), 'http://10.0.0.1:80/base');
    assert.equal(shownUrl('http://10.0.0.1:80/base?token=abc&page=2'), 'http://10.0.0.1:80/base?token=•••&page=2');
    assert.equal(shownUrl('127.0.0.1:5432'), '127.0.0.1:5432');
    assert.equal(shownUrl('http://[::1]:80/@x'), 'http://[::1]:80/@x');
    assert.equal(
      maskText('error parsing server URL http://u:p@h:x: parse "http://u:p@h:x": invalid port ":x" after host'),
      'error parsing server URL http://•••@h:x: parse "http://•••@h:x": invalid port ":x" after host',
    );
    // Traefik quotes the user with the password, on any number of lines.
    assert.equal(maskText('error parsing BasicUser: hunter2\nmore'), 'error parsing BasicUser: •••');
    assert.equal(maskText('error parsing DigestUser a:b'), 'error parsing DigestUser •••');
    assert.deepEqual(shown({ error: ['error parsing BasicUser: hunter2'], name: 'm@file' }), {
      error: ['error parsing BasicUser: •••'],
      name: 'm@file',
    });
    const plain = 'middleware "auth@docker" does not exist';
    assert.equal(maskText(plain), plain);
  });
});
