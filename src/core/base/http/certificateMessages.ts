import type { Failure, SeenCertificate } from '../errors/failure';
import { plainText } from '../text/plainText';
import { contextSubject, type RequestContext } from './requestContext';
import { NOT_ISSUED, OTHER_CERTIFICATE } from './verifyCertificate';

type Words = Pick<Failure, 'sentence' | 'nextStep'>;

/**
 * What keeps a TLS connection from being trusted, by the verification codes of OpenSSL (BoringSSL's are the same in
 * Node's spelling) and the reasons of its handshake.
 *
 * @see https://nodejs.org/api/tls.html#x509-certificate-error-codes
 */
export function certificateMessage(code: string, context: RequestContext, seen?: SeenCertificate): Words | undefined {
  const name = contextSubject(context);
  if (CLIENT_REFUSED.test(code)) return clientRefused(name, context);
  switch (code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return { sentence: `${name} shows a self-signed certificate.`, nextStep: howToTrust(seen) };
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'CERT_UNTRUSTED':
    case 'CERT_SIGNATURE_FAILURE':
      return {
        sentence: `${name} shows a certificate of an authority that is not trusted here.`,
        nextStep: howToTrust(seen),
      };
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return {
        sentence: `${name} shows a certificate for another host.`,
        nextStep:
          context.proxy === undefined
            ? 'Edit the endpoint: use an address that the certificate is for, or set the server’s name.'
            : 'Use a host name that the certificate is for.',
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
      return unacceptableCertificate(code, context);
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
    case 'ERR_SSL_HTTP_REQUEST':
      return {
        sentence: `${name} does not speak https on this port.`,
        nextStep: 'Check the port, or try the URL with http.',
      };
    case OTHER_CERTIFICATE:
      return {
        sentence: `${name} shows another certificate than the pinned one. ${whose(seen)} fingerprint is ${seen?.fingerprint}.`,
        nextStep: 'If you know that the server has a new one, edit the endpoint and pin that; otherwise do not go on.',
      };
    case NOT_ISSUED:
      return {
        sentence: `${name} shows a certificate that the pinned authority did not issue.`,
        nextStep: 'Do not go on before you know why: something other than the server may answer there.',
      };
    default:
      return undefined;
  }
}

/** A certificate that is not accepted, for a reason that a person can hardly do anything about from here. */
export function unacceptableCertificate(code: string, context: RequestContext): Words {
  return {
    sentence: `${contextSubject(context)} shows a certificate that cannot be accepted (${code}).`,
    nextStep: 'Give the server a certificate of an authority that the system trusts.',
  };
}

const whose = (seen: SeenCertificate | undefined): string => (seen?.of === 'authority' ? 'Its authority’s' : 'Its');

/** Whether it is only unknown who issued a certificate, so that it may be offered to pin it. */
export function isUnknownAuthority(code: string): boolean {
  return UNKNOWN_AUTHORITY.has(code);
}

const UNKNOWN_AUTHORITY: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_UNTRUSTED',
]);

function howToTrust(seen: SeenCertificate | undefined): string {
  return seen === undefined
    ? 'If you trust it, add the certificate of its authority to those that the system trusts.'
    : `If you trust it, edit the endpoint: choose its authority’s file, or pin the fingerprint ${seen.fingerprint}.`;
}

/** The alerts by which a server refuses a client certificate (RFC 8446, section 6.2), as OpenSSL 1.1 to 3.5 spell them. */
const CLIENT_REFUSED =
  /^ERR_SSL_.*ALERT_(?:NO_CERTIFICATE|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_(?:REQUIRED|REVOKED|EXPIRED|UNKNOWN)|UNKNOWN_CA)$/;

function clientRefused(name: string, context: RequestContext): Words {
  const client = context.endpoint.tls?.client;
  if (client === undefined) {
    return {
      sentence: `${name} asks for a client certificate.`,
      nextStep: 'Edit the endpoint and choose a client certificate that the server knows.',
    };
  }
  return {
    sentence: `${name} does not accept the client certificate ${plainText(client.file, 300)}.`,
    nextStep: clientCertificateRenewal(context) ?? 'Edit the endpoint and choose one that the server knows.',
  };
}

/** What to do about a client certificate that is past its end; undefined where it is not. */
export function clientCertificateRenewal({ expired }: RequestContext): string | undefined {
  if (expired === undefined) return undefined;
  const day = expired.on.toISOString().slice(0, 10);
  return `The client certificate ${plainText(expired.file, 300)} expired on ${day}: renew it.`;
}
