import assert from 'node:assert/strict';
import type { Endpoint } from '../../../../../src/core/base/endpoints/endpoint';
import { type FailureKind, isRequestFailure } from '../../../../../src/core/base/errors/failure';
import type { HttpResponse } from '../../../../../src/core/base/http/httpClient';
import { failureOfStatus, parseJson } from '../../../../../src/core/base/http/responseFailures';
import { readRecordings } from '../../../../recordings/read';
import { endpointAt } from './endpointAt';

const endpoint = endpointAt('https://edge.example.test/base');
const withBasic = endpointAt(endpoint.url, { auth: { type: 'basic', username: 'reader', password: 'proxy-test' } });

const answer = (status: number, body = '', headers: Record<string, string> = {}): HttpResponse => ({
  status,
  headers,
  body,
});

function recording(server: string, name: string): HttpResponse {
  const recorded = readRecordings(server).get(name);
  assert.ok(recorded, `${server} has no ${name}`);
  return recorded.response;
}

describe('failureOfStatus', () => {
  const kinds: readonly (readonly [number, FailureKind])[] = [
    [300, 'redirected'],
    [304, 'rejected'],
    [400, 'rejected'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'notFound'],
    [405, 'rejected'],
    [407, 'proxy'],
    [418, 'rejected'],
    [429, 'rateLimited'],
    [500, 'serverError'],
    [503, 'serverError'],
  ];
  for (const [status, kind] of kinds) {
    it(`${status} is ${kind}`, () => {
      const { failure } = failureOfStatus(answer(status, '<script>alert(1)</script>'), endpoint);
      assert.equal(failure.kind, kind);
      assert.equal(failure.status, status);
      assert.match(failure.sentence, /^[^<\n]+\.$/);
      assert.match(failure.nextStep, /^[^<\n]+\.$/);
    });
  }

  describe('names the schemes a server asks for, and nothing else of its text', () => {
    const challenges: readonly (readonly [string, string])[] = [
      ['Basic realm="traefik"', 'Basic'],
      ['Basic realm="security", charset="UTF-8", ApiKey', 'Basic, ApiKey'],
      ['Digest realm="Bearer, Basic", qop="auth", nonce="x"', 'Digest'],
      ['bearer, NEGOTIATE', 'Bearer, Negotiate'],
      ['Basic realm="a \\", Bearer, \\"b"', 'Basic'],
    ];
    for (const [challenge, schemes] of challenges) {
      it(challenge, () => {
        const { sentence } = failureOfStatus(answer(401, '', { 'www-authenticate': challenge }), endpoint).failure;
        assert.equal(sentence, `https://edge.example.test requires credentials (${schemes}).`);
      });
    }

    it('$(alert) [x](command:y)', () => {
      const { sentence } = failureOfStatus(
        answer(401, '', { 'www-authenticate': '$(alert) [x](command:y)' }),
        endpoint,
      ).failure;
      assert.equal(sentence, 'https://edge.example.test requires credentials.');
    });

    it('but says that given credentials were not accepted', () => {
      const { sentence, nextStep } = failureOfStatus(
        answer(401, '', { 'www-authenticate': 'Digest realm="r", nonce="n"' }),
        withBasic,
      ).failure;
      assert.equal(sentence, 'https://edge.example.test did not accept the credentials.');
      assert.match(nextStep, /The server accepts Digest\.$/);
    });
  });

  const waits: readonly (readonly [string | undefined, number | undefined])[] = [
    ['17', 17],
    ['soon', undefined],
    [undefined, undefined],
    ['Fri, 31 Dec 1999 23:59:59 GMT', 0],
  ];
  for (const [header, seconds] of waits) {
    it(`reads Retry-After: ${header}`, () => {
      const headers = header === undefined ? {} : { 'retry-after': header };
      assert.equal(failureOfStatus(answer(429, '', headers), endpoint).failure.retryAfterSeconds, seconds);
    });
  }

  const patience: readonly (readonly [seconds: string, nextStep: string])[] = [
    ['0', 'Wait a moment, then try again.'],
    ['1', 'Try again in 1 second.'],
    ['7', 'Try again in 7 seconds.'],
    ['121', 'Try again in 3 minutes.'],
    ['7201', 'Try again in 3 hours.'],
    ['86401', 'The server asks to wait for more than a day. Try again after that.'],
  ];
  for (const [seconds, nextStep] of patience) {
    it(`says when to try again: ${seconds}`, () => {
      const { failure } = failureOfStatus(answer(429, '', { 'retry-after': seconds }), endpoint);
      assert.equal(failure.nextStep, nextStep);
    });
  }

  it('reads Retry-After as a date to come', () => {
    const headers = { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() };
    const { retryAfterSeconds = 0 } = failureOfStatus(answer(503, '', headers), endpoint).failure;
    assert.ok(retryAfterSeconds > 3_000 && retryAfterSeconds <= 3_600, String(retryAfterSeconds));
  });

  for (const text of [
    'Client sent an HTTP request to an HTTPS server.\n',
    '<html><title>400 The plain HTTP request was sent to HTTPS port</title></html>',
  ]) {
    it(`knows a server that wants https: ${text.slice(0, 30)}…`, () => {
      const { failure } = failureOfStatus(answer(400, text), endpointAt('http://edge.example.test:8443/base'));
      assert.equal(failure.kind, 'tls');
      assert.equal(failure.betterUrl, 'https://edge.example.test:8443/base');
    });
  }

  describe('detail', () => {
    it('is one line of at most 500 characters, without control and bidirectional ones', () => {
      const { detail = '' } = failureOfStatus(
        answer(500, `a\u202eb\r\n\u0000c ${'\u{1f600}'.repeat(600)}`),
        endpoint,
      ).failure;
      assert.match(detail, /^ab c \u{1f600}/u);
      assert.ok([...detail].length <= 500);
      assert.doesNotMatch(detail, /[\p{Cc}\p{Cf}\p{Cs}]/u);
    });

    it('of a page is its title', () => {
      const html = '<!DOCTYPE html><html><head><title>502 Bad\nGateway</title></head><body>long</body></html>';
      assert.equal(failureOfStatus(answer(502, html), endpoint).failure.detail, '502 Bad Gateway');
      assert.equal(failureOfStatus(answer(502, '<html></html>'), endpoint).failure.detail, undefined);
    });

    it('is absent where the server says nothing', () => {
      assert.equal('detail' in failureOfStatus(answer(405), endpoint).failure, false);
    });

    const echoes: readonly (readonly [string, Endpoint, string])[] = [
      ['a basic header', withBasic, `Authorization: Basic ${Buffer.from('reader:proxy-test').toString('base64')}`],
      ['a password', withBasic, 'no account reader/proxy-test'],
      [
        'a token, percent-encoded',
        endpointAt(endpoint.url, { auth: { type: 'bearer', token: 'a+/b==' } }),
        '?t=a%2B%2Fb%3D%3D',
      ],
      [
        'a key in JSON',
        endpointAt(endpoint.url, { auth: { type: 'apiKey', key: 'back\\slash"' } }),
        JSON.stringify({ key: 'back\\slash"' }),
      ],
      ['an own header', endpointAt(endpoint.url, { headers: { 'X-Api-Key': 'own-secret' } }), 'X-Api-Key: own-secret'],
      [
        'a password with characters that are not shown',
        endpointAt(endpoint.url, { auth: { type: 'basic', username: 'reader', password: 'own\u200b-\tse\u202ecret' } }),
        'no account reader/own\u200b-\tse\u202ecret',
      ],
      [
        'a secret where the text is cut',
        endpointAt(endpoint.url, { auth: { type: 'bearer', token: 'S3cr'.repeat(10) } }),
        `${'x'.repeat(490)}${'S3cr'.repeat(10)}`,
      ],
    ];
    for (const [name, asked, text] of echoes) {
      it(`blanks out ${name}`, () => {
        const { detail = '' } = failureOfStatus(answer(500, text), asked).failure;
        assert.match(detail, /•••/);
        assert.doesNotMatch(detail, /proxy-test|cmVhZGVy|a%2B|slash|own-|S3cr/);
      });
    }
  });

  it('does not take 304 for a redirect', () => {
    const { failure } = failureOfStatus(answer(304), endpoint);
    assert.equal(failure.kind, 'rejected');
    assert.match(failure.sentence, / unexpectedly responded that nothing has changed \(status 304\)\.$/);
  });

  const recorded: readonly (readonly [string, string, FailureKind, RegExp])[] = [
    ['traefik-3.7', 'auth-none', 'unauthorized', /\(Basic\)/],
    ['traefik-3.7', 'digest-none', 'unauthorized', /\(Digest\)/],
    ['traefik-3.7', 'forbidden', 'forbidden', /403/],
    ['traefik-3.7', 'throttled', 'rateLimited', /too many requests/],
    ['traefik-3.7', 'api-alone', 'notFound', /404/],
    ['traefik-3.7', 'post', 'rejected', /405/],
    ['elasticsearch-8.19.0', 'security-none', 'unauthorized', /\(Basic, ApiKey\)/],
    ['elasticsearch-8.19.0', 'root', 'rejected', /405/],
  ];
  for (const [server, name, kind, sentence] of recorded) {
    it(`reads ${server} ${name}`, () => {
      const { failure } = failureOfStatus(recording(server, name), endpoint);
      assert.equal(failure.kind, kind);
      assert.match(failure.sentence, sentence);
    });
  }
});

describe('parseJson', () => {
  const failureOf = (given: HttpResponse) => {
    try {
      parseJson(given, endpoint);
    } catch (error) {
      assert.ok(isRequestFailure(error));
      assert.equal(error.cause, undefined);
      return error.failure;
    }
    return assert.fail('it should have failed');
  };

  it('reads JSON whatever its content type', () => {
    assert.deepEqual(parseJson(answer(404, '{"message":"x"}\n', { 'content-type': 'text/plain' }), endpoint), {
      message: 'x',
    });
  });

  it('reads with the parser it is given', () => {
    assert.equal(
      parseJson(answer(200, '9223372036854775807'), endpoint, (text) => BigInt(text)),
      9223372036854775807n,
    );
  });

  const others: readonly (readonly [string, HttpResponse, FailureKind, RegExp])[] = [
    [
      'a login page',
      answer(200, '<!DOCTYPE html><title>Sign in</title>', { 'content-type': 'text/html' }),
      'notAnApi',
      /HTML page/,
    ],
    [
      'a page that calls itself JSON',
      answer(200, '\n<html>', { 'content-type': 'application/json' }),
      'notAnApi',
      /HTML page/,
    ],
    ['plain text', recording('traefik-3.7', 'not-routed'), 'notAnApi', /did not return JSON/],
    ['nothing', answer(200, '', { 'content-type': 'application/json' }), 'malformed', /is empty/],
    ['no content', answer(204, ''), 'malformed', /^http.* returned no content \(status 204\)\.$/],
    ['UTF-16', answer(200, '[\0{\0"\0'), 'malformed', /^http.* returned UTF-16 text, but JSON must be UTF-8\.$/],
    ['UTF-16 that begins so', answer(200, '\ufffd\ufffd\0[\0{'), 'malformed', /UTF-16/],
    [
      'half of it',
      answer(200, '{"a":[1,2', { 'content-type': 'application/json' }),
      'malformed',
      /is incomplete or not valid/,
    ],
    [
      'half of it as text',
      answer(200, '[{"a":1},', { 'content-type': 'text/plain' }),
      'malformed',
      /is incomplete or not valid/,
    ],
  ];
  for (const [name, given, kind, sentence] of others) {
    it(`reports ${name}`, () => {
      const failure = failureOf(given);
      assert.equal(failure.kind, kind);
      assert.match(failure.sentence, sentence);
      assert.equal(failure.status, given.status);
    });
  }

  it('does not say that trying again helps where it does not', () => {
    for (const given of [answer(204, ''), answer(200, ''), answer(200, '[\0{\0"\0')]) {
      assert.doesNotMatch(failureOf(given).nextStep, /again/);
    }
  });

  it('tells a page’s title as detail, and nothing of the JSON', () => {
    assert.equal(failureOf(answer(200, '<html><title>Sign\u202ein</title>')).detail, 'Signin');
    assert.equal(failureOf(answer(200, '{"password":"x"')).detail, undefined);
  });

  it('survives what nests too deeply', () => {
    const deep = '['.repeat(2_000_000);
    assert.equal(failureOf(answer(200, deep)).kind, 'malformed');
  });
});
