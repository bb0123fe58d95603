import type { Failure } from '../../base/errors/failure';
import { clockText, momentText } from '../describe/dates';
import { healthWords } from '../describe/summary';
import { certificateStatusNames, statusNames } from '../describe/words';
import type { Health, ServerHealth } from '../model/health';
import type { CertificateStatus, Item, Status } from '../model/model';
import { type Look, own, type Piece } from './page';

/** A status in words and colour: never in colour alone. */
export function statusPiece({ status, kind }: Item): Piece {
  const words = status === 'disabled' && kind === 'routers' ? 'disabled, takes no requests' : statusNames[status];
  return own(words, statusLooks[status]);
}

export const statusLooks: Readonly<Record<Status, Look>> = {
  enabled: 'good',
  warning: 'caution',
  disabled: 'bad',
  unknown: 'faint',
};

/** A certificate's status, in Traefik's words. */
export function certificateStatusPiece(status: CertificateStatus): Piece {
  const certificateLooks: Readonly<Record<CertificateStatus, Look>> = {
    enabled: 'good',
    warning: 'caution',
    expired: 'bad',
    unknown: 'faint',
  };
  return own(certificateStatusNames[status], certificateLooks[status]);
}

/** What of all servers below a router or service is up. */
export function healthPiece(health: Health): Piece {
  const healthLooks: Readonly<Record<Health['state'], Look>> = {
    up: 'good',
    partly: 'caution',
    down: 'bad',
    notChecked: 'faint',
  };
  return own(healthWords(health), healthLooks[health.state]);
}

/** Whether one server is up. */
export function serverPiece(health: ServerHealth): Piece {
  const serverLooks: Readonly<Record<ServerHealth, Look>> = { up: 'good', down: 'bad', 'not checked': 'faint' };
  return own(health, serverLooks[health]);
}

/** When and whence, and how much of it is still true: `readAt` is in milliseconds since 1970. */
export function readingCell(readAt: number, from: string, state: Reading): readonly Piece[] {
  const at = whenText(state.is === 'stale' ? (state.readAt ?? readAt) : readAt);
  switch (state.is) {
    case 'current':
      return [own(`As ${from} listed it ${at}`, 'faint')];
    case 'stale':
      return [own(`As ${from} listed it ${at}. Reading it again failed: ${state.failure.sentence}`, 'caution')];
    case 'gone':
      return [own(`${from} no longer lists this. It is shown as it was last seen, ${at}`, 'bad')];
  }
}

/** `on 2026-11-21 at 06:05:04`, here. */
function whenText(time: number): string {
  const [day] = momentText(time).split(' ');
  return `on ${day} at ${clockText(time, 'seconds')}`;
}

/** How what is shown relates to the last try to read it. */
export type Reading =
  | { readonly is: 'current' }
  /** `readAt` where it is older than what is shown with it, in milliseconds since 1970. */
  | { readonly is: 'stale'; readonly failure: Failure; readonly readAt?: number }
  | { readonly is: 'gone' };
