import * as l10n from '@vscode/l10n';
import type { Endpoint } from '../endpoints/endpoint';

/** The machine that requests are sent from: the user's own, or the remote one that the extension runs on. */
export type RequestOrigin = 'local' | 'container' | 'wsl' | 'ssh' | 'codespace' | 'remote';

/** The state of a request when an error occurred: enough to describe the error. */
export interface RequestContext {
  readonly endpoint: Endpoint;
  readonly from: RequestOrigin;
  /** In `handshaking` (TLS) and `tunneling` (CONNECT sent to a proxy) the connection is already established. */
  readonly stage: 'connecting' | 'handshaking' | 'tunneling' | 'waiting' | 'reading';
  /** The HTTP proxy's origin, if the client is contacting the proxy. */
  readonly proxy?: string;
  /** The client certificate that is presented, if it has expired. */
  readonly expired?: ExpiredClient;
}

/** An expired client certificate, which servers rarely accept, by the path of its file. */
export interface ExpiredClient {
  readonly file: string;
  readonly on: Date;
}

export const contextOrigin = ({ endpoint }: RequestContext): string => new URL(endpoint.url).origin;
/** The origin of the server or HTTP proxy that the client is contacting. */
export const contactedOrigin = (context: RequestContext): string => context.proxy ?? contextOrigin(context);
export const contactedHost = (context: RequestContext): string =>
  new URL(context.proxy ?? context.endpoint.url).hostname;
export const speaksHttp = ({ endpoint }: RequestContext): boolean => endpoint.url.startsWith('http:');

const sentFrom: Record<Exclude<RequestOrigin, 'local'>, () => string> = {
  container: () => l10n.t('Requests are sent from the container.'),
  wsl: () => l10n.t('Requests are sent from WSL.'),
  ssh: () => l10n.t('Requests are sent from the SSH host.'),
  codespace: () => l10n.t('Requests are sent from the codespace.'),
  remote: () => l10n.t('Requests are sent from the remote host.'),
};

/** Adds where the request was sent from, unless that is the user's own machine. */
export const withOrigin = (sentence: string, { from }: RequestContext): string =>
  from === 'local' ? sentence : `${sentence} ${sentFrom[from]()}`;

export type RequestDeadline = ReturnType<typeof startRequestDeadline>;

/**
 * A time limit. It ends when its outer signal aborts, when the caller cancels it, or when the time is up.
 * `AbortSignal.any` and `AbortSignal.timeout` would tie each request to a signal that may exist for hours.
 */
export function startRequestDeadline(milliseconds: number, outer?: AbortSignal) {
  const ending = new AbortController();
  let passed = false;
  const cancel = () => ending.abort();
  const timer = setTimeout(() => {
    passed = !ending.signal.aborted;
    cancel();
  }, milliseconds);
  outer?.addEventListener('abort', cancel, { once: true });
  if (outer?.aborted) cancel();
  return {
    /** Aborts at the end, for any reason. */
    signal: ending.signal,
    /** Whether the time was up. */
    hasPassed: (): boolean => passed,
    cancel,
    /** Releases the timer and the outer signal. Call when the work is done. */
    release(): void {
      clearTimeout(timer);
      outer?.removeEventListener('abort', cancel);
    },
  };
}
