/**
 * The templates of v2: text with named parts in braces, `/users/{id:[0-9]+}`.
 *
 * Source: github.com/containous/mux, regexp.go (newRouteRegexp), and preparePattern in Traefik's
 * pkg/muxer/tcp/matcher_v2.go.
 */
interface Template {
  /** The whole text, if there are no braces. */
  readonly literal?: string | undefined;
  /** A regular expression for Go. */
  readonly pattern: string;
}

/** @returns undefined if braces or names are missing: Traefik rejects such a rule */
export function hostTemplateOf(text: string, kind: 'host' | 'path' | 'prefix' | 'query'): Template | undefined {
  const places = bracesOf(text);
  if (places === undefined) return undefined;
  const isHost = kind === 'host';
  const usual = isHost ? '[^.]+' : kind === 'query' ? '.*' : '[^/]+';
  let pattern = isHost ? '(?i)^' : '^';
  let end = 0;
  for (const [at, [start, behind]] of places.entries()) {
    const part = text.slice(start + 1, behind - 1);
    const colon = part.indexOf(':');
    const own = colon < 0 ? usual : part.slice(colon + 1);
    if (part === '' || colon === 0 || own === '') return undefined;
    pattern += `${quoteMeta(text.slice(end, start))}(?P<v${at}>${own})`;
    end = behind;
  }
  pattern += quoteMeta(text.slice(end));
  // A parameter without a value only has to be present.
  if (kind === 'query' && text.slice(text.indexOf('=') + 1) === '') pattern += usual;
  if (kind !== 'prefix') pattern += '$';
  return { pattern, literal: places.length === 0 && !(kind === 'query' && text.endsWith('=')) ? text : undefined };
}

/** regexp.QuoteMeta. */
function quoteMeta(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
}

function bracesOf(text: string): readonly (readonly [start: number, behind: number])[] | undefined {
  const places: [number, number][] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '{') {
      depth++;
      if (depth === 1) start = index;
    } else if (text[index] === '}') {
      depth--;
      if (depth < 0) return undefined;
      if (depth === 0) places.push([start, index + 1]);
    }
  }
  return depth === 0 ? places : undefined;
}
