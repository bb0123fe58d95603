/** What the suites use of client.mjs. */

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
  end(): void;
  closePointInTime(id: string): Promise<void>;
}

export function clientOf(engine: {
  readonly kind: 'elasticsearch' | 'opensearch';
  readonly version: string;
  readonly origin: string;
}): Client;
