import { isIP } from 'node:net';
import { withoutAround, withoutTrailing } from '../text/trim';
import type { EndpointKind } from './endpoint';
import { type NormalizedUrl, normalizeUrl } from './endpointUrl';

/** The address of an endpoint to add, of either kind. */
export interface PastedAddress extends NormalizedUrl {
  /** The kind to try first: as given, or as the address suggests. */
  readonly likely: EndpointKind;
}

/** Longer than browsers accept: the rest of the text is ignored. */
const longestPaste = 10_000;
const delimiters = '"\'`<>(),;.!';
/** Elasticsearch and OpenSearch listen on the next port if 9200 is in use. */
const searchPorts: ReadonlySet<string> = new Set(['9200', '9201']);

/**
 * Reads the address of an endpoint from a pasted text: an address as in `normalizeUrl`, in quotes, in a sentence, in a
 * `curl` command (of which nothing else is used), or just a port of this machine.
 *
 * @param kind the kind of endpoint that the user adds, if known
 * @returns the address, or `problem`: a sentence with the reason and what to type instead.
 */
export function readPastedAddress(
  text: string,
  kind: EndpointKind | undefined,
): PastedAddress | { readonly problem: string } {
  const address = addressIn(text.slice(0, longestPaste));
  const [proxy, search] = [normalizeUrl(address, 'proxy'), normalizeUrl(address, 'search')];
  if ('problem' in proxy) return kind === 'search' && 'problem' in search ? search : proxy;
  if ('problem' in search) return search;
  // Each normalization removes the paths of its own kind of server.
  const url = search.url.length < proxy.url.length ? search.url : proxy.url;
  const suggested = search.url.length < proxy.url.length || searchPorts.has(new URL(url).port) ? 'search' : 'proxy';
  const { withUsualPort, ...shared } = search;
  return {
    ...shared,
    url,
    likely: kind ?? suggested,
    ...(kind !== 'proxy' && withUsualPort !== undefined && { withUsualPort }),
  };
}

/** The part of the text that looks like an address. */
function addressIn(text: string): string {
  const typed = text.trim();
  const whole = /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'`<>]+/i.exec(typed)?.[0];
  if (whole !== undefined) return withoutTrailing(whole, delimiters);
  const words = typed.split(/\s+/);
  const isCommand = words.length > 1 && /^(?:curl|wget|https?)$/.test(words[0] ?? '');
  const word = (isCommand ? words.slice(1).findLast((one) => !one.startsWith('-')) : words[0]) ?? '';
  const bare = withoutAround(word, delimiters);
  if (/^:?\d{1,5}(?:\/|$)/.test(bare)) return `localhost:${bare.replace(/^:/, '')}`;
  return isIP(bare) === 6 ? `[${bare}]` : bare;
}
