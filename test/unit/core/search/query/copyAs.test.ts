import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Endpoint } from '../../../../../src/core/base/endpoints/endpoint';
import { isRequestFailure } from '../../../../../src/core/base/errors/failure';
import { curlOf, devToolsOf } from '../../../../../src/core/search/query/copyAs';
import { startSearchEngine } from '../../../../servers/search/index';
import { endpointAt } from '../../base/http/endpointAt';

type SentSearch = Parameters<typeof curlOf>[1];

const run = promisify(execFile);

const variables = {
  ES_USER: 'elastic',
  ES_PASSWORD: 'changeme-test',
  ES_TOKEN: 'the token',
  ES_API_KEY: 'the key',
  ES_CERTIFICATE_PASSPHRASE: 'the phrase',
  HEADER_X_SCOPE_ORGID: 'tenant',
  HEADER_X_SCOPE_ORGID_1: 'other',
  HEADER_WEIRD_: 'odd',
  HOME: '/home/somebody',
};

/** What bash makes of a command: the arguments that curl gets, and what it reads. */
async function wordsOf(command: string): Promise<string[]> {
  const shadowed = `curl() { printf '%s\\0' "$@"; for last; do :; done; if [ "$last" = '@-' ]; then cat; fi; }\n${command}\n`;
  const running = run('bash', ['--noprofile', '--norc'], { env: variables, maxBuffer: 1e8 });
  running.child.stdin?.end(shadowed);
  const { stdout } = await running;
  return stdout.replace(/\0$/, '').split('\0');
}

/** The argument behind an option. */
const behind = (words: readonly string[], option: string) => words.filter((_, at) => words[at - 1] === option);

const sent: SentSearch = {
  method: 'GET',
  path: '/access-logs/_search',
  body: '{"query":{"match_all":{}},"from":0,"size":10}',
};

describe('copyAs: a search as curl', () => {
  it('is a line that reads well', () => {
    assert.equal(
      curlOf(endpointAt('http://127.0.0.1:9200'), sent),
      `curl -X GET 'http://127.0.0.1:9200/access-logs/_search' \\
  -H 'Content-Type: application/json' \\
  --data-binary '{"query":{"match_all":{}},"from":0,"size":10}'`,
    );
  });

  const bodies: readonly string[] = [
    `{"query":{"match":{"message":"it's $HOME \`id\` $(id) \\"!!\\" \\\\ ' '' "}}}`,
    '{\n  "size": 1,\n  "query": {"match_all": {}}\n}',
    '{"a":"größe 𝒳"}',
  ];
  for (const body of bodies) {
    it(`gives curl the body as it is: ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const words = await wordsOf(curlOf(endpointAt('http://h'), { ...sent, body }));
      assert.deepEqual(behind(words, '--data-binary'), [body]);
    });
  }

  it('escapes what cannot be seen or steers a terminal, and means the same', async () => {
    const body = '{\r\n\t"a":"\u202e\u009b31m\u2028\u200b\ufeff\u{e0041}\ud800"\r\n}';
    const [shown = ''] = behind(await wordsOf(curlOf(endpointAt('http://h'), { ...sent, body })), '--data-binary');
    assert.match(shown, /^[\x20-\x7e\n]*$/);
    assert.deepEqual(JSON.parse(shown), JSON.parse(body));
    assert.match(devToolsOf({ ...sent, body }), /^[\x20-\x7e\n]*$/);
  });

  it('reads a body from behind the line that is too long for an argument', async () => {
    const body = JSON.stringify({ query: { terms: { a: Array.from({ length: 40_000 }, (_, at) => `it's $${at}`) } } });
    const words = await wordsOf(curlOf(endpointAt('http://h'), { ...sent, body }));
    assert.equal(words.at(-2), '@-');
    assert.equal(words.at(-1), `${body}\n`);
  });

  it('ends a long body with a line that nobody can foresee', async () => {
    const body = `{"a":1,\n"END_OF_BODY":\n"${'x'.repeat(110_000)}"}`;
    const ends = new Set<string>();
    for (let turn = 0; turn < 5; turn++) {
      const command = curlOf(endpointAt('http://h'), { ...sent, body });
      assert.equal((await wordsOf(command)).at(-1), `${body}\n`);
      ends.add(command.split('\n').at(-1) ?? '');
    }
    assert.equal(ends.size, 5);
    for (const end of ends) assert.match(end, /^END_OF_BODY_[0-9a-f]{32}$/);
  });

  for (const body of [
    '@/etc/hostname',
    'END_OF_BODY\ntouch /tmp/x',
    '{"a":1}\nEND_OF_BODY\ntouch x',
    '[]',
    '"a"',
    '',
    '{',
  ]) {
    it(`is refused with a body that is no JSON object: ${JSON.stringify(body)}`, () => {
      for (const copy of [
        () => curlOf(endpointAt('http://h'), { ...sent, body }),
        () => devToolsOf({ ...sent, body }),
      ]) {
        assert.throws(copy, (error) => isRequestFailure(error) && error.failure.kind === 'invalid');
      }
    });
  }

  const path = "/it's%20%3Clogs-%7Bnow%2Fd%7D%3E/_search?preference=a'b";
  it('names the address in one word', async () => {
    const words = await wordsOf(curlOf(endpointAt('http://h:9200/base'), { ...sent, method: 'POST', path }));
    assert.deepEqual(behind(words, 'POST'), [`http://h:9200/base${path}`]);
    const six = await wordsOf(curlOf(endpointAt('http://[::1]:9200'), sent));
    assert.ok(six.includes('--globoff') && six.includes('http://[::1]:9200/access-logs/_search'));
  });

  const secret = 'very-secret-text';
  const credentials: readonly [what: string, more: Partial<Endpoint>, words: readonly string[]][] = [
    ['a user', { auth: { type: 'basic', username: secret, password: secret } }, ['-u', 'elastic:changeme-test']],
    [
      'a user, by Digest',
      { auth: { type: 'basic', username: secret, password: secret, scheme: 'digest' } },
      ['--digest', '-u', 'elastic:changeme-test'],
    ],
    ['a token', { auth: { type: 'bearer', token: secret } }, ['-H', 'Authorization: Bearer the token']],
    ['an API key', { auth: { type: 'apiKey', key: secret } }, ['-H', 'Authorization: ApiKey the key']],
    ['an API key in a header', { auth: { type: 'apiKey', key: secret, header: "X-'$k" } }, ['-H', "X-'$k: the key"]],
    [
      'own headers',
      { headers: { 'X-Scope-OrgID': secret, "X-Scope'OrgID": secret, weird$: secret } },
      ['-H', 'X-Scope-OrgID: tenant', '-H', "X-Scope'OrgID: other", '-H', 'weird$: odd'],
    ],
    [
      'its own headers and a token',
      { headers: { Authorization: secret, 'content-type': 'text/plain' }, auth: { type: 'bearer', token: secret } },
      ['-H', 'Authorization: Bearer the token'],
    ],
  ];
  for (const [what, more, words] of credentials) {
    it(`leaves out ${what}, for which variables stand`, async () => {
      const command = curlOf(endpointAt('http://h', more), sent);
      assert.doesNotMatch(command, /very-secret/);
      assert.deepEqual((await wordsOf(command)).slice(5, -2), words);
    });
  }

  const tls: readonly [what: string, more: Partial<Endpoint>, words: readonly string[]][] = [
    ['an authority', { tls: { trust: { type: 'file', path: "/etc/it's.pem" } } }, ['--cacert', "/etc/it's.pem"]],
    [
      'an authority below the home folder',
      { tls: { trust: { type: 'file', path: '~/my ca.pem' } } },
      ['--cacert', '/home/somebody/my ca.pem'],
    ],
    ['no authority', { tls: { trust: { type: 'anyone' } } }, ['--insecure']],
    ['a pinned certificate', { tls: { trust: { type: 'pin', fingerprint: 'ab'.repeat(32) } } }, []],
    [
      'its own certificate',
      { tls: { client: { type: 'pem', file: '/c:1.pem', keyFile: '/k.pem', passphrase: secret } } },
      ['--cert', '/c\\:1.pem', '--key', '/k.pem', '--pass', 'the phrase'],
    ],
    ['its own PFX', { tls: { client: { type: 'pfx', file: '/c.p12' } } }, ['--cert-type', 'P12', '--cert', '/c.p12']],
  ];
  for (const [what, more, words] of tls) {
    it(`has ${what} as the endpoint has`, async () => {
      const command = curlOf(endpointAt('https://h', more), sent);
      assert.doesNotMatch(command, /very-secret/);
      assert.deepEqual((await wordsOf(command)).slice(5, -2), words);
    });
  }

  it('never verifies less than the endpoint does', async () => {
    for (const more of [{}, { tls: { serverName: 'other.test' } }, { host: 'a.test' }]) {
      assert.doesNotMatch(curlOf(endpointAt('https://h', more), sent), /--insecure|-k\b/);
    }
  });

  it('reaches a server by its other name', async () => {
    const named = await wordsOf(curlOf(endpointAt('https://127.0.0.1:9200/es', { host: 'es.example.test' }), sent));
    assert.deepEqual(named.slice(0, 7), [
      '-X',
      'GET',
      'https://es.example.test:9200/es/access-logs/_search',
      '--connect-to',
      'es.example.test:9200:127.0.0.1:9200',
      '-H',
      'Host: es.example.test',
    ]);
    const plain = await wordsOf(curlOf(endpointAt('http://127.0.0.1:9200', { host: 'es.example.test' }), sent));
    assert.deepEqual(plain.slice(2, 5), ['http://127.0.0.1:9200/access-logs/_search', '-H', 'Host: es.example.test']);
  });

  it('finds the same as the search, where curl is there', async function () {
    this.timeout(30_000);
    const engine = await startSearchEngine({ documents: 50 });
    try {
      const body = '{"query":{"match":{"message":"it\'s a timeout"}},"size":3}';
      const command = curlOf(endpointAt(engine.url), { ...sent, body });
      const [, , url] = await wordsOf(command);
      assert.equal(url, `${engine.url}/access-logs/_search`);
      const hasCurl = await run('curl', ['--version']).then(
        () => true,
        () => false,
      );
      if (!hasCurl) return;
      const { stdout } = await run('bash', ['-c', `${command} --silent --noproxy '*'`]);
      assert.ok(Array.isArray(JSON.parse(stdout).hits.hits));
      assert.deepEqual(engine.requests.at(-1)?.body, body);
      assert.equal(engine.requests.at(-1)?.method, 'GET');
    } finally {
      await engine.close();
    }
  });
});

describe('copyAs: a search as Dev Tools text', () => {
  it('is the request with its body laid out, and every digit', () => {
    assert.equal(
      devToolsOf({ ...sent, body: '{"query":{"term":{"span":9007199254740993}}}' }),
      `GET /access-logs/_search
{
  "query": {
    "term": {
      "span": 9007199254740993
    }
  }
}`,
    );
  });
});
