import type { X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';
import type { EndpointTls } from '../endpoints/endpoint';
import type { ExpiredClient } from './requestContext';
import { readTlsFiles, type TlsFilesRead, type TlsMaterial } from './tlsFiles';

let system: readonly string[] | undefined;

/**
 * The certificates that the operating system trusts, as PEM texts, read once (slow on some systems), for
 * `HttpClientOptions.extraCertificates`. On Linux they come from OpenSSL's default paths, or SSL_CERT_FILE and
 * SSL_CERT_DIR.
 *
 * @returns undefined if this Node.js has no such function (before 22.15) or the system's store cannot be read
 * @see https://nodejs.org/docs/latest-v22.x/api/tls.html#tlsgetcacertificatestype
 */
export function systemCertificates(): readonly string[] | undefined {
  if (typeof tls.getCACertificates !== 'function') return undefined;
  try {
    system ??= tls.getCACertificates('system');
  } catch {
    return undefined;
  }
  return system;
}

/**
 * The trust and identity of one side's TLS connections. Callers make it once and share it: parsing some hundred
 * certificates for each connection would cost more than the handshake.
 *
 * @param trusted PEM texts of authorities, which need not be roots; undefined for Node's own
 * @throws the error of OpenSSL if a certificate or key cannot be read
 */
export function secureContext(trusted: readonly string[] | undefined, client?: TlsMaterial['client']) {
  return tls.createSecureContext({
    ...(trusted === undefined ? {} : { ca: [...trusted], allowPartialTrustChain: true }),
    ...client,
  });
}

/** The authorities that Node.js trusts by default plus `added`: a list in `secureContext` replaces the defaults. */
export function withNodeAuthorities(added: readonly string[]): readonly string[] | undefined {
  return added.length === 0 ? undefined : [...new Set([...nodeCertificates(), ...added])];
}

/** Node's own roots and, if available, those of NODE_EXTRA_CA_CERTS. */
const nodeCertificates = (): readonly string[] =>
  typeof tls.getCACertificates === 'function' ? tls.getCACertificates('default') : tls.rootCertificates;

/** @param extra PEM texts of authorities to trust in addition to Node's own */
export function secureContextsFor(settings: EndpointTls, extra: readonly string[]) {
  let read: TlsFilesRead | undefined;
  let reading: Promise<TlsFilesRead> | undefined;
  let made:
    | { readonly of: TlsFilesRead; readonly by: X509Certificate | undefined; context: tls.SecureContext }
    | undefined;
  /** One at a time: on a dead network drive, each read would block one of the few threads that also resolve names. */
  const readFiles = (): Promise<TlsFilesRead> => {
    reading ??= readTlsFiles(settings, read).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  return {
    /**
     * The context of a new connection. The endpoint's files are read each time (once for concurrent calls), and parsed
     * if they have changed.
     *
     * @param authority the only one to trust
     * @throws RequestFailure if a file cannot be used
     */
    async next(authority?: X509Certificate): Promise<tls.SecureContext> {
      read = await readFiles();
      if (made?.of !== read || made.by !== authority) {
        const { ca, client } = read.material;
        const trusted = authority === undefined ? withNodeAuthorities([...extra, ...ca]) : [authority.toString()];
        made = { of: read, by: authority, context: secureContext(trusted, client) };
      }
      return made.context;
    },
    /** Set if the client certificate that was last read has expired. Node.js reports this like a silent server. */
    expiredClient(): ExpiredClient | undefined {
      const client = read?.material.client;
      if (settings.client === undefined || client === undefined || !('validTo' in client)) return undefined;
      return client.validTo.getTime() < Date.now() ? { file: settings.client.file, on: client.validTo } : undefined;
    },
  };
}
