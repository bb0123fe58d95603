/** What the suites use of engines.mjs. */
export interface Security {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
  readonly username: string;
  readonly password: string;
}

export interface Engine {
  readonly kind: 'elasticsearch' | 'opensearch';
  readonly version: string;
  /** Without a slash at the end. */
  readonly origin: string;
  stop(): Promise<void>;
  /** Ends a node as a power cut would; nodes are counted from 1 up. */
  kill(number: number): Promise<void>;
  /** Starts a node that was killed, over what it had stored. */
  restart(number: number): Promise<void>;
}

export function startEngine(
  kind: Engine['kind'],
  options: { readonly version: string; readonly nodes?: number; readonly security?: Security },
): Promise<Engine>;
