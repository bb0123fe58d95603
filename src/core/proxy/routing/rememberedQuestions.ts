import * as z from 'zod/mini';
import { isTokenName, maskText, mayBeToken } from '../../base/secrets/secretsInText';
import { mostUrls } from './urlText';

const mostRemembered = 100;
const longest = 10_000;

const text = z.string().check(z.maxLength(longest));
const loggedSchema = z.object({
  /** The time in the log, in milliseconds since 1970. */
  at: z.optional(z.number()),
  /** The status that the client got. */
  status: z.optional(z.int()),
  /** The router in the log. */
  router: z.optional(text),
  /** Whether the line has a query string. If it has none, the log may have left it out. */
  query: z.enum(['there', 'masked', 'none']),
});
/** The rest of the access log's line that a question is made from. Server text. */
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

/** The user's answers about a request. Entry point, method and others may be missing. */
export type RememberedRouteQuestion = z.infer<typeof askSchema>;

/** Reads a question from a command's argument; undefined if it is not valid. */
export function parseRouteQuestion(argument: unknown): RememberedRouteQuestion | undefined {
  return z.safeParse(z.object({ ask: askSchema }), argument).data?.ask;
}

const asksSchema = z.array(askSchema);

const keptDocumentSchema = z.object({
  /** The id in the document's URI. */
  id: z.string().check(z.maxLength(100)),
  ask: askSchema,
  /** Names of the headers that were left out because they contain secrets. */
  leftOut: z.array(text).check(z.maxLength(100)),
  /** Whether a part of the URL was left out for the same reason. */
  isUrlCut: z.boolean(),
});

/** The stored state of a document while its editor is open, so that it survives a reload of the window. */
export type KeptRouteDocument = Readonly<z.infer<typeof keptDocumentSchema>>;

const listSchema = z.object({
  endpointId: askSchema.shape.endpointId,
  /** As typed. */
  urls: z.array(text).check(z.minLength(1), z.maxLength(mostUrls)),
});

/** A list of URLs, checked at once. */
export type RememberedRouteList = z.infer<typeof listSchema>;

const keptListSchema = z.object({
  ...{ id: keptDocumentSchema.shape.id, list: listSchema },
  /** Whether a part of a URL was left out because it may contain a secret. */
  isUrlCut: z.boolean(),
});

/** The stored state of a document about a list of URLs. */
export type KeptRouteList = Readonly<z.infer<typeof keptListSchema>>;

/** The question about one URL of a list, without any other answers. */
export function routeQuestionAt({ endpointId, urls }: RememberedRouteList, at: number): RememberedRouteQuestion {
  return { endpointId, url: urls[at] ?? '', headers: [], alpn: [] };
}

const documentsSchema = z.array(z.union([keptDocumentSchema, keptListSchema]));

/** The most documents that are stored; the oldest are dropped. */
const mostDocuments = 20;

/** Reads the stored documents, the latest first; empty if they are not valid. */
export function readRouteDocuments(kept: unknown): readonly (KeptRouteDocument | KeptRouteList)[] {
  return documentsSchema.safeParse(kept).data ?? [];
}

/** Adds a document, or replaces its question. Leaves out secrets, and records this in addition to earlier omissions. */
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

/** The omitted headers that the user has not entered again. */
export function routeHeadersMissing(leftOut: readonly string[], { headers }: RememberedRouteQuestion): string[] {
  const sent = new Set(headers.map(([name]) => name.toLowerCase()));
  return leftOut.filter((name) => !sent.has(name.toLowerCase()));
}

/** Reads the stored questions, the latest first; empty if they are not valid. */
export function readRouteQuestions(kept: unknown): readonly RememberedRouteQuestion[] {
  return asksSchema.safeParse(kept).data ?? [];
}

/** Adds the latest question, without parts that may be secret. Replaces an earlier one about the same URL. */
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

/** Whether a header contains no credential of any length after a scheme, and no pair or word that may be one. */
function isHarmless([name, value]: RememberedRouteQuestion['headers'][number]): boolean {
  if (isTokenName(name) || scheme.test(value) || maskText(value) !== value) return false;
  return value.split(/[\s?&;,]+/).every((piece) => !isTokenPair(piece) && !mayBeToken(piece));
}

const scheme = /^\s*(?:basic|bearer|digest|token|apikey|key|negotiate|ntlm|aws4-hmac-sha256)\s+\S/i;

/** A URL without user, password, fragment, a query with a secret, and the path from its first secret on. */
export function urlWithoutSecrets(url: string): string {
  const bare = url.replace(/^((?:[a-z][a-z\d+.-]*:\/\/)?)[^/?#]*@/i, '$1').split('#', 1)[0] ?? '';
  const question = bare.indexOf('?');
  const address = question === -1 ? bare : bare.slice(0, question);
  const path = withoutTokens(address);
  // The text after an omitted part has no meaning without it.
  if (path !== address) return path;
  if (question === -1) return bare;
  const pairs = bare.slice(question + 1).split(/[&;]/);
  const isSecret = maskText(bare) !== bare || pairs.some((pair) => isTokenPair(pair) || mayBeToken(pairValue(pair)));
  return isSecret ? address : bare;
}

/** Keeps the scheme and host, because the question is about them. */
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
