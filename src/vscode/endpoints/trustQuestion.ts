import * as l10n from '@vscode/l10n';
import type { EndpointKind } from '../../core/base/endpoints/endpoint';
import type { SeenCertificate } from '../../core/base/errors/failure';
import { fingerprintWithColons } from '../../core/base/http/fingerprint';
import { isConfirmed } from '../shared/confirm';
import { escapeForNotification } from '../shared/sanitize';

/**
 * Asks whether to trust a certificate, with its fingerprint in full.
 *
 * @param server the endpoint's name, or its address if it has none yet
 */
export async function isCertificateTrusted(
  { kind, server }: { readonly kind: EndpointKind; readonly server: string },
  certificate: SeenCertificate,
): Promise<boolean> {
  const { of, fingerprint, validTo } = certificate;
  const compare = [l10n.t('Compare it with the fingerprint that the owner of the server gives you.')];
  if (kind === 'search') compare.push(l10n.t('Elasticsearch prints that of its certificate authority on first start.'));
  if (certificate.name !== '') {
    compare.push(l10n.t('The name in the certificate is “{0}”.', escapeForNotification(certificate.name)));
  }
  const until = new Date(validTo).toLocaleDateString();
  return isConfirmed({
    question:
      of === 'authority'
        ? l10n.t('Trust the certificate authority of “{0}”?', escapeForNotification(server))
        : l10n.t('Trust the certificate of “{0}”?', escapeForNotification(server)),
    detail: [
      [
        l10n.t('SHA-256 fingerprint:'),
        fingerprint,
        l10n.t('In the format of OpenSSL:'),
        fingerprintWithColons(fingerprint),
      ].join('\n'),
      compare.join(' '),
      of === 'authority'
        ? l10n.t('This endpoint will then accept only certificates issued by this authority, until {0}.', until)
        : l10n.t('This endpoint will then accept only this certificate, until the server gets a new one.'),
    ].join('\n\n'),
    action: l10n.t('Trust'),
    instead: l10n.t('Don’t Trust'),
  });
}
