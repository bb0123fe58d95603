import { numberText } from '../../../l10n/numbers';
import { plainText } from '../../base/text/plainText';
import { daysLeftText } from '../describe/dates';
import { byName } from '../describe/order';
import { nameText } from '../describe/summary';
import { unreadMark } from '../describe/unread';
import { aloud, joined, NOT_IN_THIS_VERSION, troublesText } from '../describe/words';
import { knownEntries, knownItems, listingFailure } from '../model/inventory';
import type { Certificate } from '../model/model';
import {
  type CertificateNode,
  type CertificatesNode,
  type EndpointNode,
  type FindingNode,
  nameInId,
  type ProxyNode,
} from './nodes';
import { noteNode, problemNode } from './sayings';
import type { Scene } from './scene';

const RANK: Readonly<Record<Certificate['status'], number>> = { expired: 0, warning: 1, enabled: 2, unknown: 2 };

/** The row of all certificates, with how many are about to expire. */
export function certificatesNode(parent: EndpointNode, { inventory }: Scene): CertificatesNode {
  const description = certificatesDescription(inventory.certificates);
  return {
    type: 'certificates',
    parent,
    id: `${parent.id}/certificates`,
    endpointId: parent.endpointId,
    label: 'Certificates',
    description,
    spoken: `Certificates, ${aloud(description)}`,
  };
}

function certificatesDescription(group: Scene['inventory']['certificates']): string {
  const mark = unreadMark(group);
  if (knownEntries(group) === undefined) return mark ?? NOT_IN_THIS_VERSION;
  const all = knownItems(group);
  const having = (status: Certificate['status']): number => all.filter((one) => one.status === status).length;
  return joined(
    mark,
    numberText(all.length),
    troublesText([
      [having('expired'), 'expired'],
      [having('warning'), 'expiring soon'],
    ]),
  );
}

/** The certificates: expired ones first, then those about to, then by name. */
export function certificatesOf(parent: CertificatesNode, { inventory }: Scene): readonly ProxyNode[] {
  const group = inventory.certificates;
  if (group.state === 'missing') return [noteNode(parent, 'Traefik tells its certificates since 3.7.')];
  const failure = listingFailure(group);
  const problems = failure === undefined ? [] : [problemNode(parent, failure)];
  const rows = [...knownItems(group)]
    .sort((a, b) => RANK[a.status] - RANK[b.status] || byName(titleOf(a), titleOf(b)) || byName(a.name, b.name))
    .map((certificate) => certificateNode(parent, certificate, inventory.readAt));
  return rows.length + problems.length === 0 ? [noteNode(parent, 'none')] : [...problems, ...rows];
}

/** The row of one certificate, in its own place or where a finding leads to it. */
export function certificateNode(
  parent: CertificatesNode | FindingNode,
  certificate: Certificate,
  readAt: number,
): CertificateNode {
  const label = titleOf(certificate);
  const others = certificate.sans.filter((name) => name !== certificate.commonName);
  const description = joined(daysLeftText(certificate, readAt), plainText(others.join(', '), 1_000));
  return {
    type: 'certificate',
    parent,
    id: `${parent.id}/${nameInId(certificate.name)}`,
    endpointId: parent.endpointId,
    name: certificate.name,
    status: certificate.status,
    label,
    ...(description === '' ? {} : { description }),
    spoken: aloud(`Certificate ${label}`, description),
  };
}

function titleOf({ commonName, sans, name }: Certificate): string {
  return nameText(commonName || sans[0] || name);
}
