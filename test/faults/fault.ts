import type * as tls from 'node:tls';
import type { HttpClientOptions } from '../../src/core/base/http/httpClient';
import type { Identity } from '../unit/core/base/http/certificates';
import type { Front, Respond } from './front';

/** What there is to fail with: made once for all rows. */
export interface Setting {
  /** Vouched for by `authority`, for 127.0.0.1. */
  readonly identity: Identity;
  readonly authority: string;
  issue(names: readonly string[], notAfter?: Date): Identity;
  /** Another origin, that must never be asked. */
  readonly foreign: string;
}

/** Something that fails. */
export interface Fault {
  readonly name: string;
  /** How the server answers while it lasts. */
  readonly respond?: Respond;
  /** What is done for it to begin. */
  readonly begin?: (front: Front) => unknown;
  /** What ends it, besides that the server answers well again. */
  readonly end?: (front: Front) => unknown;
  /** Serves https, with this. */
  readonly tls?: tls.TlsOptions;
  /** The address that the server listens on. */
  readonly host?: string;
  /** What the endpoint's URL is, where it is not the server's. */
  readonly url?: (front: Front) => string;
  readonly options?: (proxyPort: number) => HttpClientOptions;
  /** A forward proxy in between, that does this. */
  readonly proxy?: ProxyManner;
  /** There is nothing that answers well, before or after. */
  readonly isForGood?: boolean;
  /** It ends by a limit of time, ours or the resolver's. Rows of this kind are left out of a short run. */
  readonly takesTime?: boolean;
}

/** What a forward proxy does to everything: answers with a status, or hangs, or hangs up. */
export type ProxyManner = 403 | 407 | 502 | 'hang' | 'close';
