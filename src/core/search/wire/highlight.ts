import { hasWords, type SearchQuestion } from '../../../protocol/question';

/**
 * What stands before and behind a match in a highlighted value: characters that no language uses. Engines do not escape
 * HTML in what they mark (docs/engines.md, "Highlights"), so their own tags could not be told from those of a document. A
 * document may hold these characters too: without the marks a highlighted value must be the value itself, or it is not to
 * be believed.
 */
export const highlightPre = '\ue000';
export const highlightPost = '\ue001';

/** Written as escapes, so that whoever reads the body sees them. */
const marks = `"pre_tags":["${escaped(highlightPre)}"],"post_tags":["${escaped(highlightPost)}"]`;

/** The engine's own fields, which are in no document: Elasticsearch 9.1 answers 500 where it is to mark one of them. */
const withoutText: ReadonlySet<string> = new Set(['_id', '_index', '_routing', '_type', '_seq_no', '_ignored']);

function escaped(mark: string): string {
  return `\\u${mark.charCodeAt(0).toString(16)}`;
}

/**
 * The `highlight` of a question that wants it, as JSON text. Whole values come back, no fragments, so that marks can be
 * laid over the values of the document. A query string may name any field, whatever the question's own one is.
 *
 * @param sought what to mark, as JSON text, where that is not the whole query; empty for nothing
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
 * The words of an engine that does not highlight so long a value: a document over `index.highlight.max_analyzed_offset`
 * (1,000,000 characters) fails its shard, or the whole search. Measured: "… has exceeded [1000000] - maximum allowed to be
 * analyzed for highlighting" of OpenSearch 2.19 and 3.0, "… exceeds the [index.highlight.max_analyzed_offset] limit [1000000]"
 * of Elasticsearch 7.17 and 9.1.
 */
export const refusedHighlight = /maximum allowed to be analyzed for highlighting|highlight\.max_analyzed_offset\b/;

/**
 * Whether an engine refuses to highlight, so that the search is to be asked again without.
 *
 * @param text what the engine said: the detail of a failure, or the reasons of failed shards at 200
 */
export function refusesHighlight(text: string): boolean {
  return refusedHighlight.test(text);
}
