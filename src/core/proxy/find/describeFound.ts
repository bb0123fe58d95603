import * as l10n from '@vscode/l10n';
import { maskText } from '../../base/secrets/secretsInText';
import { plainText } from '../../base/text/plainText';
import { nameText, stateText } from '../describe/itemSummary';
import { kindText } from '../describe/labels';
import { itemGraphOf } from '../model/itemGraph';
import type { Item } from '../model/model';
import type { FoundItem } from './finder';
import { type SearchFieldKind, searchFieldsOf } from './searchText';

/** An item in a list. Each text is one visible line; `name` and `reason` are server text with masked secrets. */
export interface FoundText {
  readonly name: string;
  /** The kind in our own words: `HTTP router`. */
  readonly kind: string;
  /** Its trouble and the health of its servers, as in its row of the tree: `2 of 3 up`. */
  readonly state?: string;
  /** The fields with the words that its name does not contain: `service shop@file`. */
  readonly reason?: string;
}

/** Code points of the shown part of a field: more than fits beside a name. */
const longestPart = 120;

/**
 * Describes an item in a list of results.
 *
 * @param words the words that the user looks for, in lower case
 */
export function describeFound({ item, inventory }: FoundItem, words: readonly string[]): FoundText {
  const state = stateText(item, itemGraphOf(inventory));
  const reason = reasonOf(item, words);
  return {
    name: nameText(item.name),
    kind: kindText(item),
    ...(state === '' ? {} : { state }),
    ...(reason === '' ? {} : { reason }),
  };
}

/** Names each field that contains a word that the name does not contain, once. */
function reasonOf(item: Item, words: readonly string[]): string {
  const name = item.name.toLowerCase();
  const elsewhere = words.filter((word) => !name.includes(word));
  if (elsewhere.length === 0) return '';
  const fields = searchFieldsOf(item).flatMap(([kind, text]) =>
    text === undefined ? [] : [{ kind, text, lower: text.toLowerCase() }],
  );
  const textByField = new Map<string, string>();
  for (const word of elsewhere) {
    const field = fields.find(({ lower }) => lower.includes(word));
    if (field === undefined || textByField.has(field.text)) continue;
    textByField.set(field.text, fieldTexts[field.kind](partWith(word, maskText(field.text))));
  }
  return [...textByField.values()].join(' · ');
}

const fieldTexts: Readonly<Record<SearchFieldKind, (text: string) => string>> = {
  name: (text) => text,
  rule: (text) => l10n.t('rule {0}', text),
  service: (text) => l10n.t('service {0}', text),
  entryPoint: (text) => l10n.t('entry point {0}', text),
  type: (text) => l10n.t('type {0}', text),
  server: (text) => l10n.t('server {0}', text),
  provider: (text) => l10n.t('provider {0}', text),
};

/** The text with the word: the whole if it is short, otherwise from the last space before the word. */
function partWith(word: string, text: string): string {
  const whole = plainText(text, longestPart);
  if (whole.toLowerCase().includes(word)) return whole;
  const from = text.lastIndexOf(' ', text.toLowerCase().indexOf(word)) + 1;
  return from === 0 ? whole : `…${plainText(text.slice(from), longestPart)}`;
}
