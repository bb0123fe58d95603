import * as l10n from '@vscode/l10n';
import { plainText } from '../../base/text/plainText';
import { clockText, momentBeside, momentText } from '../describe/dateTexts';
import { joinedParts } from '../describe/labels';
import type { Inventory } from '../model/inventory';

/** One side of a comparison: the current inventory of an endpoint, or that of a snapshot. */
export interface ComparedSide {
  /** The name that the user gave it: shown as plain text only. */
  readonly name: string;
  /** Present for an endpoint, whose items have rows in the tree. */
  readonly endpointId?: string | undefined;
  readonly inventory: Inventory;
}

/** A side that was read: a snapshot refers to its endpoint. */
export type ReadSide = ComparedSide & { readonly of: { readonly id: string; readonly name: string } };

/** Two sides with distinct names: a snapshot of another endpoint is called `edge · Nov 22, 01:57`. */
export function namedApart(left: ReadSide, right: ReadSide): readonly [ComparedSide, ComparedSide] {
  const isOne = left.of.id === right.of.id;
  const named = ({ of, ...side }: ReadSide): ComparedSide => ({
    ...side,
    name: isOne || side.endpointId !== undefined ? side.name : joinedParts(of.name, side.name),
  });
  return [named(left), named(right)];
}

/**
 * The title of a comparison in one line: `before deploy (01:57) → edge (02:03)`. It has the days if they differ, and
 * repeats nothing that the name of a snapshot contains already.
 */
export function comparisonTitle(left: ComparedSide, right: ComparedSide): string {
  const isOneDay = areOfOneDay(left, right);
  const text = ({ name, inventory: { readAt } }: ComparedSide): string => {
    const line = plainText(name, longestName);
    const moment = momentBeside(name, readAt);
    return moment === undefined ? line : l10n.t('{0} ({1})', line, isOneDay ? clockText(readAt, 'minutes') : moment);
  };
  return `${text(left)} → ${text(right)}`;
}

/** When both sides were read: `01:57 → 02:03`, with the days if they differ. Once if that says the same. */
export function comparedTimes(left: ComparedSide, right: ComparedSide): string {
  const isOneDay = areOfOneDay(left, right);
  const times = [left, right].map(({ inventory: { readAt } }) =>
    isOneDay ? clockText(readAt, 'minutes') : momentText(readAt),
  );
  return [...new Set(times)].join(' → ');
}

function areOfOneDay(left: ComparedSide, right: ComparedSide): boolean {
  return new Date(left.inventory.readAt).toDateString() === new Date(right.inventory.readAt).toDateString();
}

const longestName = 80;

export type SideRef =
  | { readonly is: 'endpoint'; readonly endpointId: string }
  | { readonly is: 'snapshot'; readonly snapshotId: string; readonly readAt: number };

/** The earlier side first: a snapshot before an endpoint, the older snapshot, or the endpoint selected first. */
export function inTime(one: SideRef, other: SideRef): readonly [SideRef, SideRef] {
  const isLater = timeOf(one) > timeOf(other);
  return isLater ? [other, one] : [one, other];
}

function timeOf(ref: SideRef): number {
  return ref.is === 'snapshot' ? ref.readAt : Number.POSITIVE_INFINITY;
}
