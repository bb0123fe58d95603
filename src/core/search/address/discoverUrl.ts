import * as l10n from '@vscode/l10n';
import { isRecord, jsonOrNothing } from '../../base/json/parse';
import { tooDeepAt } from '../query/depth';
import { readRison } from './rison';

type State = Readonly<Record<string, unknown>>;

/** The unchecked parts of a Discover address, of any version. */
export interface DiscoverUrl {
  /** `_a` of Discover: the query, filters, columns, and order. A link to a locator has all parts here. */
  readonly app: State;
  /** `_g`: the time range, and the filters of all apps. */
  readonly global: State;
  /** `_q` of OpenSearch Dashboards: the query and filters. */
  readonly query: State;
  /** Whether it opens a saved search. The address then has only later changes. */
  readonly isSaved: boolean;
  /** The document that it shows: alone, with its index, or with surrounding documents in a data view. */
  readonly document?: { readonly id: string } & ({ readonly index?: string } | { readonly dataViewId: string });
  /** Sentences about parts that could not be read. */
  readonly notes: readonly string[];
}

const longestUnpacked = 100_000;

/**
 * Splits an address of Discover into its parts. Only reads the text, and fetches nothing.
 *
 * @param address the result of `discoverAddressIn`
 * @returns the parts, or the reason why they cannot be read, with the next step
 */
export function readDiscoverUrl(address: string): DiscoverUrl | { readonly problem: string } {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined) return { problem: l10n.t('The address is damaged.') };
  if (/\/goto\/|\/app\/r\/s\//.test(url.pathname)) {
    return {
      problem: l10n.t(
        'A short link does not contain the search. Open it in a browser, and paste the address that it leads to.',
      ),
    };
  }
  return /\/app\/r\/?$/.test(url.pathname) ? readLocator(url.searchParams) : readHash(url);
}

/** Reads a link to a Kibana locator: the search as JSON, packed or not. */
function readLocator(params: URLSearchParams): DiscoverUrl | { readonly problem: string } {
  const packed = params.get('lz');
  const json = packed === null ? params.get('p') : unpackLzString(packed, longestUnpacked);
  const state = json == null || tooDeepAt(json) !== undefined ? undefined : jsonOrNothing(json);
  if (!isRecord(state)) return { problem: l10n.t('The address is damaged, or its search is too long.') };
  const isSaved = typeof state.savedSearchId === 'string';
  return { app: state, global: {}, query: {}, isSaved, notes: [] };
}

/** Reads the state of Discover after the `#`, which has parameters in Rison. */
function readHash(url: URL): DiscoverUrl | { readonly problem: string } {
  const [path = '', search = ''] = halves(url.hash.slice(1), '?');
  // Some handwritten links have them before it.
  const params = new URLSearchParams(search === '' ? url.search : search);
  const read = (['_a', '_g', '_q'] as const).map((name) => readState(name, params.get(name)));
  const [app, global, query] = read.map(({ state }) => state ?? {});
  const notes = [...new Set(read.flatMap(({ note }) => note ?? []))];
  const { isSaved, document } = readRoute(path, params.get('id'));
  const isEmpty = read.every(({ state }) => state === undefined) && document === undefined;
  if (isEmpty && isSaved) {
    return { problem: l10n.t('The address has only the ID of a saved search, not the search itself.') };
  }
  if (isEmpty) return { problem: notes[0] ?? l10n.t('The address contains no search.') };
  return { app: app ?? {}, global: global ?? {}, query: query ?? {}, isSaved, ...(document && { document }), notes };
}

function readState(name: string, text: string | null): { readonly state?: State; readonly note?: string } {
  if (text === null || text === '') return {};
  if (/^h@[\da-f]+$/i.test(text)) {
    return {
      note: l10n.t(
        'Left out: what only the browser knows that the address comes from. Use Share there for an address with all of it.',
      ),
    };
  }
  const state = readRison(text);
  return isRecord(state) ? { state } : { note: l10n.t('Left out: “{0}” of the address, which is damaged.', name) };
}

/** The subject of the path after the `#`: a saved search, or a document. */
function readRoute(path: string, id: string | null): Pick<DiscoverUrl, 'isSaved' | 'document'> {
  const all = path.split('/').filter((part) => part !== '');
  // Kibana before 7.11, and solutions of Kibana 8, add a prefix.
  const parts = (all[0] === 'discover' ? all.slice(1) : all[0] === 'p' ? all.slice(2) : all).map(decoded);
  const [kind, second, third, fourth] = parts;
  if (kind === 'doc') {
    if (id === null || id === '') return { isSaved: false };
    return { isSaved: false, document: { id, ...(third !== undefined && { index: third }) } };
  }
  if (kind === 'context') {
    // Documents had a type until version 7.
    const about = fourth ?? third;
    if (about === undefined || second === undefined) return { isSaved: false };
    return { isSaved: false, document: { id: about, dataViewId: second } };
  }
  // Before 7.11, the path has only the ID of the saved search.
  return { isSaved: kind !== undefined && kind !== '' };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function halves(text: string, sign: string): readonly [before: string, behind: string] {
  const at = text.indexOf(sign);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const bitsOfCharacter = 6;

/** The codes that stand for a new character of 8 or 16 bits, and for the end. */
const newByte = 0;
const newUnit = 1;
const end = 2;

/**
 * Unpacks a text from `compressToBase64` of lz-string, as in Kibana's links to a locator. A short text can unpack to a
 * huge one, so it stops at a limit.
 *
 * @param longest the most UTF-16 units of the result
 * @returns undefined if it is damaged, or longer
 */
export function unpackLzString(packed: string, longest: number): string | undefined {
  let at = 0;
  let value = 0;
  let mask = 0;

  /** Reads a number, its lowest bit first. */
  const read = (bits: number): number => {
    let number = 0;
    for (let bit = 0; bit < bits; bit++) {
      if (mask === 0) {
        // Missing input counts as zeros. A damaged text then has no end.
        value = Math.max(0, alphabet.indexOf(packed.charAt(at) || 'A'));
        at += 1;
        mask = 1 << (bitsOfCharacter - 1);
      }
      if ((value & mask) !== 0) number |= 1 << bit;
      mask >>= 1;
    }
    return number;
  };

  /** The first three are the codes above. */
  const words: string[] = ['', '', ''];
  let bits = 3;
  /** How many more words fit before a code needs another bit. */
  let room = 4;
  const added = (word: string): void => {
    words.push(word);
    room -= 1;
    if (room > 0) return;
    room = 2 ** bits;
    bits += 1;
  };

  const parts: string[] = [];
  let length = 0;
  let before: string | undefined;
  while (at <= packed.length) {
    let code = read(before === undefined ? 2 : bits);
    if (code === end) return parts.join('');
    if (code === newByte || code === newUnit) {
      const character = String.fromCharCode(read(code === newByte ? 8 : 16));
      code = words.length;
      if (before === undefined) words.push(character);
      else added(character);
    }
    const word = words[code] ?? (code === words.length && before !== undefined ? before + before.charAt(0) : undefined);
    if (word === undefined) return undefined;
    length += word.length;
    if (length > longest) return undefined;
    parts.push(word);
    if (before !== undefined) added(before + word.charAt(0));
    before = word;
  }
  return undefined;
}
