import type { Failure } from '../../base/errors/failure';
import { clockText, dateTimeText } from '../describe/dates';
import { healthSummary } from '../describe/itemSummary';
import { certificateStatusNames, statusNames } from '../describe/labels';
import type { ServerHealth, ServiceHealth } from '../model/health';
import type { CertificateStatus, Item, ItemStatus } from '../model/model';
import { ownText, type PagePiece, type PageStyle } from './page';

/** A status in words and colour: never in colour alone. */
export function statusPiece({ status, kind }: Item): PagePiece {
  const words = status === 'disabled' && kind === 'routers' ? 'disabled, takes no requests' : statusNames[status];
  return ownText(words, statusStyles[status]);
}

export const statusStyles: Readonly<Record<ItemStatus, PageStyle>> = {
  enabled: 'good',
  warning: 'caution',
  disabled: 'bad',
  unknown: 'faint',
};

/** A certificate's status, in Traefik's words. */
export function certificateStatusPiece(status: CertificateStatus): PagePiece {
  const certificateLooks: Readonly<Record<CertificateStatus, PageStyle>> = {
    enabled: 'good',
    warning: 'caution',
    expired: 'bad',
    unknown: 'faint',
  };
  return ownText(certificateStatusNames[status], certificateLooks[status]);
}

/** What of all servers below a router or service is up. */
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
  const serverLooks: Readonly<Record<ServerHealth, PageStyle>> = { up: 'good', down: 'bad', 'not checked': 'faint' };
  return ownText(health, serverLooks[health]);
}

/** When and whence, and how much of it is still true: `readAt` is in milliseconds since 1970. */
export function readingCell(readAt: number, from: string, state: ReadingState): readonly PagePiece[] {
  const at = whenText(state.is === 'stale' ? (state.readAt ?? readAt) : readAt);
  switch (state.is) {
    case 'current':
      return [ownText(`As ${from} listed it ${at}`, 'faint')];
    case 'stale':
      return [ownText(`As ${from} listed it ${at}. Reading it again failed: ${state.failure.sentence}`, 'caution')];
    case 'gone':
      return [ownText(`${from} no longer lists this. It is shown as it was last seen, ${at}`, 'bad')];
  }
}

/** `on 2026-11-21 at 06:05:04`, here. */
function whenText(time: number): string {
  const [day] = dateTimeText(time).split(' ');
  return `on ${day} at ${clockText(time, 'seconds')}`;
}

/** How what is shown relates to the last try to read it. */
export type ReadingState =
  | { readonly is: 'current' }
  /** `readAt` where it is older than what is shown with it, in milliseconds since 1970. */
  | { readonly is: 'stale'; readonly failure: Failure; readonly readAt?: number }
  | { readonly is: 'gone' };
