import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import type { FailureKind } from '../../base/errors/failure';
import { plainText } from '../../base/text/plainText';
import type { EngineError } from './engineError';

/** Sentences are functions, because the language is not set yet when a module is loaded. */
export type RefusalWords = readonly [kind: FailureKind, sentence: () => string, nextStep: () => string];

/** One refusal of a query, identified by the words of a cause. */
type QueryRefusal = readonly [reason: RegExp, sentence: () => string, nextStep: () => string];

const wrongType = (): string => l10n.t('The query does not fit the type of the field.');
const wrongPattern = (): string => l10n.t('The regular expression is not valid.');

/**
 * The errors of engines about a query that they cannot run (recorded, or measured on Elasticsearch 8.11 and OpenSearch
 * 2.19). All come as a `query_shard_exception`, `parse_exception`, or `illegal_argument_exception`, so only the words
 * distinguish them.
 */
const refusals: readonly QueryRefusal[] = [
  [
    /^(?:unit \[.*\] not supported for date math|truncated date math|operator not supported for date math|rounding `\/` can only|invalid dynamic name expression|cannot parse empty date$|nothing captured$)/s,
    () => l10n.t('The server could not parse the date math.'),
    () =>
      l10n.t(
        'Enter it as in now-1d/d, or as in {0} for an index. The units are y, M, w, d, h, m, and s.',
        '<logs-{now/d}>',
      ),
  ],
  [
    /^Can only use (?:prefix|wildcard|regexp|fuzzy) queries on .* which is of type \[ip\]$/s,
    wrongType,
    () => l10n.t('Search an IP field for an address, a range, or a CIDR block in quotes.'),
  ],
  [
    /^Can only use (?:prefix|wildcard|regexp|fuzzy) queries on /,
    wrongType,
    () =>
      l10n.t('Wildcards, regular expressions, and ~ require a text or keyword field. Search for a value or a range.'),
  ],
  [
    /^Can only use .* queries on |\bdo(?:es)? not support (?:\w{1,30} ){0,3}(?:queries|searching)\b|\bqueries are only supported on |^Illegal data type of \[|is of unsupported type \[|is not supported for \[\w+\] queries|only supports text\/keyword fields/,
    wrongType,
    () => l10n.t('Search another field, or in another way.'),
  ],
  [
    /^For input string: "|^empty String$/,
    () => l10n.t('The query has a text where a number is required.'),
    () => l10n.t('Check the value: a numeric field, for example, requires a number.'),
  ],
  [
    /is out of range for an? (?:unsigned )?(?:long|integer|short|byte)|supports only finite values/,
    () => l10n.t('A number is outside of the range of its field.'),
    () => l10n.t('Enter a number that the type of the field can hold.'),
  ],
  [
    /is not an IP string literal|^Illegal prefix length \[/,
    () => l10n.t('The query has a value that is not an IP address.'),
    () => l10n.t('Search an IP field for an address, a range, or a CIDR block in quotes.'),
  ],
  [
    /^Can't parse boolean value \[/,
    () => l10n.t('The query has a value that is not a Boolean.'),
    () => l10n.t('Search for true or false.'),
  ],
  [
    /^Cannot search on field \[/,
    () => l10n.t('The field is not indexed, so it cannot be searched.'),
    () => l10n.t('Search another field.'),
  ],
  [
    /was indexed without position data/,
    () => l10n.t('The field is indexed without positions, so it cannot be searched for phrases.'),
    () => l10n.t('Search for the words instead.'),
  ],
  [
    /^\[nested\] (?:failed to find nested object under path|nested object under path)/,
    () => l10n.t('An index does not have a nested field at the path of the query or sort.'),
    () => l10n.t('Correct the path, leave “nested” out, or exclude that index.'),
  ],
  [
    /^it is mandatory to set the \[nested\] context/,
    () => l10n.t('The field to sort by is inside nested objects.'),
    () => l10n.t('Add “nested” with its path to the sort.'),
  ],
  [
    /^(?:(?:unexpected end-of-string|end-of-string expected\b.*)|(?:expected .{1,9}|integer expected|interval syntax error|(?:illegal|invalid) [\w ()-]{1,60}) at position \d+)$/,
    wrongPattern,
    () =>
      l10n.t(
        'Correct it as the server’s message says. In a query string, put a value in quotes that is not meant as one.',
      ),
  ],
  [
    /^Determinizing .* would (?:result in|require) more than /s,
    () => l10n.t('The regular expression is too complex for the server.'),
    () => l10n.t('Use fewer alternatives and repetitions.'),
  ],
  [
    /^(?:fuzziness cannot be \[|Valid edit distances are \[)/,
    () => l10n.t('The fuzziness is not valid.'),
    () => l10n.t('Use 0, 1, or 2: ~1, for example, in a query string.'),
  ],
  [
    /^(?:script_lang not supported \[|cannot execute (?:\[\w+\] )?scripts\b)/,
    () => l10n.t('The server does not run scripts of this kind.'),
    () => l10n.t('Remove the script, or enable it on the server.'),
  ],
  [
    /^(?:field \[.*\] does not exist in the mapping$|failed to find (?:geo )?(?:field|mapper for) \[|no mapping found for )/s,
    () => l10n.t('An index does not have a field of the search.'),
    () => l10n.t('Check the field name, or exclude that index.'),
  ],
  [
    /This (?:limit|maximum) can be set by changing the \[index\.[\w.]{1,80}\] index level setting/,
    () => l10n.t('The search exceeds a limit of the index.'),
    () => l10n.t('Shorten the search, or raise the limit that the server’s message names.'),
  ],
  [
    /^Fielddata access on the _id field is disallowed/,
    () => l10n.t('The server does not allow sorting or aggregations by _id.'),
    () => l10n.t('Use a keyword field with the same value.'),
  ],
];

const queryStringStart = 'Failed to parse query [';
/** A word that the parser did not expect. Columns count from 0. */
const unexpected = /^Encountered ("<EOF>"|.+) at line \d{1,9}, column (\d{1,9})\.(?:\s|$)/s;
/** The text ended within a word. Columns count from 1, and the place is after the end. */
const unfinished =
  /^Lexical error at line \d{1,9}, column (\d{1,9})\.\s{1,4}Encountered: <EOF>(?: after (?:prefix|:) "(.*)")?/s;
const escaped = /\\(?:u[\da-f]{4}|.)/gi;

/** The text that a query string's parser could not read, and its place in UTF-16 units from 0, or the end. */
function whereStopped(reasons: readonly string[], end: number): number | undefined {
  for (const reason of reasons) {
    const [, token, column] = unexpected.exec(reason) ?? [];
    if (token !== undefined) return token === '"<EOF>"' ? end : Number(column);
    const [whole, behind, begun = ''] = unfinished.exec(reason) ?? [];
    // For a single character, the error does not contain it.
    if (whole !== undefined) return Number(behind) - 1 - Math.max(1, begun.replace(escaped, '_').length);
  }
  return undefined;
}

function queryStringWords(reasons: readonly string[], text: string): RefusalWords {
  const at = whereStopped(reasons, text.length);
  const sign = at === undefined ? '' : String.fromCodePoint(text.codePointAt(at) ?? 0x20);
  const sentence = (): string => {
    if (at === undefined || at < 0 || at > text.length) return l10n.t('The query string is not valid.');
    if (at === text.length) return l10n.t('The query string is not valid: something is missing at its end.');
    const place = numberText([...text.slice(0, at)].length + 1);
    return l10n.t('The query string is not valid at character {0}, “{1}”.', place, plainText(sign, 1));
  };
  return [
    'rejected',
    sentence,
    () =>
      sign === '/' || sign === ':'
        ? l10n.t('/ begins a regular expression, and : ends a field name. Put the value in quotes, or use a backslash.')
        : l10n.t('Check its operators, quotes, and brackets. Use a backslash to escape them.'),
  ];
}

/** The meaning of a refused query, by the words of its causes; undefined if unknown. */
export function wordsForQuery({ types, reasons }: EngineError): RefusalWords | undefined {
  // OpenSearch reports this for a query string that it could otherwise read.
  if (types.some((type) => /^too_many_(?:nested_)?clauses$/.test(type)))
    return [
      'rejected',
      () => l10n.t('The query has more clauses than the server allows.'),
      () => l10n.t('Search for fewer words or values, or in fewer fields.'),
    ];
  const repeated = reasons.find((reason) => reason.startsWith(queryStringStart));
  if (repeated !== undefined) return queryStringWords(reasons, repeated.slice(queryStringStart.length, -1));
  const inner = reasons.map((reason) => reason.replace(/^failed to create query: /, ''));
  const known = refusals.find(([pattern]) => inner.some((reason) => pattern.test(reason)));
  return known && ['rejected', known[1], known[2]];
}
