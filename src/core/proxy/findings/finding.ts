import * as l10n from '@vscode/l10n';
import { allOf } from '../../../l10n/lists';
import { maskText } from '../../base/secrets/secretsInText';
import { plainText } from '../../base/text/plainText';
import { moreText } from '../describe/labels';
import type { Certificate, Item } from '../model/model';

/** The kinds of findings, most urgent first. */
export const findingKinds = [
  'down',
  'reported',
  'missing',
  'entryPoint',
  'openApi',
  'plainPassword',
  'neverMatches',
  'neverWins',
  'tie',
  'partlyDown',
  'certificate',
  'unused',
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** A certain problem in a proxy's configuration. */
export interface Finding {
  readonly kind: FindingKind;
  /** Identifies the finding among those of its kind, across reads. Server text as received. */
  readonly key: string;
  /** Its subject: usually a name. One visible line of server text. */
  readonly about: string;
  /** One or two sentences on one visible line, including server text with its secrets masked. */
  readonly reason: string;
  /** Of the kind `missing`: what is referenced. The name is server text as received. */
  readonly missing?: Pick<Item, 'protocol' | 'kind' | 'name'>;
  /** The reason in two to four words, for a row, if it is more than its kind. */
  readonly brief?: string;
  /** The items to check, the most important first. */
  readonly links: readonly FindingLink[];
  /**
   * The facts of the reason, independent of language: rules, priorities, addresses. If they or a link change, it is
   * another finding, also for users who ignored it. Server text as received.
   */
  readonly evidence?: readonly string[];
}

/** A link of a finding. `role` is the target's role in it, in our words. */
export type FindingLink =
  | {
      readonly to: 'item';
      readonly item: Item;
      readonly role?: string | undefined;
      /** Whether the target is only what the user probably meant. */
      readonly isMeant?: boolean;
    }
  | {
      readonly to: 'entryPoint';
      readonly name: string;
      readonly role?: string | undefined;
      readonly isMeant?: boolean;
    }
  | { readonly to: 'certificate'; readonly certificate: Certificate };

/** The most links of a finding that a list shows: it may concern thousands of routers. */
export const mostShownLinks = 20;

/** The findings of a proxy, the worst first, and then in the order of `findingKinds`. */
export interface Findings {
  readonly list: readonly Finding[];
  /** Sentences of ours about what was not checked. */
  readonly notes: readonly string[];
  /** Findings that the user ignores: they are not counted. In the same order. */
  readonly ignored?: readonly Finding[];
}

/** Maximum length of a name in a reason, in code points. */
const longestName = 100;
/** Maximum length of a rule in a reason, in code points. */
const longestRule = 160;

/** A name in a reason, or as the subject of a finding. */
export function quotedName(name: string): string {
  return plainText(maskText(name), longestName) || l10n.t('(no name)');
}

/** A rule, or a part of one, in a reason. */
export function quotedRule(rule: string): string {
  return plainText(maskText(rule), longestRule);
}

/** In English `a`, `a and b`, `a, b, and c`, or `a, b, and 7 more`. */
export function enumeratedNames(names: readonly string[]): string {
  return enumeratedTexts(names, quotedName);
}

/** The same for anything with a text. Only the texts that are shown are made, because there may be thousands. */
export function enumeratedTexts<T>(all: readonly T[], textOf: (one: T) => string): string {
  if (all.length <= mostEnumerated) return allOf(all.map(textOf));
  const shown = all.slice(0, mostEnumerated - 1);
  return allOf([...shown.map(textOf), moreText(all.length - shown.length)]);
}

const mostEnumerated = 3;
