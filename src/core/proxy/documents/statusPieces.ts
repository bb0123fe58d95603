import * as l10n from '@vscode/l10n';
import type { Failure } from '../../base/errors/failure';
import { clockText, dateTimeText } from '../describe/dateTexts';
import { healthSummary } from '../describe/itemSummary';
import { serverHealthNames, statusName } from '../describe/labels';
import type { ServerHealth, ServiceHealth } from '../model/health';
import { type Inventory, type InventoryGroup, listingFailure } from '../model/inventory';
import type { CertificateStatus, Item, ItemStatus } from '../model/model';
import { type NamedSubject, type Subject, subjectIn, subjectListing } from '../model/subject';
import { ownText, type PagePiece, type PageStyle } from './page';

/** A status in words and color, never by color alone. */
export function statusPiece({ status, kind }: Item): PagePiece {
  const words =
    status === 'disabled' && kind === 'routers' ? l10n.t('{0} (receives no requests)', status) : statusName(status);
  return ownText(words, statusStyles[status]);
}

export const statusStyles: Readonly<Record<ItemStatus, PageStyle>> = {
  enabled: 'good',
  warning: 'caution',
  disabled: 'bad',
  unknown: 'faint',
};

/** A certificate's status in Traefik's words. */
export function certificateStatusPiece(status: CertificateStatus): PagePiece {
  const certificateLooks: Readonly<Record<CertificateStatus, PageStyle>> = {
    enabled: 'good',
    warning: 'caution',
    expired: 'bad',
    unknown: 'faint',
  };
  return ownText(statusName(status), certificateLooks[status]);
}

/** The number of servers below a router or service that are up. */
export function healthPiece(health: ServiceHealth): PagePiece {
  const healthLooks: Readonly<Record<ServiceHealth['state'], PageStyle>> = {
    up: 'good',
    partly: 'caution',
    down: 'bad',
    notChecked: 'faint',
  };
  return ownText(healthSummary(health), healthLooks[health.state]);
}

export function serverPiece(health: ServerHealth): PagePiece {
  const serverLooks: Readonly<Record<ServerHealth, PageStyle>> = { up: 'good', down: 'bad', notChecked: 'faint' };
  return ownText(serverHealthNames[health](), serverLooks[health]);
}

/** The time and source of a read, and whether it is current: `readAt` is in milliseconds since 1970. */
export function readingCell(readAt: number, from: string, state: ReadingState): readonly PagePiece[] {
  const time = state.is === 'stale' ? (state.readAt ?? readAt) : readAt;
  const [day = ''] = dateTimeText(time).split(' ');
  const clock = clockText(time, 'seconds');
  switch (state.is) {
    case 'current':
      return [ownText(l10n.t('Read from {0} on {1} at {2}', from, day, clock), 'faint')];
    case 'stale': {
      const when = l10n.t('Read from {0} on {1} at {2}. Could not be refreshed.', from, day, clock);
      return [ownText(`${when} ${state.failure.sentence}`, 'caution')];
    }
    case 'gone':
      return [ownText(l10n.t('No longer listed by {0}. Last read on {1} at {2}.', from, day, clock), 'bad')];
  }
}

/** The relation of the shown data to the last attempt to read it. */
export type ReadingState =
  | { readonly is: 'current' }
  /** `readAt` (milliseconds since 1970) if it is older than the rest of the inventory. */
  | { readonly is: 'stale'; readonly failure: Failure; readonly readAt?: number }
  | { readonly is: 'gone' };

/** The result of looking for a subject in an inventory: it is listed, it is certainly gone, or that is unknown. */
type Found =
  | { readonly is: 'listed'; readonly subject: Subject; readonly reading: ReadingState }
  | { readonly is: 'gone' }
  | { readonly is: 'unread'; readonly failure: Failure };

/**
 * Looks for a subject in an inventory. A listing that was not read completely may still have it.
 *
 * @param failure the failure of the last read as a whole, if it failed: the inventory is then from the read before
 */
export function findInInventory(inventory: Inventory, ref: NamedSubject, failure: Failure | undefined): Found {
  const subject = subjectIn(inventory, ref);
  const listing = subjectListing(inventory, ref);
  if (subject !== undefined) return { is: 'listed', subject, reading: readingStateOf(failure, listing) };
  const unread = listingFailure(listing);
  return unread === undefined ? { is: 'gone' } : { is: 'unread', failure: unread };
}

/**
 * How a subject of a listing relates to the last attempt to read it. The entries of an incomplete listing are current,
 * even if others are missing.
 *
 * @param failure the failure of the last read as a whole
 */
export function readingStateOf(
  failure: Failure | undefined,
  listing: InventoryGroup<unknown> | undefined,
): ReadingState {
  if (listing?.state === 'stale') return { is: 'stale', failure: failure ?? listing.failure, readAt: listing.readAt };
  return failure === undefined ? { is: 'current' } : { is: 'stale', failure };
}
