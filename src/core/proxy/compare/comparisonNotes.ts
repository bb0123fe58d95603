import { numberText } from '../../../l10n/numbers';
import { plainText } from '../../base/text/plainText';
import { clockText } from '../describe/dates';
import { countText } from '../describe/labels';
import type { InventoryGroup } from '../model/inventory';
import { type ComparedSection, nameOfAll } from './sections';
import type { ComparedSide } from './side';

/** What a person is to know before they trust a comparison. */
export interface ComparisonNote {
  /** A few words. */
  readonly label: string;
  /** The whole of it, in sentences. */
  readonly detail: string;
  /** Whether differences may be missing for that. */
  readonly isGrave?: boolean;
  /** What a click on it leads to. */
  readonly leadsTo?: 'health' | 'names' | undefined;
}

type State = InventoryGroup['state'];

/** What was noticed while two sides were compared. */
export interface ComparisonRemarks {
  /** Sections that one side is known to have had at an earlier moment than the rest of it. */
  readonly old: { readonly section: ComparedSection; readonly side: ComparedSide; readonly readAt: number }[];
  /** Sections that are not known whole of both. */
  readonly unread: { readonly section: ComparedSection; readonly left: State; readonly right: State }[];
  /** Entries without a name. */
  unnamed: number;
  /** Names that several things of one side have. */
  readonly shared: Set<string>;
  /** Fields that only one side tells. */
  readonly untold: Set<string>;
  /** How many things hold secrets on both sides. */
  masked: number;
}

const LONGEST_NAME = 80;
const MOST_LISTED = 8;

/** Says what was noticed, the gravest first. Plain text. */
export function notesOf(
  { unread, old, unnamed, shared, untold, masked }: ComparisonRemarks,
  left: ComparedSide,
  right: ComparedSide,
): readonly ComparisonNote[] {
  return [
    ...unread.map(({ section, ...states }) => unreadNote(section, states, left, right)),
    ...old.map(oldNote),
    ...(unnamed === 0
      ? []
      : [
          {
            isGrave: true,
            label: `${numberText(unnamed)} without a name, not compared`,
            detail: 'The proxy lists entries that have no name. They cannot be told apart, so they are not compared.',
          },
        ]),
    ...(shared.size === 0
      ? []
      : [
          {
            label: `${countText(shared.size, 'name')} stand${shared.size === 1 ? 's' : ''} for several items`,
            detail: `On one side several items have the same name as names are compared: ${listText(shared)}. Those that are equal were paired first, then those of the same whole name. Rows show whole names.`,
          },
        ]),
    ...(masked === 0
      ? []
      : [
          {
            label: 'secrets are not compared',
            detail: `${countText(masked, 'item')} ${masked === 1 ? 'holds' : 'hold'} secrets. They are masked on both sides and may differ: Proxy Scout keeps no secret, and nothing it could be told by.`,
          },
        ]),
    ...(untold.size === 0
      ? []
      : [
          {
            label: `${countText(untold.size, 'field')} not compared`,
            detail: `Only one side tells ${untold.size === 1 ? 'this field' : 'these fields'}, or tells ${untold.size === 1 ? 'it' : 'them'} in words of its own version of Traefik: ${listText(untold)}.`,
          },
        ]),
  ];
}

function unreadNote(
  section: ComparedSection,
  states: { readonly left: State; readonly right: State },
  left: ComparedSide,
  right: ComparedSide,
): ComparisonNote {
  const all = nameOfAll(section);
  const why = ([state, side]: readonly [State, ComparedSide]): string[] => {
    const name = `“${plainText(side.name, LONGEST_NAME)}”`;
    if (state === 'failed') return [`${name}: they could not be read.`];
    if (state === 'cut' || state === 'stale') return [`${name}: not all of them were read.`];
    return state === 'missing' ? [`${name}: this version of Traefik does not list them.`] : [];
  };
  const reasons = [[states.left, left] as const, [states.right, right] as const].flatMap(why);
  return {
    isGrave: true,
    label: `${all} are not compared`,
    detail: reasons.join(' '),
  };
}

function oldNote({ section, side, readAt }: ComparisonRemarks['old'][number]): ComparisonNote {
  const all = nameOfAll(section);
  const name = `“${plainText(side.name, LONGEST_NAME)}”`;
  return {
    isGrave: true,
    label: `${all} of one side are stale`,
    detail: `${name}: they could not be read again, and are compared as they were at ${clockText(readAt, 'seconds')}.`,
  };
}

function listText(words: ReadonlySet<string>): string {
  const shown = [...words].slice(0, MOST_LISTED).map((word) => plainText(word, LONGEST_NAME));
  return [...shown, ...(words.size > shown.length ? [`${numberText(words.size - shown.length)} more`] : [])].join(', ');
}
