import * as l10n from '@vscode/l10n';
import { allOf } from '../../../l10n/lists';
import { plural } from '../../../l10n/plural';
import { maskText } from '../../base/secrets/secretsInText';
import { plainText } from '../../base/text/plainText';
import type { Certificate, Item, ItemKind, TraefikProtocol } from '../model/model';

/** What findings there are, the most pressing first. */
export const findingKinds = [
  'openApi',
  'plainPassword',
  'missing',
  'entryPoint',
  'neverMatches',
  'neverWins',
  'tie',
  'down',
  'certificate',
  'unused',
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** Something in a proxy's configuration that a person would want to know of, and that is certain. */
export interface Finding {
  readonly kind: FindingKind;
  /** Tells it from the others of its kind, also after the next read. Server text as received. */
  readonly key: string;
  /** What it is about: mostly a name. One visible line of server text. */
  readonly about: string;
  /** One sentence or two, as one visible line; holds server text, its secrets masked. */
  readonly reason: string;
  /** What a person wants to look at, the most important first. */
  readonly links: readonly FindingLink[];
}

/** Something that a finding leads to. `role` is what it is to the finding, in our words. */
export type FindingLink =
  | { readonly to: 'item'; readonly item: Item; readonly role?: string | undefined }
  | { readonly to: 'entryPoint'; readonly name: string; readonly role?: string | undefined }
  | { readonly to: 'certificate'; readonly certificate: Certificate };

/** What was found, in the order of `findingKinds`. */
export interface Findings {
  readonly list: readonly Finding[];
  /** What was not looked at, in sentences of ours. */
  readonly notes: readonly string[];
}

/** Code points of a name within a reason. */
const LONGEST_NAME = 100;
/** Code points of a rule within a reason. */
const LONGEST_RULE = 160;

/** A name within a reason, or as what a finding is about. */
export function quotedName(name: string): string {
  return plainText(maskText(name), LONGEST_NAME) || l10n.t('(no name)');
}

/** A rule, or a part of one, within a reason. */
export function quotedRule(rule: string): string {
  return plainText(maskText(rule), LONGEST_RULE);
}

/** Tells items of all protocols and kinds apart. */
export function itemKeyOf({
  protocol,
  kind,
  name,
}: {
  protocol: TraefikProtocol;
  kind: ItemKind;
  name: string;
}): string {
  return `${protocol} ${kind} ${name}`;
}

/** In English `a`, `a and b`, `a, b, and c`, or `a, b, and 7 more`. */
export function enumeratedNames(names: readonly string[], most = 3): string {
  if (names.length <= most) return allOf(names);
  const shown = names.slice(0, most - 1);
  return allOf([...shown, plural(names.length - shown.length, { one: '{0} more', other: '{0} more' })]);
}
