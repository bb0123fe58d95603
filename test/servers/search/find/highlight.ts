import { type JsonNode, type JsonObject, member } from '../json/read';
import type { Query } from '../query/query';
import { namedParts } from '../query/words';
import { analyse, type Token } from '../store/analysis';
import { type StoredDocument, scalarOf, valuesAt } from '../store/document';
import type { Mapping } from '../store/mapping';
import { matchesWildcard } from '../wildcard';
import type { Highlight, HighlightField } from './request';

const standard: HighlightField = { fragmentSize: 100, fragments: 5 };

function tag(node: JsonObject, key: string, otherwise: string): string {
  const found = member(node, key);
  const first = found?.kind === 'array' ? found.items[0] : found;
  return first?.kind === 'string' ? first.value : otherwise;
}

function fieldOptions(node: JsonNode, otherwise: HighlightField): HighlightField {
  if (node.kind !== 'object') return otherwise;
  const number = (key: string, standardValue: number) => {
    const found = member(node, key);
    return found === undefined ? standardValue : Number(scalarOf(found));
  };
  return {
    fragmentSize: number('fragment_size', otherwise.fragmentSize),
    fragments: number('number_of_fragments', otherwise.fragments),
  };
}

/** Reads the body's `highlight`. */
export function readHighlight(node: JsonNode): Highlight {
  if (node.kind !== 'object') return { fields: new Map(), before: '', after: '', html: false, requireFieldMatch: true };
  const fields = member(node, 'fields');
  const listed = fields?.kind === 'array' ? fields.items : fields === undefined ? [] : [fields];
  const general = fieldOptions(node, standard);
  const match = member(node, 'require_field_match');
  return {
    fields: new Map(
      listed.flatMap((each) =>
        each.kind === 'object'
          ? each.members.map(({ key, value }) => [key, fieldOptions(value, general)] as const)
          : [],
      ),
    ),
    before: tag(node, 'pre_tags', '<em>'),
    after: tag(node, 'post_tags', '</em>'),
    html: tag(node, 'encoder', 'default') === 'html',
    requireFieldMatch: match?.kind !== 'boolean' || match.value,
  };
}

const htmlEscapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
  '/': '&#x2F;',
};

function marked(text: string, tokens: readonly Token[], { before, after, html }: Highlight): string {
  const safe = (part: string) => (html ? part.replace(/[&<>"'/]/g, (character) => htmlEscapes[character] ?? '') : part);
  let written = '';
  let at = 0;
  for (const { start, end } of tokens) {
    written += `${safe(text.slice(at, start))}${before}${safe(text.slice(start, end))}${after}`;
    at = end;
  }
  return written + safe(text.slice(at));
}

/** Where a text is cut into fragments of about this many characters: between words. */
function pieces(text: string, size: number): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  let start = 0;
  for (const space of text.matchAll(/\s+|$/g)) {
    const isLast = space.index === text.length;
    if (space.index - start < size && !isLast) continue;
    found.push({ start, end: space.index });
    start = space.index + space[0].length;
  }
  return found;
}

function fragments(text: string, tokens: readonly Token[], highlight: Highlight, options: HighlightField): string[] {
  if (options.fragments === 0) return [marked(text, tokens, highlight)];
  return pieces(text, options.fragmentSize)
    .map(({ start, end }) => {
      const inside = tokens
        .filter((token) => token.start >= start && token.end <= end)
        .map((token) => ({ ...token, start: token.start - start, end: token.end - start }));
      return inside.length === 0 ? '' : marked(text.slice(start, end), inside, highlight);
    })
    .filter((fragment) => fragment !== '')
    .slice(0, options.fragments);
}

/** The pieces of a document's texts in which the query's words stand, by field; fields without any are left out. */
export function highlightOf(
  document: StoredDocument,
  mapping: Mapping,
  query: Query,
  highlight: Highlight,
): ReadonlyMap<string, readonly string[]> {
  const wanted = namedParts(query);
  const found = new Map<string, readonly string[]>();
  for (const [pattern, options] of highlight.fields) {
    for (const { path, type } of mapping.values()) {
      if (type !== 'text' || !matchesWildcard(pattern, path)) continue;
      const words = wanted
        .filter((part) => !highlight.requireFieldMatch || part.fields.some((each) => matchesWildcard(each, path)))
        .flatMap((part) => part.words);
      const texts = valuesAt(document, path).map(String);
      const all = texts.flatMap((text) => {
        const tokens = analyse(text).filter((token) => words.includes(token.text));
        return tokens.length === 0 ? [] : fragments(text, tokens, highlight, options);
      });
      if (all.length > 0) found.set(path, all);
    }
  }
  return found;
}
