import * as l10n from '@vscode/l10n';
import type { Failure } from '../../base/errors/failure';
import { clockText, dateTimeText } from '../describe/dateTexts';
import { healthSummary } from '../describe/itemSummary';
import { serverHealthNames, statusName } from '../describe/labels';
import type { ServerHealth, ServiceHealth } from '../model/health';
import type { CertificateStatus, Item, ItemStatus } from '../model/model';
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

/** Whether one server is up. */
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
