import * as l10n from '@vscode/l10n';
import type { ConfigProblem } from '../model/configProblem';
import { type PlacedText, rangeOf, type TextPlace, writtenAt } from '../source/placedText';

/** Longer values get no quick fix. */
const longest = 20_000;
/** A password hash of htpasswd with single dollar signs: `$apr1$…`, `$2y$05$…`, `$6$…`. */
const hashPattern = /^([^:$]*:)(\$(?:apr1|2[abxy]|[156])\$[^$\s]*(?:\$[^$\s]*){0,2})$/;
/** A variable for Compose, so that it damages the hash. */
const variable = /\$[A-Za-z_{]/;

/** Doubles the dollar signs of the password hashes in a value of users; undefined if none has single ones. */
export function fixHashes(users: PlacedText): ConfigProblem['fix'] {
  if (users.end - users.start > longest) return undefined;
  const written = writtenAt(users);
  const text = written
    .split(',')
    .map((user) => {
      const [, name = '', hash = ''] = hashPattern.exec(user) ?? [];
      return variable.test(hash) ? name + hash.replaceAll('$', '$$$$') : user;
    })
    .join(',');
  return text === written ? undefined : { range: rangeOf(users), text, title: doubledTitle() };
}

/** Doubles the dollar sign of `${1}`, which is always a group of a regular expression: no variable has such a name. */
export function fixGroupReference(at: TextPlace): ConfigProblem['fix'] {
  group.lastIndex = at.start;
  const [written] = group.exec(at.file.text) ?? [];
  if (written === undefined) return undefined;
  const range = { ...rangeOf(at), end: at.start + written.length };
  return { range, text: `$${written}`, title: doubledTitle() };
}

const group = /\$\{\d{1,3}\}/y;

export function doubledTitle(): string {
  return l10n.t('Write “$$” for each dollar sign');
}
