/** What the suites use of client.mjs. */
import type { Security } from './engines.mjs';

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly bytes: number;
  readonly ms: number;
  readonly warning: string | undefined;
}

export interface Client {
  ask(method: string, path: string, body?: unknown, contentType?: string): Promise<Answer>;
  /** Rejects for every status but 2xx. */
  call(method: string, path: string, body?: unknown, contentType?: string): Promise<Answer>;
  /** Makes an index anew. */
  create(index: string, body: { readonly settings: object; readonly mappings: object }): Promise<void>;
  /** Rejects where one of the actions failed. */
  bulk(index: string, lines: readonly string[], options?: { readonly refresh?: boolean }): Promise<void>;
  end(): void;
  closePointInTime(id: string): Promise<void>;
}

/** @param options how bodies are read; keeping the digits of long integers unless said otherwise */
export function clientOf(
  engine: {
    readonly kind: 'elasticsearch' | 'opensearch';
    readonly version: string;
    readonly origin: string;
  },
  options?: { readonly parse?: (text: string) => unknown; readonly security?: Security },
): Client;
