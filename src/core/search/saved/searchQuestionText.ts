import * as l10n from '@vscode/l10n';
import { asksForAll, type SearchQuestion, type TimeRange } from '../../../protocol/question';
import { plainText } from '../../base/text/plainText';

const longestPart = 100;
const longest = 300;

/** A question in one line: `access-logs · message: timeout`. */
export function questionText(question: SearchQuestion): string {
  return plainText([indexText(question), queryText(question)].join(' · '), longest);
}

export function indexText({ index }: SearchQuestion): string {
  const words = plainText(index, longestPart);
  return words === '' ? l10n.t('No index') : words;
}

/** The query without its index. */
export function queryText(question: SearchQuestion): string {
  const { body, filters, time, around } = question;
  if (body !== undefined) return `JSON ${part(body)}`;
  return plainText(
    [
      clauseWords(question),
      ...filters
        .filter(({ isOff }) => isOff !== true)
        .map(({ label, isOut }) => part(isOut ? l10n.t('NOT {0}', label) : label)),
      ...(around === undefined ? [] : [l10n.t('Around {0}', part(around.id))]),
      ...(time === undefined ? [] : [timeWords(time)]),
    ]
      .filter((words) => words !== '')
      .join(' · '),
    longest,
  );
}

function clauseWords(question: SearchQuestion): string {
  if (asksForAll(question)) return l10n.t('All documents');
  const { by, field: rawField, text: rawText, upTo } = question;
  const field = part(rawField);
  const text = part(rawText);
  const withField = (words: string): string => (field === '' ? words : `${field}: ${words}`);
  switch (by) {
    case 'words':
    case 'queryString':
      return withField(text);
    case 'match':
      return withField(/\s/.test(text) ? l10n.t('any of {0}', text) : text);
    case 'phrase':
      return withField(`“${text}”`);
    case 'exact':
      return `${field} = ${text}`;
    case 'range':
      return withField([text === '' ? '…' : text, part(upTo) || '…'].join(' – '));
    case 'exists':
      return l10n.t('{0} exists', field);
    case 'id':
      return `_id: ${text}`;
  }
}

const spans: Readonly<Record<Exclude<TimeRange['span'], 'own'>, () => string>> = {
  '15m': () => l10n.t('Last 15 minutes'),
  '1h': () => l10n.t('Last hour'),
  '24h': () => l10n.t('Last 24 hours'),
  '7d': () => l10n.t('Last 7 days'),
};

function timeWords({ span, field, from, to }: TimeRange): string {
  return span === 'own' ? `${part(field)}: ${part(from) || '…'} – ${part(to) || '…'}` : spans[span]();
}

/** White space of any length becomes one space, so that an indented body starts with its content. */
export function questionPart(text: string, longest: number): string {
  return plainText(text.slice(0, 20 * longest).replace(/\s+/g, ' '), longest);
}

const part = (text: string): string => questionPart(text, longestPart);
