import { canceledFailure } from '../../base/errors/failure';
import type { SearchClient } from '../engine/searchClient';
import { type NoPointInTime, openPointInTime, type PointInTime } from './pointInTime';

/** Points in time that are being closed. The next one is opened only after them, so that only one is open. */
export interface PendingCloses {
  /** @param closing never rejects */
  add(closing: Promise<void>): void;
  /** Resolves when all are closed. */
  settled(): Promise<void>;
}

export function createPendingCloses(): PendingCloses {
  const open = new Set<Promise<void>>();
  return {
    add(closing) {
      const known = closing.finally(() => open.delete(known));
      open.add(known);
    },
    async settled() {
      while (open.size > 0) await Promise.all(open);
    },
  };
}

/** The one point in time that a result may keep open. */
export interface HeldPointInTime {
  /** Closes the current one, then opens another, or finds the reason why there is none. */
  open(preference: string | undefined, signal: AbortSignal): Promise<PointInTime | NoPointInTime>;
  /** Starts to close it. Another can be opened afterwards. */
  close(): void;
}

/** @param pendingCloses shared by all results of a pager */
export function createHeldPointInTime(
  client: SearchClient,
  index: string,
  pendingCloses: PendingCloses,
): HeldPointInTime {
  let held: PointInTime | undefined;

  function close(): void {
    if (held !== undefined) pendingCloses.add(held.close());
    held = undefined;
  }

  async function hold(preference: string | undefined, signal: AbortSignal): Promise<PointInTime | NoPointInTime> {
    const opened = await openPointInTime(client, index, {
      signal,
      ...(preference !== undefined && { preference }),
      onLeft: pendingCloses.add,
    });
    if (opened.kind === 'open') held = opened;
    // Canceled after the response: no other code would close it.
    if (signal.aborted) close();
    return opened;
  }

  return {
    async open(preference, signal) {
      close();
      await pendingCloses.settled();
      if (signal.aborted) throw canceledFailure();
      const opening = hold(preference, signal);
      // The next opening waits until it is known whether this one has to be closed.
      pendingCloses.add(
        opening.then(
          () => undefined,
          () => undefined,
        ),
      );
      return opening;
    },
    close,
  };
}
