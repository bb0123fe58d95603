import * as l10n from '@vscode/l10n';
import type { Failure, SeenCertificate } from '../errors/failure';
import { plainText } from '../text/plainText';
import { contactedOrigin, type RequestContext } from './requestContext';
import { notIssued, otherCertificateCode } from './verifyCertificate';

type Words = Pick<Failure, 'sentence' | 'nextStep'>;

/**
 * The reason why a TLS connection is not trusted, by the verification codes of OpenSSL (BoringSSL's are the same in
 * Node's spelling) and its handshake errors.
 *
 * @see https://nodejs.org/api/tls.html#x509-certificate-error-codes
 */
export function certificateMessage(code: string, context: RequestContext, seen?: SeenCertificate): Words | undefined {
  const origin = contactedOrigin(context);
  if (clientRefusedPattern.test(code)) return clientRefused(origin, context);
  switch (code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return { sentence: l10n.t('{0} uses a self-signed certificate.', origin), nextStep: howToTrust(seen) };
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'CERT_UNTRUSTED':
    case 'CERT_SIGNATURE_FAILURE':
      return {
        sentence: l10n.t('{0} uses a certificate from an authority that is not trusted.', origin),
        nextStep: howToTrust(seen),
      };
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return {
        sentence: l10n.t('{0} uses a certificate for a different host.', origin),
        nextStep:
          context.proxy === undefined
            ? l10n.t('Edit the endpoint: use an address that the certificate covers, or set the server name.')
            : l10n.t('Use a host name that the certificate covers.'),
      };
    case 'CERT_HAS_EXPIRED':
      return {
        sentence: l10n.t('The certificate of {0} has expired.', origin),
        nextStep: l10n.t('Renew it on the server. If it is new, check the clock of the system that sends the request.'),
      };
    case 'CERT_NOT_YET_VALID':
      return {
        sentence: l10n.t('The certificate of {0} is not valid yet.', origin),
        nextStep: l10n.t('Check the clocks of both systems.'),
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
        sentence: l10n.t('{0} does not use HTTPS on this port.', origin),
        nextStep: l10n.t('Check the port, or try the URL with http.'),
      };
    case otherCertificateCode:
      return {
        sentence: otherCertificate(origin, seen),
        nextStep: l10n.t(
          'If you know that the server has a new certificate, edit the endpoint and pin that one. Otherwise, do not continue.',
        ),
      };
    case notIssued:
      return {
        sentence: l10n.t('The certificate of {0} was not issued by the pinned authority.', origin),
        nextStep: l10n.t('Find out why before you continue: something other than the server may be responding.'),
      };
    default:
      return undefined;
  }
}

/** A certificate that is rejected for a reason that the user can hardly fix from here. */
export function unacceptableCertificate(code: string, context: RequestContext): Words {
  return {
    sentence: l10n.t('The certificate of {0} cannot be accepted ({1}).', contactedOrigin(context), code),
    nextStep: l10n.t('Install a certificate on the server from an authority that the system trusts.'),
  };
}

function otherCertificate(origin: string, seen: SeenCertificate | undefined): string {
  const fingerprint = seen?.fingerprint ?? '';
  return seen?.of === 'authority'
    ? l10n.t(
        '{0} uses a certificate that does not match the pinned fingerprint. The fingerprint of its authority is {1}.',
        origin,
        fingerprint,
      )
    : l10n.t(
        '{0} uses a certificate that does not match the pinned fingerprint. Its fingerprint is {1}.',
        origin,
        fingerprint,
      );
}

/** Whether the only problem is an unknown issuer, so that pinning the certificate may be offered. */
export function isUnknownAuthority(code: string): boolean {
  return unknownAuthority.has(code);
}

const unknownAuthority: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_UNTRUSTED',
]);

function howToTrust(seen: SeenCertificate | undefined): string {
  return seen === undefined
    ? l10n.t('If you trust it, add the certificate of its authority to the trusted certificates of the system.')
    : l10n.t(
        'If you trust it, edit the endpoint and select the file of its authority, or pin the fingerprint {0}.',
        seen.fingerprint,
      );
}

/** The alerts that refuse a client certificate (RFC 8446, section 6.2), as OpenSSL 1.1 to 3.5 spell them. */
const clientRefusedPattern =
  /^ERR_SSL_.*ALERT_(?:NO_CERTIFICATE|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_(?:REQUIRED|REVOKED|EXPIRED|UNKNOWN)|UNKNOWN_CA)$/;

function clientRefused(origin: string, context: RequestContext): Words {
  const client = context.endpoint.tls?.client;
  const selectAccepted = l10n.t('Edit the endpoint and select a client certificate that the server accepts.');
  if (client === undefined) {
    return { sentence: l10n.t('{0} requires a client certificate.', origin), nextStep: selectAccepted };
  }
  return {
    sentence: l10n.t('{0} did not accept the client certificate {1}.', origin, plainText(client.file, 300)),
    nextStep: clientCertificateRenewal(context) ?? selectAccepted,
  };
}

/** The next step for an expired client certificate. Undefined if it has not expired. */
export function clientCertificateRenewal({ expired }: RequestContext): string | undefined {
  if (expired === undefined) return undefined;
  const day = expired.on.toISOString().slice(0, 10);
  return l10n.t('The client certificate {0} expired on {1}. Renew it.', plainText(expired.file, 300), day);
}
