import * as l10n from '@vscode/l10n';
import { anyOf } from '../../../l10n/lists';
import { numberText } from '../../../l10n/numbers';
import { plural } from '../../../l10n/plural';
import type { Endpoint } from '../endpoints/endpoint';
import { type Failure, type FailureKind, RequestFailure } from '../errors/failure';
import { longestParsed } from '../json/parse';
import { bypassProxy, setProxyCredentials } from './describeError';
import { changeUrlTo, checkUrlAndProxies } from './errorMessages';
import type { HttpResponse } from './httpClient';
import { challengesOf, digestChallengeOf } from './login';
import { serverText } from './serverText';

type FailureWords = Pick<Failure, 'kind' | 'sentence' | 'nextStep' | 'betterUrl' | 'retryAfterSeconds'>;

/** Whether the request succeeded (RFC 9110, section 15.3). */
export function isSuccess({ status }: Pick<HttpResponse, 'status'>): boolean {
  return status >= 200 && status < 300;
}

/** Describes a response that is not successful: any status other than 2xx. */
export function failureOfStatus(answer: HttpResponse, endpoint: Endpoint): RequestFailure {
  const { status } = answer;
  const detail = serverText(isHtml(answer) ? titleOf(answer.body) : answer.body, endpoint);
  return new RequestFailure({
    ...failureWords(answer, endpoint),
    status,
    ...(detail === undefined ? {} : { detail }),
  });
}

/**
 * Parses the JSON of a response that is expected to be short.
 *
 * @param parse throws if the text is not JSON. A parser other than the default can preserve long integers
 * @throws RequestFailure `notAnApi` for anything but JSON (a login page), `malformed` for incomplete JSON, `tooLarge`
 * if it is too long to be parsed at once
 */
export function parseJson(
  answer: HttpResponse,
  endpoint: Endpoint,
  parse: (text: string) => unknown = JSON.parse,
): unknown {
  if (answer.body.length > longestParsed) throw farTooLong(answer, endpoint, longestParsed);
  try {
    return parse(answer.body);
  } catch {
    throw notJson(answer, endpoint);
  }
}

/**
 * The failure for a response that is much longer than requested, and not read: `tooLarge`.
 *
 * @param most UTF-16 units that would have been read
 */
export function farTooLong({ status }: HttpResponse, { url }: Endpoint, most: number): RequestFailure {
  return new RequestFailure({
    kind: 'tooLarge',
    sentence: l10n.t(
      'The response from {0} is larger than {1} MiB, although little data was requested.',
      new URL(url).origin,
      numberText(most / 2 ** 20),
    ),
    nextStep: checkUrlAndProxies(),
    status,
  });
}

/** The failure for a response that is not the expected JSON: `notAnApi` or `malformed`, as in `parseJson`. */
export function notJson(answer: HttpResponse, endpoint: Endpoint): RequestFailure {
  const { origin } = new URL(endpoint.url);
  const { status } = answer;
  const failure = (kind: FailureKind, sentence: string, nextStep: string, detail?: string): RequestFailure =>
    new RequestFailure({ kind, sentence, nextStep, status, ...(detail === undefined ? {} : { detail }) });
  if (isHtml(answer)) {
    return failure(
      'notAnApi',
      l10n.t('{0} returned an HTML page, possibly a login page, instead of JSON.', origin),
      l10n.t('Check the URL. If there is a login page, use an API address that accepts credentials directly.'),
      serverText(titleOf(answer.body), endpoint),
    );
  }
  if (isUtf16(answer.body)) {
    const sentence = l10n.t('{0} returned UTF-16 text, but JSON must be UTF-8.', origin);
    return failure('malformed', sentence, checkUrlAndProxies());
  }
  const text = answer.body.trimStart();
  if (text === '') {
    const sentence =
      status === 204
        ? l10n.t('{0} returned no content (status 204).', origin)
        : l10n.t('The response from {0} is empty.', origin);
    return failure('malformed', sentence, checkUrlAndProxies());
  }
  if (/^[{["]/.test(text) || /[/+]json\b/i.test(answer.headers['content-type'] ?? '')) {
    return failure(
      'malformed',
      l10n.t('The JSON returned by {0} is incomplete or not valid.', origin),
      l10n.t('Try again. If the error persists, check any proxy in front of the server.'),
    );
  }
  return failure(
    'notAnApi',
    l10n.t('{0} did not return JSON.', origin),
    l10n.t('Check the port and path of the URL: something other than the API is responding.'),
    serverText(text, endpoint),
  );
}

/** ASCII in UTF-16 that was decoded as UTF-8: every other character is 0, with or without a byte order mark. */
function isUtf16(body: string): boolean {
  return /^(?:\ufffd\ufffd)?(?:(?:\0[\t\n\r -~]){2}|(?:[\t\n\r -~]\0){2})/.test(body.slice(0, 10));
}

/** Also checks the first characters, because the content type of error pages is often wrong. */
function isHtml({ headers, body }: HttpResponse): boolean {
  return /^\s*<(?:!doctype|html|head|body|!--)/i.test(body.slice(0, 1_000)) || /\bhtml\b/i.test(contentTypeOf(headers));
}

const contentTypeOf = (headers: HttpResponse['headers']): string => headers['content-type'] ?? '';
const titleOf = (html: string): string => /<title[^<>]*>([^<]*)/i.exec(html.slice(0, 10_000))?.[1] ?? '';

/** The response of the HTTPS servers of Go and nginx to plain HTTP, with status 400. */
const wantsHttps = /HTTP request to an HTTPS server|plain HTTP request was sent to HTTPS port/i;

function failureWords(answer: HttpResponse, endpoint: Endpoint): FailureWords {
  const { status, body } = answer;
  const { origin } = new URL(endpoint.url);
  if (status === 400 && origin.startsWith('http:') && wantsHttps.test(body.slice(0, 1_000))) {
    return wantsHttpsWords(endpoint, origin);
  }
  if (status >= 500) return serverErrorWords(answer, origin);
  if (status >= 300 && status < 400) return redirectedWords(status, origin);
  switch (status) {
    case 401:
      return unauthorizedWords(answer, endpoint, origin);
    case 403:
      return forbiddenWords(answer, endpoint, origin);
    case 404:
      return {
        kind: 'notFound',
        sentence: l10n.t('{0} responded, but nothing exists at this path (status 404).', origin),
        nextStep: l10n.t('Check the path of the URL, and that the server exposes its API there.'),
      };
    case 407:
      return {
        kind: 'proxy',
        sentence: l10n.t('An HTTP proxy in front of {0} requires credentials.', origin),
        nextStep: setProxyCredentials(),
      };
    case 429:
      return rateLimitedWords(answer, origin);
    default:
      return {
        kind: 'rejected',
        sentence: l10n.t('{0} rejected the request (status {1}).', origin, String(status)),
        nextStep: l10n.t('Check the message from the server.'),
      };
  }
}

function wantsHttpsWords({ url }: Endpoint, origin: string): FailureWords {
  const betterUrl = url.replace(/^http:/, 'https:');
  return {
    kind: 'tls',
    sentence: l10n.t('{0} requires HTTPS on this port.', origin),
    nextStep: changeUrlTo(betterUrl),
    betterUrl,
  };
}

/** If an HTTP proxy relayed the response, the response does not show which of the two it is from. */
function serverErrorWords(answer: HttpResponse, origin: string): FailureWords {
  const { status, relayedBy } = answer;
  return {
    kind: 'serverError',
    sentence:
      relayedBy === undefined
        ? l10n.t('{0} failed with status {1}.', origin, String(status))
        : l10n.t(
            '{0}, or the HTTP proxy {1} in front of it, failed with status {2}.',
            origin,
            relayedBy,
            String(status),
          ),
    nextStep:
      status === 502 || status === 503 || status === 504
        ? l10n.t('The server, or something behind it, is not ready. Try again in a moment.')
        : l10n.t('Check the log of the server.'),
    ...retryAfterOf(answer),
  };
}

/** A redirect that could not be followed. */
function redirectedWords(status: number, origin: string): FailureWords {
  if (status === 304) {
    return {
      kind: 'rejected',
      sentence: l10n.t('{0} unexpectedly responded that nothing has changed (status 304).', origin),
      nextStep: l10n.t('Check any proxy in front of the server: a cache seems to be responding.'),
    };
  }
  return {
    kind: 'redirected',
    sentence: l10n.t('{0} redirects to an address that is not valid (status {1}).', origin, String(status)),
    nextStep: l10n.t('Check the URL.'),
  };
}

function forbiddenWords({ relayedBy }: HttpResponse, { auth }: Endpoint, origin: string): FailureWords {
  const nextStep =
    auth.type === 'none'
      ? l10n.t('Add credentials to the endpoint, or ask the owner of the server to allow access from here.')
      : l10n.t('Use credentials with more permissions, or ask the owner of the server to allow access from here.');
  return {
    kind: 'forbidden',
    ...(relayedBy === undefined
      ? { sentence: l10n.t('{0} denied access (status 403).', origin), nextStep }
      : {
          sentence: l10n.t('{0}, or the HTTP proxy {1} in front of it, denied access (status 403).', origin, relayedBy),
          nextStep: `${nextStep} ${bypassProxy()}`,
        }),
  };
}

function rateLimitedWords(answer: HttpResponse, origin: string): FailureWords {
  const retryAfter = retryAfterOf(answer);
  return {
    kind: 'rateLimited',
    sentence: l10n.t('{0} received too many requests (status 429).', origin),
    nextStep: tryAgainAfter(retryAfter.retryAfterSeconds ?? 0),
    ...retryAfter,
  };
}

function unauthorizedWords({ headers }: HttpResponse, { auth }: Endpoint, origin: string): FailureWords {
  const asked = headers['www-authenticate'] ?? '';
  const schemes = schemesOf(asked);
  if (schemes.join() === 'Digest' && digestChallengeOf(asked) === undefined) {
    return {
      kind: 'unauthorized',
      sentence: l10n.t('{0} requires a kind of Digest authentication that is not supported.', origin),
      nextStep: l10n.t(
        'Configure the server for Digest with MD5 or SHA-256, or use an address that accepts other credentials.',
      ),
    };
  }
  if (auth.type === 'basic' && auth.scheme === 'digest' && schemes.length > 0 && !schemes.includes('Digest')) {
    return {
      kind: 'unauthorized',
      sentence: l10n.t('{0} no longer uses Digest authentication, so the password was not sent.', origin),
      nextStep: l10n.t(
        'If you trust the server, edit the endpoint and select its authentication again. The server accepts {0}.',
        anyOf(schemes),
      ),
    };
  }
  if (auth.type === 'none') {
    return {
      kind: 'unauthorized',
      sentence:
        schemes.length === 0
          ? l10n.t('{0} requires credentials.', origin)
          : l10n.t('{0} requires credentials ({1}).', origin, schemes.join(', ')),
      nextStep: l10n.t('Edit the endpoint and select an authentication method.'),
    };
  }
  return {
    kind: 'unauthorized',
    sentence: l10n.t('{0} did not accept the credentials.', origin),
    nextStep:
      schemes.length === 0
        ? l10n.t('Edit the endpoint and check its credentials.')
        : l10n.t('Edit the endpoint and check its credentials. The server accepts {0}.', anyOf(schemes)),
  };
}

/** As their standards and products write them. Other schemes are server text, and not shown. */
const knownSchemes = ['Basic', 'Bearer', 'ApiKey', 'Digest', 'Negotiate', 'NTLM'];

/** The known schemes of a WWW-Authenticate header. */
function schemesOf(header: string): string[] {
  const asked = challengesOf(header).map(({ scheme }) => scheme);
  return knownSchemes.filter((scheme) => asked.includes(scheme.toLowerCase()));
}

/** Seconds until the server accepts another request. It may give a date instead (RFC 9110, section 10.2.3). */
export function retryAfterOf({ headers }: Pick<HttpResponse, 'headers'>): Pick<FailureWords, 'retryAfterSeconds'> {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return { retryAfterSeconds: Number(value) };
  const date = Date.parse(value);
  return Number.isNaN(date) ? {} : { retryAfterSeconds: Math.max(0, Math.ceil((date - Date.now()) / 1000)) };
}

function tryAgainAfter(seconds: number): string {
  if (seconds <= 0) return l10n.t('Wait a moment, then try again.');
  if (seconds < 120) {
    return plural(seconds, { one: 'Try again in {0} second.', other: 'Try again in {0} seconds.' });
  }
  if (seconds < 2 * 3_600) {
    return plural(Math.ceil(seconds / 60), { one: 'Try again in {0} minute.', other: 'Try again in {0} minutes.' });
  }
  return seconds <= 24 * 3_600
    ? plural(Math.ceil(seconds / 3_600), { one: 'Try again in {0} hour.', other: 'Try again in {0} hours.' })
    : l10n.t('The server asks to wait for more than a day. Try again after that.');
}
