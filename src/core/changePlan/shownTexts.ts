import type { Pauses } from '../base/async/pauses';
import { isSecretHeader, looksRandom, maskText, secretMask } from '../base/secrets/secretsInText';
import { type HiddenReading, isTooShortToHide } from '../config/files/hiddenValues';
import type { ConfigGroup } from '../config/files/readConfigFiles';
import type { Declaration } from '../config/model/declaration';
import { splitQualifiedName } from '../config/names/objectNames';
import { withMarksReplaced } from '../config/source/markedHoles';
import { unknownPart } from '../config/source/placedText';
import { type Inventory, itemsOfKinds, knownItems, listedRouters } from '../proxy/model/inventory';
import { itemKinds } from '../proxy/model/model';

/**
 * How texts of a plan are shown: with `${NAME}` in place of each value that files have from an `.env` file.
 *
 * Shown are only ports and the like, which are too short to be a secret, and values that the proxy lists as they are: as a
 * name, as a host that a rule names, or as a part of these. Never one whose variable is named like a secret, or that
 * looks like one.
 *
 * @param pause frees the event loop, and ends this with what it throws
 */
export async function textsWithoutValues(
  groups: readonly ConfigGroup[],
  live: Inventory,
  pause: Pauses,
): Promise<(text: string) => string> {
  const hidden = groups.flatMap((group) => (group.hidden === undefined ? [] : [{ group, reading: group.hidden }]));
  if (hidden.length === 0) return (text) => text;
  const listed = await listedWords(live, pause);
  const shown = new Map<string, string>();
  for (const { group, reading } of hidden) {
    const { names, values } = reading;
    const texts = [...markedTexts(group.declarations, reading)];
    // What a file itself has for a name is written in the open, too.
    for (const [real, marked] of texts) if (real === marked) listed.add(real.toLowerCase());
    const isKnown = values.map((value, at) => isHarmless(value, names[at] ?? '', listed));
    const nameOf = (at: number): string => `\${${names[at] ?? ''}}`;
    const add = (real: string, marked: string): void => {
      const text = withMarksReplaced(marked, (at) => (isKnown[at] === true ? (values[at] ?? unknownPart) : nameOf(at)));
      if (real === text || real === '') return;
      // Paths are sent encoded.
      for (const form of [real, encodeURI(real.replace(/\p{Cs}/gu, '\ufffd'))]) shown.set(form.toLowerCase(), text);
    };
    for (const [real, marked] of texts) add(real, marked);
    for (const [at, value] of values.entries()) {
      if (isKnown[at] === true) continue;
      add(value, nameOf(at));
      // A rule, or a part of one.
      for (const [, part = ''] of value.matchAll(/[`"]([^`"]{3,})[`"]/g)) add(part, nameOf(at));
    }
  }
  return replacing(shown);
}

/** In UTF-16 units: a longer expression is not compiled. */
const mostReplaced = 200_000;
/** A shorter text is replaced only where it is a word of its own. */
const longEnough = 8;
/** In UTF-16 units: compiling a longer literal text needs more of the stack than there may be. */
const longestLiteral = 1_000;

/** An expression for a text. Of a long one, for its beginning and as much behind it as the text has. */
function patternOf(text: string): string {
  const literal = text.slice(0, longestLiteral).replace(/\p{Cs}$/u, '');
  const left = text.length - literal.length;
  return literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') + (left > 0 ? `[^]{0,${left}}` : '');
}

function replacing(shown: ReadonlyMap<string, string>): (text: string) => string {
  const longestFirst = [...shown.keys()].sort((one, other) => other.length - one.length);
  const length = longestFirst.reduce((sum, text) => sum + text.length, 0);
  if (length > mostReplaced) return () => secretMask;
  if (length === 0) return (text) => text;
  const [long, short] = [(text: string) => text.length >= longEnough, (text: string) => text.length < longEnough].map(
    (isOne) => longestFirst.filter(isOne).map(patternOf),
  );
  const words = short?.length ? [`(?<![\\p{L}\\d])(?:${short.join('|')})(?![\\p{L}\\d])`] : [];
  const pattern = new RegExp([...(long ?? []), ...words].join('|'), 'giu');
  return (text) => text.replace(pattern, (found) => shown.get(found.toLowerCase()) ?? secretMask);
}

/** The texts of objects in which values stand, beside the same with marks: their names, and parts of their options. */
function* markedTexts(declarations: readonly Declaration[], { declarations: marked, values }: HiddenReading) {
  const named = new Map(marked.map((one) => [placeOf(one), one.name] as const));
  for (const one of declarations) {
    const name = named.get(placeOf(one)) ?? one.name;
    yield [one.name, name] as const;
    yield [splitQualifiedName(one.name).own, splitQualifiedName(name).own] as const;
  }
  for (const text of marked.flatMap(({ settings }) => textsIn(settings?.asListed()))) {
    for (const part of [text, ...text.split(/[`"]/)]) {
      yield [withMarksReplaced(part, (at) => values[at] ?? unknownPart), part] as const;
    }
  }
}

function placeOf({ protocol, kind, at: { file, start } }: Declaration): string {
  return JSON.stringify([protocol, kind, file.path, start]);
}

/** The texts in options that have a mark. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.includes(unknownPart) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function isHarmless(value: string, name: string, listed: ReadonlySet<string>): boolean {
  if (isTooShortToHide(value, name)) return true;
  const isSecret = isSecretHeader(name) || looksRandom(value) || maskText(value) !== value;
  return !isSecret && listed.has(value.toLowerCase());
}

/** In DNS. */
const longestHost = 253;

/** What a proxy lists in the open, in lower case: names, hosts in rules, and what is between two signs of these. */
async function listedWords(live: Inventory, pause: Pauses): Promise<Set<string>> {
  const words = new Set<string>();
  const add = (text: string): void => {
    words.add(text.toLowerCase());
    for (const word of text.toLowerCase().split(/[^\p{L}\d]+/u)) words.add(word);
  };
  for (const { name } of knownItems(live.entryPoints)) add(name);
  for (const { name } of itemsOfKinds(live, ...itemKinds)) {
    add(name);
    add(splitQualifiedName(name).own);
    await pause();
  }
  for (const { rule = '' } of (['http', 'tcp'] as const).flatMap((protocol) => listedRouters(live, protocol))) {
    for (const [, hosts = ''] of rule.matchAll(/\bHost(?:SNI|Header)?\(([^()]*)\)/g)) {
      for (const host of hosts.split(/[^\p{L}\d.*_-]+/u)) {
        if (host.length > longestHost) continue;
        add(host);
        // The domain that several hosts are in.
        for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) add(host.slice(dot + 1));
      }
    }
    await pause();
  }
  return words;
}
