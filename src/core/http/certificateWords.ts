import { type Attempt, nameOf } from './attempt';
import type { Failure } from './failure';

const TRUST = 'If you trust it, add the certificate of its authority to those that the system trusts.';

/**
 * What keeps a TLS connection from being trusted, by the verification codes of OpenSSL (BoringSSL's are the same in
 * Node's spelling) and the reasons of its handshake.
 *
 * @see https://nodejs.org/api/tls.html#x509-certificate-error-codes
 */
export function certificateWords(code: string, attempt: Attempt): Pick<Failure, 'sentence' | 'nextStep'> | undefined {
  const name = nameOf(attempt);
  switch (code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return { sentence: `${name} shows a self-signed certificate.`, nextStep: TRUST };
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'CERT_UNTRUSTED':
    case 'CERT_SIGNATURE_FAILURE':
      return { sentence: `${name} shows a certificate of an authority that is not trusted here.`, nextStep: TRUST };
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return {
        sentence: `${name} shows a certificate for another host.`,
        nextStep: 'Use a host name that the certificate is for.',
      };
    case 'CERT_HAS_EXPIRED':
      return {
        sentence: `${name} shows a certificate that has expired.`,
        nextStep: 'Renew it on the server; if it is new, check the clock of the system that asks.',
      };
    case 'CERT_NOT_YET_VALID':
      return {
        sentence: `${name} shows a certificate that is not valid yet.`,
        nextStep: 'Check the clocks of both systems.',
      };
    case 'CERT_REVOKED':
    case 'CERT_CHAIN_TOO_LONG':
    case 'INVALID_CA':
    case 'INVALID_PURPOSE':
    case 'CERT_REJECTED':
    case 'PATH_LENGTH_EXCEEDED':
      return {
        sentence: `${name} shows a certificate that cannot be accepted (${code}).`,
        nextStep: 'Give the server a certificate of an authority that the system trusts.',
      };
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
    case 'ERR_SSL_HTTP_REQUEST':
      return {
        sentence: `${name} does not speak https on this port.`,
        nextStep: 'Check the port, or try the URL with http.',
      };
    case 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED':
    case 'ERR_SSL_TLSV1_ALERT_CERTIFICATE_REQUIRED':
    case 'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE':
    case 'ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE':
    case 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA':
      return {
        sentence: `${name} asks for a client certificate and was not given one that it accepts.`,
        nextStep: 'Use an address of the server that takes other credentials.',
      };
    default:
      return undefined;
  }
}
