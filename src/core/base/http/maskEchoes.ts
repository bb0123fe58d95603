import { secretMask } from '../secrets/secretsInText';
import { type UnescapedText, unchangedText, unescapeOnce } from '../text/unescape';

/** Layers of escapes that are removed: JSON within JSON within an HTML page has three. */
const mostLayers = 4;
/** Shorter ones are masked only as values: masking every `a` would make the text unreadable, and reveal the secret. */
const shortestAnywhere = 4;
/** A word of two or three characters that occurs more often in a text is an ordinary word. */
const mostWords = 3;
/** Base64 characters that certainly belong to the secret; fewer occur in any word. */
const shortestBase64 = 5;

type Range = readonly [from: number, to: number];

/**
 * Replaces secrets that a server echoes with `•••`, however they are escaped: each layer of escapes is removed and
 * searched (see `unescapeOnce`), ignoring white space, invisible characters and `+` (a space in forms); also base64 of
 * a text that contains the secret anywhere. Takes linear time for each secret.
 *
 * @param secrets longest first
 */
export function maskEchoes(text: string, secrets: readonly string[]): string {
  const wanted = secrets.filter((secret) => secret !== '');
  if (wanted.length === 0) return text;
  const forms = wanted.map(formsOf);
  const ranges: Range[] = [];
  let layer: UnescapedText = unchangedText(text);
  for (let depth = 0; depth <= mostLayers; depth++) {
    const folded = fold(layer);
    for (const { anywhere, base64, asValue } of forms) {
      for (const form of anywhere) ranges.push(...placesOf(folded, form));
      for (const form of base64) ranges.push(...placesOf(folded, form).map((range) => withNeighbours(text, range)));
      for (const form of asValue) ranges.push(...valuesOf(layer, form));
    }
    const next = unescapeOnce(layer);
    if (next.text === layer.text) break;
    layer = next;
  }
  return masked(text, ranges);
}

function formsOf(secret: string) {
  // The secret in UTF-8, as the client sends it and the server echoes it: without unpaired surrogates.
  const sent = Buffer.from(secret, 'utf8').toString('utf8');
  const plain = unique(layersOf(sent));
  const folded = unique(plain.map(foldText));
  return {
    anywhere: folded.filter((form) => form.length >= shortestAnywhere),
    base64: unique(base64Of(Buffer.from(secret, 'utf8')).map(foldText)).filter((form) => form.length >= shortestBase64),
    asValue: unique(plain.filter((form) => form !== '' && foldText(form).length < shortestAnywhere)),
  };
}

/** The layers of a secret, which may look escaped: it is then found in a text with one layer too many removed. */
function layersOf(secret: string): string[] {
  const layers = [unchangedText(secret)];
  while (layers.length <= mostLayers) {
    const last = layers.at(-1);
    const next = last && unescapeOnce(last);
    if (next === undefined || next.text === last?.text) break;
    layers.push(next);
  }
  return layers.map(({ text }) => text);
}

/** The base64 characters of a secret that do not depend on the bytes before and after it, in both alphabets. */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const own = [Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6)] as const;
    return [whole.toString('base64').slice(...own), whole.toString('base64url').slice(...own)];
  });
}

const unfolded = /[\s+\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
const allUnfolded = new RegExp(unfolded, 'gu');
const foldText = (text: string): string => text.replace(allUnfolded, '');

function fold({ text, starts, ends }: UnescapedText): UnescapedText {
  const units: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (!unfolded.test(character)) {
      for (let unit = at; unit < at + character.length; unit++) {
        units.push(text.charAt(unit));
        from.push(starts[unit] ?? 0);
        to.push(ends[unit] ?? 0);
      }
    }
    at += character.length;
  }
  return { text: units.join(''), starts: from, ends: to };
}

function placesOf({ text, starts, ends }: UnescapedText, form: string): Range[] {
  const places: Range[] = [];
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length)) {
    places.push([starts[at] ?? 0, ends[at + form.length - 1] ?? 0]);
  }
  return places;
}

/** The places of a short secret as a value, quoted or after `=`, `:` or a scheme, or as a rare word. */
function valuesOf(layer: UnescapedText, form: string): Range[] {
  const values: Range[] = [];
  const words: Range[] = [];
  const { text } = layer;
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length)) {
    const end = at + form.length;
    if (isWithinWord(text, at) || isWithinWord(text, end)) continue;
    const range = [layer.starts[at] ?? 0, layer.ends[end - 1] ?? 0] as const;
    const isValue = beforeValue.test(text.slice(Math.max(0, at - longestBefore), at));
    (isValue ? values : words).push(range);
  }
  return form.length > 1 && words.length <= mostWords ? [...values, ...words] : values;
}

const longestBefore = 12;
const beforeValue = /(?:["'`“‘]|[=:][ \t]?|\b(?:bearer|basic|apikey|token|digest) )$/i;

/** Whether there are word characters on both sides. */
const isWithinWord = (text: string, at: number): boolean => /^[\p{L}\p{N}_]{2}$/u.test(text.slice(at - 1, at + 1));

/** The adjacent characters contain some bits of the secret, too. */
function withNeighbours(text: string, [from, to]: Range): Range {
  const isBase64 = (at: number): boolean => /^[\w+/-]$/.test(text.charAt(at));
  return [isBase64(from - 1) ? from - 1 : from, isBase64(to) ? to + 1 : to];
}

function masked(text: string, ranges: readonly Range[]): string {
  const pieces: string[] = [];
  let copied = 0;
  let isOpen = false;
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    if (to <= copied) continue;
    // Overlapping ranges become one mask.
    if (from >= copied && !(isOpen && from === copied)) pieces.push(text.slice(copied, from), secretMask);
    isOpen = true;
    copied = to;
  }
  return pieces.join('') + text.slice(copied);
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];
