import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { groupReference } from '../../proxy/rules/goPattern';

/** The effect of a missing group. */
interface GroupDoubt {
  readonly message: string;
  /** The text that the user certainly meant. */
  readonly meant?: string | undefined;
}

/** The beginning of a group of an expression, with its name; skips escaped signs and classes. */
const groupOpening = /\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\]){0,1000}\]|\((?!\?)|\(\?P?<(\w+)>/g;

/**
 * The doubt about the text that replaces a match: groups that the expression does not have, which Go replaces with
 * nothing, and doubled dollar signs, which only compose files need.
 *
 * @param regex the expression; empty if unknown
 * @param sign the form of a dollar sign before a brace at the place of the text
 */
export function doubtInReplacement(text: string, regex: string, sign: '$' | '$$'): GroupDoubt | undefined {
  if (text.length > longest || regex.length > longest) return undefined;
  const names = new Set<string>();
  let count = 0;
  for (const [whole, name] of regex.matchAll(groupOpening)) {
    if (!whole.startsWith('(')) continue;
    count++;
    if (name !== undefined) names.add(name);
  }
  for (const { 0: whole, 1: doubled, 2: inBraces, 3: bare, index } of text.matchAll(groupReference)) {
    if (doubled !== undefined) {
      const [group] = /^(?:\d+|\{\w+\})/.exec(text.slice(index + 2, index + 2 + longestName)) ?? [];
      if (group === undefined) continue;
      const message = l10n.t(
        '“{0}” is a plain “{1}” here, not a group. Write one dollar sign: only compose files need two.',
        quoted(`$$${group}`),
        quoted(`$${group}`),
      );
      return { message, meant: replaced(text, index, `$$${group}`, `$${group}`) };
    }
    const name = inBraces ?? bare ?? '';
    if (names.has(name) || (/^\d+$/.test(name) && (regex === '' || Number(name) <= count))) continue;
    const [, digits, rest = ''] = /^(\d+)(\D\w*)$/.exec(name) ?? [];
    if (bare !== undefined && digits !== undefined) {
      const written = `${sign}{${digits}}${rest}`;
      const message = l10n.t(
        '“{0}” is the group “{1}”, which is not there, so that nothing takes its place. Write “{2}”.',
        quoted(whole),
        quoted(name),
        quoted(written),
      );
      return { message, meant: replaced(text, index, whole, written) };
    }
    if (regex === '') continue;
    return {
      message: l10n.t(
        'The expression has no group “{0}”, so that nothing takes the place of “{1}”.',
        quoted(name),
        quoted(whole),
      ),
    };
  }
  return undefined;
}

/** UTF-16 units; real texts are shorter. */
const longest = 2_000;
/** Real names of groups are shorter. */
const longestName = 100;

function replaced(text: string, index: number, from: string, to: string): string {
  return `${text.slice(0, index)}${to}${text.slice(index + from.length)}`;
}
