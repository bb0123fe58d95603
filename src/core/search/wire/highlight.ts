import { hasWords, type SearchQuestion } from '../../../protocol/question';

/**
 * The characters before and after a match in a highlighted value, which no language uses. Engines do not escape HTML in
 * highlighted values (docs/engines.md, "Highlights"), so their own tags could not be distinguished from those of a
 * document. A document may contain these characters too: without the marks, a highlighted value must equal the value
 * itself, or it is ignored.
 */
export const highlightPre = '\ue000';
export const highlightPost = '\ue001';

/** Written as escapes, so that readers of the body see them. */
const marks = `"pre_tags":["${escaped(highlightPre)}"],"post_tags":["${escaped(highlightPost)}"]`;

/** The engine's own fields, which are in no document: Elasticsearch 9.1 responds with 500 if it highlights one. */
const withoutText: ReadonlySet<string> = new Set(['_id', '_index', '_routing', '_type', '_seq_no', '_ignored']);

function escaped(mark: string): string {
  return `\\u${mark.charCodeAt(0).toString(16)}`;
}

/**
 * The `highlight` of a question with highlighting, as JSON text. Requests whole values instead of fragments, so that
 * marks can be applied to the values of the document. A query string may name any field besides the question's own.
 *
 * @param sought the query to highlight, as JSON text, if that is not the whole one; empty for none
 */
export function highlightOf(question: SearchQuestion, sought?: string): string | undefined {
  const { highlight, by, field } = question;
  if (!highlight || !hasWords(question) || sought === '') return undefined;
  if (by !== 'queryString' && withoutText.has(field)) return undefined;
  const fields = JSON.stringify({ [by === 'queryString' || field.trim() === '' ? '*' : field]: {} });
  const own = sought === undefined ? '' : `"highlight_query":${sought},`;
  return `{${marks},${own}"number_of_fragments":0,"fields":${fields}}`;
}

/**
 * The error of an engine that does not highlight such a long value: a document over
 * `index.highlight.max_analyzed_offset` (1,000,000 characters) fails its shard, or the whole search. Measured: "… has
 * exceeded [1000000] - maximum allowed to be analyzed for highlighting" of OpenSearch 2.19 and 3.0, "… exceeds the
 * [index.highlight.max_analyzed_offset] limit [1000000]" of Elasticsearch 7.17 and 9.1.
 */
export const refusedHighlight = /maximum allowed to be analyzed for highlighting|highlight\.max_analyzed_offset\b/;

/**
 * Whether an engine refuses to highlight, so that the search has to be repeated without it.
 *
 * @param text the engine's text: the detail of a failure, or the reasons of failed shards at 200
 */
export function refusesHighlight(text: string): boolean {
  return refusedHighlight.test(text);
}
