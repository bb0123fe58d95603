import type * as vscode from 'vscode';
import { exposesCredentials } from '../../core/base/endpoints/exposure';
import { isSameConnection } from '../../core/base/endpoints/sameConnection';
import { isRefusal, parseRefusedIds } from '../../core/proxy/unaskedReads';
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
  private readonly refused: Set<string>;
  private running: AbortController | undefined;

  constructor(
    private readonly clients: ClientRegistry,
    private readonly roots: EndpointRoots,
    private readonly state: vscode.Memento,
    private readonly isWanted: () => boolean,
  ) {
    this.refused = new Set(parseRefusedIds(state.get(key)));
  }

  /** Whether the proxy has not been read, and waits for the user. */
  isHeldBack(endpointId: string): boolean {
    const stored = this.roots.stored(endpointId);
    if (stored?.state !== 'ready' || this.isBegun(endpointId)) return false;
    return !this.isWanted() || this.refused.has(endpointId) || exposesCredentials(stored.endpoint);
  }

  /** Reads what is left, unless that is under way. */
  async begin(): Promise<void> {
    if (this.running !== undefined) return;
    const running = new AbortController();
    this.running = running;
    const tried = new Set<string>();
    const next = (): string | undefined =>
      this.roots
        .ids()
        .find(
          (id) => !tried.has(id) && this.roots.get(id)?.state === 'ready' && !this.isBegun(id) && !this.isHeldBack(id),
        );
    const readInTurn = async (): Promise<void> => {
      for (let id = next(); id !== undefined && !running.signal.aborted; id = next()) {
        tried.add(id);
        const inventory = await this.clients.inventory(id);
        // Its row shows a failure.
        await inventory.read(running.signal).catch(() => undefined);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, readInTurn));
    if (this.running === running) this.running = undefined;
  }

  /** Cancels what is still being read for the view alone. */
  end(): void {
    this.running?.abort();
    this.running = undefined;
  }

  /** Remembers whether the read that has just ended was refused. */
  async note(endpointId: string): Promise<void> {
    const failure = this.clients.sessions.get(endpointId)?.inventory.failure?.failure;
    await this.keep(endpointId, failure !== undefined && isRefusal(failure));
  }

  /** Forgets refusals of endpoints that were removed, or whose credentials, address, or trust were edited. */
  async follow(endpointIds: readonly string[]): Promise<void> {
    for (const id of endpointIds) {
      const before = this.roots.stored(id);
      const now = await (await this.clients.store()).get(id);
      const isSame = before?.state === 'ready' && now !== undefined && isSameConnection(before.endpoint, now);
      if (!isSame) await this.keep(id, false);
    }
  }

  private isBegun(endpointId: string): boolean {
    const { latest, failure, isReading = false } = this.clients.sessions.get(endpointId)?.inventory ?? {};
    return latest !== undefined || failure !== undefined || isReading;
  }

  private async keep(endpointId: string, isRefused: boolean): Promise<void> {
    if (this.refused.has(endpointId) === isRefused) return;
    if (isRefused) this.refused.add(endpointId);
    else this.refused.delete(endpointId);
    await this.state.update(key, this.refused.size === 0 ? undefined : [...this.refused]);
  }
}
