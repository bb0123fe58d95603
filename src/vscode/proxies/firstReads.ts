import type * as vscode from 'vscode';
import type { StoredEndpoint } from '../../core/base/endpoints/endpointRecord';
import { exposesCredentials } from '../../core/base/endpoints/exposure';
import { isSameConnection } from '../../core/base/endpoints/sameConnection';
import { addToList } from '../../core/base/lists/addToList';
import { isRefusal, parseRefusedIds } from '../../core/proxy/autoRefreshAndRetry';
import type { ClientRegistry } from '../shared/clientRegistry';
import type { EndpointRoots } from './endpointRoots';

const key = 'proxies/refused';
/** Proxies that are read at the same time. */
const atOnce = 4;

/**
 * The reads that nobody asked for: each proxy once when the view becomes visible, so that what is broken is seen after a
 * restart. A proxy is held back if its last read was refused, also before the restart, if reading would expose its
 * credentials, or if the user has switched this off.
 */
export class FirstReads {
  /** Aborts what is being read once the view is hidden; undefined while it is. */
  private seen: AbortController | undefined;
  private readonly reading = new Set<string>();
  /** What was tried since the view became visible, so that a failure without a trace is not tried again. */
  private readonly tried = new Set<string>();
  /** Endpoints that were edited, as they were listed before: until they are listed again, nothing is known of them. */
  private readonly edited = new Map<string, StoredEndpoint>();
  /** Who waits for the turn of a proxy, by its id. */
  private readonly waiting = new Map<string, (() => void)[]>();

  constructor(
    private readonly clients: ClientRegistry,
    private readonly roots: EndpointRoots,
    private readonly state: vscode.Memento,
    private readonly isWanted: () => boolean,
  ) {}

  /** Whether the proxy has not been read, and waits for the user. */
  isHeldBack(endpointId: string): boolean {
    const stored = this.roots.stored(endpointId);
    if (stored?.state !== 'ready' || this.isBegun(endpointId)) return false;
    if (this.edited.get(endpointId) === stored) return true;
    return !this.isWanted() || this.refused().includes(endpointId) || exposesCredentials(stored.endpoint);
  }

  /** Reads what is left, until the view is hidden. */
  begin(): void {
    this.seen ??= new AbortController();
    while (this.reading.size < atOnce) {
      const id = this.next();
      if (id === undefined) return;
      this.tried.add(id);
      void this.read(id, this.seen.signal);
    }
  }

  /** Cancels what is still being read for the view alone. */
  end(): void {
    this.seen?.abort();
    this.seen = undefined;
    this.tried.clear();
  }

  /**
   * Waits for the end of the first read of a proxy, so that the rows for which VS Code asks after a restart neither begin
   * all reads at once nor keep them alive while the view is hidden. Resolves at once where the queue does not read it.
   */
  async turn(endpointId: string): Promise<void> {
    const isComing = this.isQueued(endpointId) && !this.tried.has(endpointId);
    if (this.seen === undefined || !(isComing || this.reading.has(endpointId))) return;
    await new Promise<void>((resolve) => addToList(this.waiting, endpointId, resolve));
  }

  /** Remembers whether the read that has just ended was refused. */
  async note(endpointId: string): Promise<void> {
    this.release(endpointId);
    const failure = this.clients.sessions.get(endpointId)?.inventory.failure?.failure;
    await this.keep(endpointId, failure !== undefined && isRefusal(failure));
  }

  /** Forgets refusals of endpoints that were removed, or whose credentials, address, or trust were edited. */
  async follow(endpointIds: readonly string[]): Promise<void> {
    for (const id of endpointIds) {
      const listed = this.roots.stored(id);
      if (listed !== undefined) this.edited.set(id, listed);
    }
    for (const id of endpointIds) {
      this.release(id);
      this.tried.delete(id);
      const before = this.edited.get(id);
      const now = await (await this.clients.store()).get(id);
      const isOther = before?.state === 'ready' && now !== undefined && !isSameConnection(before.endpoint, now);
      if (now === undefined || isOther) await this.keep(id, false);
      if (!isOther) this.edited.delete(id);
    }
  }

  private next(): string | undefined {
    return this.roots.ids().find((id) => !this.tried.has(id) && !this.reading.has(id) && this.isQueued(id));
  }

  /** Whether the proxy can be read, and nobody has begun to. */
  isUnread(endpointId: string): boolean {
    return this.roots.get(endpointId)?.state === 'ready' && !this.isBegun(endpointId);
  }

  private isQueued(endpointId: string): boolean {
    return this.isUnread(endpointId) && !this.isHeldBack(endpointId);
  }

  private async read(endpointId: string, signal: AbortSignal): Promise<void> {
    this.reading.add(endpointId);
    try {
      const reading = (await this.clients.inventory(endpointId)).read(signal);
      this.clients.sessions.startedReading.fire(reading);
      await reading;
    } catch {
      // Its row shows why.
    }
    this.reading.delete(endpointId);
    // Who waits for what was ended goes on waiting, for the next time.
    if (!signal.aborted) this.release(endpointId);
    if (this.seen !== undefined) this.begin();
  }

  private release(endpointId: string): void {
    const released = this.waiting.get(endpointId) ?? [];
    this.waiting.delete(endpointId);
    for (const resolve of released) resolve();
  }

  private isBegun(endpointId: string): boolean {
    const { latest, failure, isReading = false } = this.clients.sessions.get(endpointId)?.inventory ?? {};
    return latest !== undefined || failure !== undefined || isReading;
  }

  /** As it is now: other windows write it, too. */
  private refused(): readonly string[] {
    return parseRefusedIds(this.state.get(key));
  }

  private async keep(endpointId: string, isRefused: boolean): Promise<void> {
    const before = this.refused();
    if (before.includes(endpointId) === isRefused) return;
    const now = isRefused ? [...before, endpointId] : before.filter((id) => id !== endpointId);
    await this.state.update(key, now.length === 0 ? undefined : now);
  }
}
