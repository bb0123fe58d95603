import type { Endpoint } from '../endpoints/endpoint';
import { type Failure, RequestFailure } from '../errors/failure';
import { LONGEST_PARSED } from '../json/parse';
import { MASK } from '../secrets/secretsInText';
import { withoutTokens } from '../secrets/tokens';
import { challengesOf } from './challenge';
import { digestChallengeOf } from './digest';
import type { HttpResponse } from './httpClient';
import { serverText } from './serverText';

type Told = Pick<Failure, 'kind' | 'sentence' | 'nextStep' | 'betterUrl' | 'retryAfterSeconds'>;

/** Whether the server did what it was asked (RFC 9110, section 15.3). */
export function isSuccess({ status }: HttpResponse): boolean {
  return status >= 200 && status < 300;
}

/** What an answer that is no success means for a person. For every status but 2xx. */
export function failureOfStatus(answer: HttpResponse, endpoint: Endpoint): RequestFailure {
  const { status } = answer;
  const detail = serverText(isHtml(answer) ? titleOf(answer.body) : answer.body, endpoint);
  return new RequestFailure({
    ...tell(answer, endpoint),
    status,
    ...(detail === undefined ? {} : { detail }),
  });
}

/**
 * Reads the JSON of an answer that is short where all is well.
 *
 * @param parse reads the text, and throws where it is no JSON; one that keeps long integers, say
 * @throws RequestFailure `notAnApi` where something else was answered (a login page), `malformed` where JSON was, but
 * not whole, `tooLarge` where it is longer than may be parsed at once
 */
export function parseJson(
  answer: HttpResponse,
  endpoint: Endpoint,
  parse: (text: string) => unknown = JSON.parse,
): unknown {
  if (answer.body.length > LONGEST_PARSED) throw farTooLong(answer, endpoint);
  try {
    return parse(answer.body);
  } catch {
    throw notJson(answer, endpoint);
  }
}

function farTooLong({ status }: HttpResponse, { url }: Endpoint): RequestFailure {
  return new RequestFailure({
    kind: 'tooLarge',
    sentence: `${new URL(url).origin} answered more than ${LONGEST_PARSED / 2 ** 20} MiB where little was asked for.`,
    nextStep: 'Check the port and the path of the URL, and what stands between here and the server.',
    status,
  });
}

/** Why an answer that was to be JSON is none: `notAnApi` or `malformed`, as in `parseJson`. */
export function notJson(answer: HttpResponse, endpoint: Endpoint): RequestFailure {
  const { origin } = new URL(endpoint.url);
  const { status } = answer;
  if (isHtml(answer)) {
    const detail = serverText(titleOf(answer.body), endpoint);
    return new RequestFailure({
      kind: 'notAnApi',
      sentence: `${origin} answered with an HTML page, perhaps a login page, instead of JSON.`,
      nextStep: 'Check the URL; behind a login page, use an address of the API that takes credentials directly.',
      status,
      ...(detail === undefined ? {} : { detail }),
    });
  }
  if (isUtf16(answer.body)) {
    return new RequestFailure({
      kind: 'malformed',
      sentence: `${origin} answered in UTF-16, where JSON is UTF-8.`,
      nextStep: 'Check what stands between here and the server, and the port and the path of the URL.',
      status,
    });
  }
  const text = answer.body.trimStart();
  if (text === '') {
    return new RequestFailure({
      kind: 'malformed',
      sentence:
        status === 204 ? `${origin} answered without content (status 204).` : `The answer of ${origin} is empty.`,
      nextStep: 'Check the port and the path of the URL, and what stands between here and the server.',
      status,
    });
  }
  if (/^[{["]/.test(text) || /[/+]json\b/i.test(answer.headers['content-type'] ?? '')) {
    return new RequestFailure({
      kind: 'malformed',
      sentence: `The JSON that ${origin} answered is not whole.`,
      nextStep: 'Try again; if it happens every time, check what stands between here and the server.',
      status,
    });
  }
  const detail = serverText(text, endpoint);
  return new RequestFailure({
    kind: 'notAnApi',
    sentence: `${origin} answered with something else than JSON.`,
    nextStep: 'Check the port and the path of the URL: something other than the API answers there.',
    status,
    ...(detail === undefined ? {} : { detail }),
  });
}

/** Text of which every other byte is 0, behind a byte order mark or not: ASCII in UTF-16 that was read as UTF-8. */
function isUtf16(body: string): boolean {
  return /^(?:\ufffd\ufffd)?(?:(?:\0[\t\n\r -~]){2}|(?:[\t\n\r -~]\0){2})/.test(body.slice(0, 10));
}

/** Whatever its content type says: by its first characters, as error pages lie about it. */
function isHtml({ headers, body }: HttpResponse): boolean {
  return /^\s*<(?:!doctype|html|head|body|!--)/i.test(body.slice(0, 1_000)) || /\bhtml\b/i.test(contentTypeOf(headers));
}

const contentTypeOf = (headers: HttpResponse['headers']): string => headers['content-type'] ?? '';
const titleOf = (html: string): string => /<title[^<>]*>([^<]*)/i.exec(html.slice(0, 10_000))?.[1] ?? '';

/** What Go's and nginx's https servers say to plain http, at 400. */
const WANTS_HTTPS = /HTTP request to an HTTPS server|plain HTTP request was sent to HTTPS port/i;

function tell(answer: HttpResponse, endpoint: Endpoint): Told {
  const { status, body } = answer;
  const { origin } = new URL(endpoint.url);
  if (status === 400 && origin.startsWith('http:') && WANTS_HTTPS.test(body.slice(0, 1_000))) {
    return tellHttps(endpoint, origin);
  }
  if (status >= 500) return tellServerError(answer, origin);
  if (status >= 300 && status < 400) return tellRedirected(status, origin);
  switch (status) {
    case 401:
      return tellUnauthorized(answer, endpoint, origin);
    case 403:
      return tellForbidden(answer, endpoint, origin);
    case 404:
      return {
        kind: 'notFound',
        sentence: `${origin} answered, but has nothing at this address (status 404).`,
        nextStep: 'Check the path of the URL, and that the server is set to serve its API there.',
      };
    case 407:
      return {
        kind: 'proxy',
        sentence: `A proxy before ${origin} asks for credentials.`,
        nextStep:
          'Put the user name and password into the proxy address of the setting http.proxy, or set http.proxyAuthorization.',
      };
    case 429:
      return tellRateLimited(answer, origin);
    default:
      return {
        kind: 'rejected',
        sentence: `${origin} did not accept the request (status ${status}).`,
        nextStep: 'See what the server says about it.',
      };
  }
}

/** Who answered: an answer that came by way of a proxy does not say for certain which of the two it was. */
function whoAnswered({ relayedBy }: HttpResponse, origin: string): string {
  return relayedBy === undefined ? origin : `${origin}, or the proxy ${relayedBy} in front of it,`;
}

function tellHttps({ url }: Endpoint, origin: string): Told {
  const betterUrl = url.replace(/^http:/, 'https:');
  return {
    kind: 'tls',
    sentence: `${origin} speaks https on this port, not http.`,
    nextStep: `Change the endpoint’s URL to ${withoutTokens(betterUrl, MASK)}.`,
    betterUrl,
  };
}

function tellServerError(answer: HttpResponse, origin: string): Told {
  const { status } = answer;
  return {
    kind: 'serverError',
    sentence: `${whoAnswered(answer, origin)} failed with status ${status}.`,
    nextStep:
      status === 502 || status === 503 || status === 504
        ? 'The server, or what stands behind it, is not ready: try again in a moment.'
        : 'See the log of the server.',
    ...retryAfterOf(answer),
  };
}

/** Of a redirect that could not be followed. */
function tellRedirected(status: number, origin: string): Told {
  if (status === 304) {
    return {
      kind: 'rejected',
      sentence: `${origin} answered that nothing has changed (status 304), which it was not asked.`,
      nextStep: 'Check what stands between here and the server: a cache seems to answer.',
    };
  }
  return {
    kind: 'redirected',
    sentence: `${origin} redirects, but to no address that can be read (status ${status}).`,
    nextStep: 'Check the URL.',
  };
}

function tellForbidden(answer: HttpResponse, { auth }: Endpoint, origin: string): Told {
  return {
    kind: 'forbidden',
    sentence: `${whoAnswered(answer, origin)} does not allow this (status 403).`,
    nextStep: `${
      auth.type === 'none'
        ? 'Give the endpoint credentials, or ask its owner for access from here.'
        : 'Use credentials with more rights, or ask the owner of the server for access from here.'
    }${answer.relayedBy === undefined ? '' : ' If it can be reached without the proxy, add its host to the setting http.noProxy.'}`,
  };
}

function tellRateLimited(answer: HttpResponse, origin: string): Told {
  const told = retryAfterOf(answer);
  const wait = waitText(told.retryAfterSeconds ?? 0);
  return {
    kind: 'rateLimited',
    sentence: `${origin} is asked too often (status 429)${wait === undefined ? '' : `: it wants to be left alone for ${wait}`}.`,
    nextStep: wait === undefined ? 'Wait a moment before trying again.' : 'Try again after that.',
    ...told,
  };
}

function tellUnauthorized({ headers }: HttpResponse, { auth }: Endpoint, origin: string): Told {
  const asked = headers['www-authenticate'] ?? '';
  const schemes = schemesOf(asked);
  if (schemes.join() === 'Digest' && digestChallengeOf(asked) === undefined) {
    return {
      kind: 'unauthorized',
      sentence: `${origin} asks for Digest authentication of a kind that is not supported.`,
      nextStep: 'Set the server to Digest with MD5 or SHA-256, or use an address of it that takes other credentials.',
    };
  }
  if (auth.type === 'basic' && auth.scheme === 'digest' && schemes.length > 0 && !schemes.includes('Digest')) {
    return {
      kind: 'unauthorized',
      sentence: `${origin} no longer asks for Digest authentication, so the password was not sent.`,
      nextStep: `If you trust it, edit the endpoint and choose its credentials again; the server takes ${schemes.join(', ')}.`,
    };
  }
  const named = schemes.length === 0 ? '' : ` (${schemes.join(', ')})`;
  const sent = auth.type !== 'none';
  return {
    kind: 'unauthorized',
    sentence: sent ? `${origin} did not accept the credentials.` : `${origin} asks for credentials${named}.`,
    nextStep: !sent
      ? 'Edit the endpoint and choose how to authenticate.'
      : schemes.length > 0
        ? `Edit the endpoint and check them; the server takes ${schemes.join(', ')}.`
        : 'Edit the endpoint and check them.',
  };
}

/** Spelt as their standards and products do. Others are not repeated: they are the server's text. */
const KNOWN_SCHEMES = ['Basic', 'Bearer', 'ApiKey', 'Digest', 'Negotiate', 'NTLM'];

/** The known schemes of a WWW-Authenticate header. */
function schemesOf(header: string): string[] {
  const asked = challengesOf(header).map(({ scheme }) => scheme);
  return KNOWN_SCHEMES.filter((scheme) => asked.includes(scheme.toLowerCase()));
}

/** Seconds until the server wants to be asked again; it may give a date instead (RFC 9110, section 10.2.3). */
export function retryAfterOf({ headers }: Pick<HttpResponse, 'headers'>): Pick<Told, 'retryAfterSeconds'> {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return { retryAfterSeconds: Number(value) };
  const date = Date.parse(value);
  return Number.isNaN(date) ? {} : { retryAfterSeconds: Math.max(0, Math.ceil((date - Date.now()) / 1000)) };
}

/** How long something is to be waited for; undefined where that is no time at all. */
function waitText(seconds: number): string | undefined {
  const of = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
  if (seconds <= 0) return undefined;
  if (seconds < 120) return of(seconds, 'second');
  if (seconds < 2 * 3_600) return of(Math.ceil(seconds / 60), 'minute');
  return seconds <= 24 * 3_600 ? of(Math.ceil(seconds / 3_600), 'hour') : 'more than a day';
}
