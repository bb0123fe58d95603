import * as l10n from '@vscode/l10n';
import { allOf } from '../../../l10n/lists';
import { plural } from '../../../l10n/plural';
import { plainText } from '../../base/text/plainText';
import { clockText } from '../describe/dateTexts';
import { moreText } from '../describe/labels';
import type { InventoryGroup } from '../model/inventory';
import type { ComparedStyle } from './normalize';
import { type ComparedSection, nameOfAll } from './sections';
import type { ComparedSide } from './side';

/** A remark that the user needs before trusting a comparison. */
export interface ComparisonNote {
  /** A few words for the row. */
  readonly label: string;
  /** Whole sentences. */
  readonly detail: string;
  /** Whether differences may be missing for this reason. */
  readonly isGrave?: boolean;
  /** The effect of a click on it. */
  readonly leadsTo?: ComparisonLead | undefined;
}

/** What a click on a note does: it shows health, asks how to compare names, or leaves out addresses or not. */
export type ComparisonLead = 'health' | 'names' | 'leaveOutAddresses' | 'compareAddresses';

type State = InventoryGroup['state'];

export interface ComparisonRemarks {
  /** Sections that are older than the rest of their side. */
  readonly old: { readonly section: ComparedSection; readonly side: ComparedSide; readonly readAt: number }[];
  /** Sections that are not complete on both sides. */
  readonly unread: { readonly section: ComparedSection; readonly left: State; readonly right: State }[];
  unnamed: number;
  /** Names shared by several things of one side. */
  readonly shared: Set<string>;
  /** Fields that only one side reports. */
  readonly versionOnly: Set<string>;
  /** The number of things that contain secrets on both sides. */
  masked: number;
}

const longestName = 80;
const mostListed = 8;

/** The notes, the most serious first. Plain text. */
export function notesOf(
  { unread, old, unnamed, shared, versionOnly, masked }: ComparisonRemarks,
  left: ComparedSide,
  right: ComparedSide,
  { ignoresAddresses }: ComparedStyle,
): readonly ComparisonNote[] {
  const notes: ComparisonNote[] = [
    ...unread.map(({ section, ...states }) => unreadNote(section, states, left, right)),
    ...old.map(oldNote),
  ];
  if (unnamed > 0) {
    notes.push({
      isGrave: true,
      label: plural(unnamed, { one: '{0} unnamed entry not compared', other: '{0} unnamed entries not compared' }),
      detail: l10n.t('The lists contain entries without a name. They cannot be told apart, so they are not compared.'),
    });
  }
  if (ignoresAddresses) {
    notes.push({
      label: l10n.t('Addresses not compared'),
      detail: l10n.t('The addresses of entry points and servers are left out. Click to compare them.'),
      leadsTo: 'compareAddresses',
    });
  }
  if (shared.size > 0) {
    notes.push({
      label: plural(shared.size, { one: '{0} ambiguous name', other: '{0} ambiguous names' }),
      detail: l10n.t(
        'Several items on one side have the same compared name: {0}. Identical items are paired first, then items with the same full name. Rows show full names.',
        listText(shared),
      ),
    });
  }
  if (masked > 0) {
    notes.push({
      label: l10n.t('Secrets not compared'),
      detail: plural(masked, {
        one: '{0} item contains secrets. They are masked on both sides and may differ: Proxy Scout does not save them.',
        other:
          '{0} items contain secrets. They are masked on both sides and may differ: Proxy Scout does not save them.',
      }),
    });
  }
  if (versionOnly.size > 0) {
    notes.push({
      label: plural(versionOnly.size, { one: '{0} field not compared', other: '{0} fields not compared' }),
      detail: l10n.t(
        'Reported by one side only, or worded differently by another version of Traefik: {0}.',
        listText(versionOnly),
      ),
    });
  }
  return notes;
}

function unreadNote(
  section: ComparedSection,
  states: { readonly left: State; readonly right: State },
  left: ComparedSide,
  right: ComparedSide,
): ComparisonNote {
  const why = ([state, side]: readonly [State, ComparedSide]): string[] => {
    const name = `“${plainText(side.name, longestName)}”`;
    if (state === 'failed') return [l10n.t('The list of {0} could not be read.', name)];
    if (state === 'cut' || state === 'stale') return [l10n.t('The list of {0} is incomplete.', name)];
    return state === 'missing' ? [l10n.t('The Traefik version of {0} does not have this list.', name)] : [];
  };
  const reasons = [[states.left, left] as const, [states.right, right] as const].flatMap(why);
  return { isGrave: true, label: l10n.t('Not compared: {0}', nameOfAll(section)), detail: reasons.join(' ') };
}

function oldNote({ section, side, readAt }: ComparisonRemarks['old'][number]): ComparisonNote {
  const [name, time] = [`“${plainText(side.name, longestName)}”`, clockText(readAt, 'seconds')];
  return {
    isGrave: true,
    label: l10n.t('Stale on one side: {0}', nameOfAll(section)),
    detail: l10n.t('The list of {0} could not be refreshed. It is compared as of {1}.', name, time),
  };
}

function listText(words: ReadonlySet<string>): string {
  const shown = [...words].slice(0, mostListed).map((word) => plainText(word, longestName));
  const more = words.size - shown.length;
  return allOf([...shown, ...(more > 0 ? [moreText(more)] : [])]);
}
