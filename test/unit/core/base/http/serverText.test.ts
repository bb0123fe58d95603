import assert from 'node:assert/strict';
import type { EndpointAuth } from '../../../../../src/core/base/endpoints/endpoint';
import { serverText, withoutSecrets } from '../../../../../src/core/base/http/serverText';
import { endpointAt } from './endpointAt';

const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const hex = (text: string, digits: number): string => text.charCodeAt(0).toString(16).padStart(digits, '0');
const entities: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
  é: 'eacute',
  ä: 'auml',
  ö: 'ouml',
};

/** The ways in which servers and what stands before them write a text. */
const ways: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  JSON: json,
  'JSON of Go': (text) => json(text).replace(/[&<>]/g, (c) => `\\u${hex(c, 4)}`),
  'JSON of PHP': (text) =>
    json(text)
      .replaceAll('/', '\\/')
      .replace(/[^\x20-\x7e]/g, (c) => `\\u${hex(c, 4)}`),
  'JSON of .NET': (text) => json(text).replace(/[^\w ]/g, (c) => (c === '\\' ? c : `\\u${hex(c, 4).toUpperCase()}`)),
  'JSON within JSON': (text) => json(json(text)),
  'JSON of Go within JSON of Go': (text) => json(json(text).replace(/[&<>]/g, (c) => `\\u${hex(c, 4)}`)),
  'JSON within HTML': (text) => json(text).replace(/[&<>"']/g, (c) => `&${entities[c]};`),
  'bytes of nginx': (text) =>
    [...Buffer.from(text)]
      .map((b) =>
        b > 31 && b < 127 && b !== 34 && b !== 92
          ? String.fromCharCode(b)
          : `\\x${b.toString(16).toUpperCase().padStart(2, '0')}`,
      )
      .join(''),
  'HTML, named': (text) => text.replace(/[&<>"'éäö]/g, (c) => `&${entities[c]};`),
  'HTML, decimal': (text) => text.replace(/[^\w ]/gu, (c) => `&#${c.codePointAt(0)};`),
  'HTML, hexadecimal': (text) => text.replace(/[^\w ]/gu, (c) => `&#x${c.codePointAt(0)?.toString(16)};`),
  'HTML twice': (text) => text.replace(/[&<>"']/g, (c) => `&${entities[c]};`).replaceAll('&', '&amp;'),
  'percent, upper case': encodeURIComponent,
  'percent, lower case': (text) => encodeURIComponent(text).replace(/%[\dA-F]{2}/g, (one) => one.toLowerCase()),
  'percent, every byte': (text) => [...Buffer.from(text)].map((b) => `%${b.toString(16).padStart(2, '0')}`).join(''),
  'percent twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  form: (text) => new URLSearchParams({ a: text }).toString().slice(2),
  'form within JSON': (text) => json(new URLSearchParams({ a: text }).toString().slice(2)),
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 behind a user': (text) => Buffer.from(`user:${text}`).toString('base64'),
  'base64 behind a longer user': (text) => Buffer.from(`users:${text}`).toString('base64'),
  'base64 for URLs, between others': (text) => Buffer.from(`{"k":"${text}","x":1}`).toString('base64url'),
  'on two lines': (text) => `${text.slice(0, 6)}\n${text.slice(6)}`,
  'with what cannot be seen': (text) => `${text.slice(0, 6)}\u200b${text.slice(6)}`,
};
const secrets = [
  'S3CR3T-simple-pass',
  'a&b<c>"d\'e/f\\g +é%1 S3CR3T',
  'pässwörd S3CR3T!',
  'ends-with-\\',
  '%41&amp;\\u0041\\\\n',
  '😀-smile',
  'Ab1+/9==',
];

describe('serverText: what a server repeats of credentials', () => {
  for (const secret of secrets) {
    const auths: readonly EndpointAuth[] = [
      { type: 'basic', username: 'reader', password: secret },
      { type: 'bearer', token: secret },
      { type: 'apiKey', key: secret },
    ];
    for (const [way, write] of Object.entries(ways)) {
      it(`is masked: ${secret}, ${way}`, () => {
        for (const auth of auths) {
          const written = write(secret);
          const shown = withoutSecrets(`{"error": "bad ${written} here"}`, { ...endpointAt('http://a.test'), auth });
          assert.match(shown, /^\{"error": "bad [^ ]*•••[^ ]* here"\}$/);
          // Of base64 what stands before and behind the secret may stay.
          if (!way.startsWith('base64')) assert.equal(shown, '{"error": "bad ••• here"}');
        }
      });
    }
  }

  it('is masked as the user and password of Basic, however short', () => {
    for (const password of ['p', 'pw', 'longer-password']) {
      const auth = { type: 'basic', username: 'ann', password } as const;
      const basic = Buffer.from(`ann:${password}`).toString('base64');
      assert.equal(serverText(`got Basic ${basic}.`, { ...endpointAt('http://a.test'), auth }), 'got Basic •••.');
    }
  });

  const short: [secret: string, text: string, shown: string][] = [
    ['abc', 'bad abc here', 'bad ••• here'],
    ['abc', 'abcdef is no alphabet', 'abcdef is no alphabet'],
    ['a&1', 'got a\\u00261 and a&amp;1', 'got ••• and •••'],
    [
      'the',
      'the one of the two that the third is the same as, password "the"',
      'the one of the two that the third is the same as, password "•••"',
    ],
    ['a', 'a user with password=a, or user:a@host', 'a user with password=•••, or user:•••@host'],
    ['a', '{"token":"a"}', '{"token":"•••"}'],
    ['7', 'Bearer 7 is invalid after 7 tries', 'Bearer ••• is invalid after 7 tries'],
  ];
  for (const [token, text, shown] of short) {
    it(`is masked where it is short and does not destroy the text: ${token} in ${text}`, () => {
      assert.equal(serverText(text, { ...endpointAt('http://a.test'), auth: { type: 'bearer', token } }), shown);
    });
  }

  it('is masked in headers of the endpoint, with and without the scheme', () => {
    const headers = { 'X-Key': 'k3y', 'X-Team': 'dev', 'X-Auth': 'Bearer t0ken', Host: 'a.test' };
    const shown = serverText('a.test: dev got k3y and t0ken, or Bearer t0ken', {
      ...endpointAt('http://a.test'),
      headers,
    });
    assert.equal(shown, 'a.test: dev got ••• and •••, or •••');
  });

  it('is masked where the text is cut off within it', () => {
    const token = 's3cr3t'.repeat(50);
    const auth = { type: 'bearer', token } as const;
    const shown = withoutSecrets(`${'x'.repeat(19_900)} ${token}`, { ...endpointAt('http://a.test'), auth });
    assert.match(shown, /x •••$/);
  });

  it('is left out with all the text where that is JSON with nothing in it', () => {
    const endpoint = endpointAt('https://a.example');
    for (const text of ['', ' \n', '{}', '[]', '""', 'null', ' {} \n'])
      assert.equal(serverText(text, endpoint), undefined);
    assert.equal(serverText('{"error":{}}', endpoint), '{"error":{}}');
  });

  it('is all that is masked', () => {
    const auth = { type: 'basic', username: 'reader', password: 'S3CR3T' } as const;
    const text = '{"error": "50% of \\u0041 &amp; b + c \\\\ %zz &#xffffff; &nosuch; end';
    assert.equal(serverText(text, { ...endpointAt('http://a.test'), auth }), text);
  });
});
