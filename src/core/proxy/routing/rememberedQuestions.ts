import * as z from 'zod/mini';
import { maskText } from '../../base/secrets/secretsInText';
import { isTokenName, mayBeToken } from '../../base/secrets/tokens';

/** Endpoints whose questions are remembered. */
const MOST_ENDPOINTS = 100;
const LONGEST = 10_000;

const text = z.string().check(z.maxLength(LONGEST));
const askSchema = z.object({
  endpointId: z.string().check(z.minLength(1), z.maxLength(100)),
  /** As typed. */
  url: text,
  protocol: z.optional(z.enum(['http', 'tcp'])),
  entryPoint: z.optional(text),
  isTls: z.optional(z.boolean()),
  method: z.optional(text),
  headers: z.array(z.tuple([text, text])).check(z.maxLength(100)),
  clientIp: z.optional(text),
  alpn: z.array(text).check(z.maxLength(100)),
});

/** The answers of the last question about a route of an endpoint. */
export type RememberedRouteQuestion = z.infer<typeof askSchema>;

const asksSchema = z.array(askSchema);

/** Reads what was stored, the latest first; empty if it is not valid. */
export function readRouteQuestions(kept: unknown): readonly RememberedRouteQuestion[] {
  return asksSchema.safeParse(kept).data ?? [];
}

/** Adds the latest question about an endpoint, without anything that may be a secret. */
export function noteRouteQuestion(
  asks: readonly RememberedRouteQuestion[],
  ask: RememberedRouteQuestion,
): readonly RememberedRouteQuestion[] {
  const kept = { ...ask, url: withoutSecrets(ask.url), headers: ask.headers.filter(isHarmless) };
  return [kept, ...asks.filter(({ endpointId }) => endpointId !== ask.endpointId)].slice(0, MOST_ENDPOINTS);
}

/** Whether a header contains no credential after a scheme, however short, and no pair or word that may be one. */
function isHarmless([name, value]: RememberedRouteQuestion['headers'][number]): boolean {
  if (isTokenName(name) || SCHEME.test(value) || maskText(value) !== value) return false;
  return value.split(/[\s?&;,]+/).every((piece) => !isTokenPair(piece) && !mayBeToken(piece));
}

const SCHEME = /^\s*(?:basic|bearer|digest|token|apikey|key|negotiate|ntlm|aws4-hmac-sha256)\s+\S/i;

/**
 * A URL without user, password and fragment, without its query if that may contain a secret, and with its path only up to
 * what may be one.
 */
function withoutSecrets(url: string): string {
  const bare = url.replace(/^((?:[a-z][a-z\d+.-]*:\/\/)?)[^/?#]*@/i, '$1').split('#', 1)[0] ?? '';
  const question = bare.indexOf('?');
  const address = question === -1 ? bare : bare.slice(0, question);
  const path = withoutTokens(address);
  // What follows an omitted part means nothing without it.
  if (path !== address) return path;
  if (question === -1) return bare;
  const pairs = bare.slice(question + 1).split(/[&;]/);
  const isSecret = maskText(bare) !== bare || pairs.some((pair) => isTokenPair(pair) || mayBeToken(pairValue(pair)));
  return isSecret ? address : bare;
}

/** The scheme and host are kept: they are what the question is about. */
function withoutTokens(address: string): string {
  const [, start = '', path = ''] = /^((?:[a-z][a-z\d+.-]*:\/\/)?[^/]*)(.*)$/is.exec(address) ?? [];
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    const [name = '', ...parameters] = segment.split(';');
    const isToken = mayBeToken(decoded(name), kept.at(-1));
    if (isToken || parameters.some((one) => isTokenPair(one) || mayBeToken(pairValue(one)))) {
      return `${start}${[...kept, isToken ? '' : name].join('/')}`;
    }
    kept.push(segment);
  }
  return address;
}

function isTokenPair(pair: string): boolean {
  const equals = pair.indexOf('=');
  return equals > 0 && equals < pair.length - 1 && isTokenName(decoded(pair.slice(0, equals)));
}

const pairValue = (pair: string): string => decoded(pair.slice(pair.indexOf('=') + 1));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
