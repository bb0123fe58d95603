import type { Steps } from '../../base/async/steps';
import { daysLeftText, momentOf, momentText } from '../describe/dates';
import type { Inventory } from '../model/inventory';
import type { Certificate } from '../model/model';
import { type Finding, nameIn } from './finding';

/** Certificates that have expired, or that Traefik warns of: they have less than 30 days left. Those that end first come first. */
export function* expiringFindings({ certificates, readAt }: Inventory): Steps<readonly Finding[]> {
  if (certificates.state !== 'read' && certificates.state !== 'cut') return [];
  return [...certificates.items.values()]
    .filter((certificate) => isExpired(certificate, readAt) || certificate.status === 'warning')
    .sort((a, b) => (momentOf(a.notAfter) ?? 0) - (momentOf(b.notAfter) ?? 0))
    .map((certificate) => ({
      kind: 'certificate',
      key: certificate.name,
      about: nameIn(certificate.commonName || certificate.sans[0] || certificate.name),
      reason: reasonFor(certificate, readAt),
      links: [{ to: 'certificate', certificate }],
    }));
}

function isExpired({ status, notAfter }: Certificate, readAt: number): boolean {
  const end = momentOf(notAfter);
  return status === 'expired' || (end !== undefined && end <= readAt);
}

function reasonFor(certificate: Certificate, readAt: number): string {
  const end = momentOf(certificate.notAfter);
  const day = end === undefined ? undefined : momentText(end);
  if (isExpired(certificate, readAt)) return day === undefined ? 'Has expired.' : `Expired at ${day}.`;
  const left = daysLeftText(certificate, readAt);
  return day === undefined ? 'Has less than 30 days left.' : `Expires at ${day}: ${left}.`;
}
