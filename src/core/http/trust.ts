import * as tls from 'node:tls';
import type { EndpointTls } from './door';

let system: readonly string[] | undefined;

/**
 * The certificates that the operating system trusts, as PEM texts, read once (slow on some systems): for
 * `DoorOptions.extraCertificates`. On Linux they come from OpenSSL's places, or SSL_CERT_FILE and SSL_CERT_DIR.
 *
 * @returns undefined where this Node cannot tell (before 22.15) or the system's store cannot be read.
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
 * The trust and identity of one side's TLS connections. Made once and shared by them: parsing some hundred
 * certificates for each connection would cost more than the handshake.
 *
 * @throws the error of OpenSSL where a certificate or key cannot be read
 */
export function secureContext(extra: readonly string[], own: EndpointTls = {}): tls.SecureContext {
  const added = [...extra, ...(own.ca ?? [])];
  return tls.createSecureContext({
    // `ca` replaces Node's roots instead of adding to them.
    ...(added.length === 0 ? {} : { ca: [...new Set([...nodeCertificates(), ...added])] }),
    ...(own.cert === undefined ? {} : { cert: own.cert }),
    ...(own.key === undefined ? {} : { key: own.key }),
    ...(own.passphrase === undefined ? {} : { passphrase: own.passphrase }),
  });
}

/** What Node trusts by itself: its own roots and, where it can tell, those of NODE_EXTRA_CA_CERTS. */
const nodeCertificates = (): readonly string[] =>
  typeof tls.getCACertificates === 'function' ? tls.getCACertificates('default') : tls.rootCertificates;
