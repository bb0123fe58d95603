import { canceledFailure } from '../../base/errors/failure';
import type { SearchClient } from '../engine/searchClient';
import { type NoPointInTime, openPointInTime, type PointInTime } from './pointInTime';

/** Points in time that are being closed. The next one is opened only after them, so that only one is open. */
export class PendingCloses {
  private readonly open = new Set<Promise<void>>();

  /** @param closing never rejects */
  add(closing: Promise<void>): void {
    const known = closing.finally(() => this.open.delete(known));
    this.open.add(known);
  }

  /** Resolves when all are closed. */
  async settled(): Promise<void> {
    while (this.open.size > 0) await Promise.all(this.open);
  }
}

/** The one point in time that a result may keep open. */
export class HeldPointInTime {
  private held: PointInTime | undefined;

  /** @param pendingCloses shared by all results of a pager */
  constructor(
    private readonly client: SearchClient,
    private readonly index: string,
    private readonly pendingCloses: PendingCloses,
  ) {}

  /** Closes the current one, then opens another, or finds the reason why there is none. */
  async open(preference: string | undefined, signal: AbortSignal): Promise<PointInTime | NoPointInTime> {
    this.close();
    await this.pendingCloses.settled();
    if (signal.aborted) throw canceledFailure();
    const opening = this.hold(preference, signal);
    // The next opening waits until it is known whether this one has to be closed.
    this.pendingCloses.add(
      opening.then(
        () => undefined,
        () => undefined,
      ),
    );
    return opening;
  }

  /** Starts to close it. Another can be opened afterwards. */
  close(): void {
    if (this.held !== undefined) this.pendingCloses.add(this.held.close());
    this.held = undefined;
  }

  private async hold(preference: string | undefined, signal: AbortSignal): Promise<PointInTime | NoPointInTime> {
    const opened = await openPointInTime(this.client, this.index, {
      signal,
      preference,
      onLeft: (closing) => this.pendingCloses.add(closing),
    });
    if (opened.kind === 'open') this.held = opened;
    // Canceled after the response: no other code would close it.
    if (signal.aborted) this.close();
    return opened;
  }
}
