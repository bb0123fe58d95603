import * as z from 'zod/mini';
import { maskText } from '../../base/secrets/secretsInText';
import { isTokenName, mayBeToken } from '../../base/secrets/tokens';
import { mostUrls } from './urlList';

/** Questions that are remembered. */
const mostRemembered = 100;
const longest = 10_000;

const text = z.string().check(z.maxLength(longest));
const loggedSchema = z.object({
  /** When it was logged, in milliseconds since 1970. */
  at: z.optional(z.number()),
  /** What the client was sent. */
  status: z.optional(z.int()),
  /** The router that handled the request, as it was logged. */
  router: z.optional(text),
  /** Whether the line has a query string. Where it has none, it may have been left out. */
  query: z.enum(['there', 'masked', 'none']),
});
/** What else the line of an access log says about the request that a question is made from. Server text. */
export type LoggedLine = z.infer<typeof loggedSchema>;

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
  /** The line of an access log that it is from. */
  logged: z.optional(loggedSchema),
});

/** The answers about a request: what a person said of it, in which entry point, method and the like may be left open. */
export type RememberedRouteQuestion = z.infer<typeof askSchema>;

/** Reads a question that a command is called with; undefined where it is none. */
export function parseRouteQuestion(argument: unknown): RememberedRouteQuestion | undefined {
  return z.safeParse(z.object({ ask: askSchema }), argument).data?.ask;
}

const asksSchema = z.array(askSchema);

/** What is kept of a document while its editor is open, so that it survives a reload of the window. */
export interface KeptRouteDocument {
  /** The document's, in its address. */
  readonly id: string;
  readonly ask: RememberedRouteQuestion;
  /** Names of the headers that were left out because they contain secrets. */
  readonly leftOut: readonly string[];
  /** Whether a part of the URL was left out for the same reason. */
  readonly isUrlCut: boolean;
}

const listSchema = z.object({
  endpointId: askSchema.shape.endpointId,
  /** As typed. */
  urls: z.array(text).check(z.minLength(1), z.maxLength(mostUrls)),
});

/** URLs that are asked about at once. */
export type RememberedRouteList = z.infer<typeof listSchema>;

/** What is kept of a document about a list of URLs. */
export interface KeptRouteList {
  readonly id: string;
  readonly list: RememberedRouteList;
  /** Whether a part of a URL was left out because it may contain a secret. */
  readonly isUrlCut: boolean;
}

/** The question about one URL of a list: everything but the URL is left open. */
export function routeQuestionAt({ endpointId, urls }: RememberedRouteList, at: number): RememberedRouteQuestion {
  return { endpointId, url: urls[at] ?? '', headers: [], alpn: [] };
}

const documentId = z.string().check(z.maxLength(100));
const documentsSchema = z.array(
  z.union([
    z.object({
      id: documentId,
      ask: askSchema,
      leftOut: z.array(text).check(z.maxLength(100)),
      isUrlCut: z.boolean(),
    }),
    z.object({ id: documentId, list: listSchema, isUrlCut: z.boolean() }),
  ]),
);

/** Documents that are kept; of more, the oldest go. */
const mostDocuments = 20;

/** Reads the kept documents, the latest first; empty if they are not valid. */
export function readRouteDocuments(kept: unknown): readonly (KeptRouteDocument | KeptRouteList)[] {
  return documentsSchema.safeParse(kept).data ?? [];
}

/** Adds a document, or replaces its question. Secrets are left out, which is noted besides what was left out before. */
export function keepRouteDocument(
  kept: readonly (KeptRouteDocument | KeptRouteList)[],
  document: KeptRouteDocument | KeptRouteList,
): readonly (KeptRouteDocument | KeptRouteList)[] {
  const harmless = 'list' in document ? harmlessList(document) : harmlessDocument(document);
  return [harmless, ...kept.filter(({ id }) => id !== document.id)].slice(0, mostDocuments);
}

function harmlessDocument({ id, ask, leftOut, isUrlCut }: KeptRouteDocument): KeptRouteDocument {
  const harmless = withoutSecrets(ask);
  const secret = ask.headers.filter((header) => !isHarmless(header)).map(([name]) => name);
  return {
    id,
    ask: harmless,
    leftOut: [...new Set([...routeHeadersMissing(leftOut, ask), ...secret])],
    isUrlCut: isUrlCut || harmless.url !== ask.url,
  };
}

function harmlessList({ id, list, isUrlCut }: KeptRouteList): KeptRouteList {
  const urls = list.urls.map(urlWithoutSecrets);
  return { id, list: { ...list, urls }, isUrlCut: isUrlCut || urls.some((url, at) => url !== list.urls[at]) };
}

/** Those headers that were left out and have not been entered again. */
export function routeHeadersMissing(leftOut: readonly string[], { headers }: RememberedRouteQuestion): string[] {
  const sent = new Set(headers.map(([name]) => name.toLowerCase()));
  return leftOut.filter((name) => !sent.has(name.toLowerCase()));
}

/** Reads what was stored, the latest first; empty if it is not valid. */
export function readRouteQuestions(kept: unknown): readonly RememberedRouteQuestion[] {
  return asksSchema.safeParse(kept).data ?? [];
}

/** Adds the latest question, without anything that may be a secret. An earlier one about the same URL goes. */
export function noteRouteQuestion(
  asks: readonly RememberedRouteQuestion[],
  ask: RememberedRouteQuestion,
): readonly RememberedRouteQuestion[] {
  const kept = withoutSecrets(ask);
  const others = asks.filter(({ endpointId, url }) => endpointId !== kept.endpointId || url !== kept.url);
  return [kept, ...others].slice(0, mostRemembered);
}

function withoutSecrets(ask: RememberedRouteQuestion): RememberedRouteQuestion {
  return { ...ask, url: urlWithoutSecrets(ask.url), headers: ask.headers.filter(isHarmless) };
}

/** Whether a header contains no credential after a scheme, however short, and no pair or word that may be one. */
function isHarmless([name, value]: RememberedRouteQuestion['headers'][number]): boolean {
  if (isTokenName(name) || scheme.test(value) || maskText(value) !== value) return false;
  return value.split(/[\s?&;,]+/).every((piece) => !isTokenPair(piece) && !mayBeToken(piece));
}

const scheme = /^\s*(?:basic|bearer|digest|token|apikey|key|negotiate|ntlm|aws4-hmac-sha256)\s+\S/i;

/**
 * A URL without user, password and fragment, without its query if that may contain a secret, and with its path only up to
 * what may be one.
 */
export function urlWithoutSecrets(url: string): string {
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
