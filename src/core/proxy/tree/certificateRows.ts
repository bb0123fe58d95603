import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { plural } from '../../../l10n/plural';
import { plainText } from '../../base/text/plainText';
import { daysLeftText } from '../describe/dates';
import { nameText } from '../describe/itemSummary';
import { ariaText, joinedParts, listingNames, notInThisVersion } from '../describe/labels';
import { compareNames } from '../describe/sortItems';
import { staleMark } from '../describe/staleness';
import { knownEntries, knownItems, listingFailure } from '../model/inventory';
import type { Certificate } from '../model/model';
import { noteNode, problemNode } from './messageNodes';
import {
  type CertificateNode,
  type CertificatesNode,
  type EndpointNode,
  type FindingNode,
  nameInId,
  type ProxyNode,
} from './nodes';
import type { TreeModel } from './treeModel';

const RANK: Readonly<Record<Certificate['status'], number>> = { expired: 0, warning: 1, enabled: 2, unknown: 2 };

/** The row of all certificates, with how many are about to expire. */
export function certificatesNode(parent: EndpointNode, { inventory }: TreeModel): CertificatesNode {
  const label = listingNames.certificates();
  const description = certificatesDescription(inventory.certificates);
  return {
    type: 'certificates',
    parent,
    id: `${parent.id}/certificates`,
    endpointId: parent.endpointId,
    label,
    description,
    spoken: ariaText(label, description),
  };
}

function certificatesDescription(group: TreeModel['inventory']['certificates']): string {
  const mark = staleMark(group);
  if (knownEntries(group) === undefined) return mark ?? notInThisVersion();
  const all = knownItems(group);
  const having = (status: Certificate['status']): number => all.filter((one) => one.status === status).length;
  const [expired, expiring] = [having('expired'), having('warning')];
  return joinedParts(
    mark,
    numberText(all.length),
    expired === 0 ? '' : plural(expired, { one: '{0} expired', other: '{0} expired' }),
    expiring === 0 ? '' : plural(expiring, { one: '{0} expiring soon', other: '{0} expiring soon' }),
  );
}

/** The certificates: expired ones first, then those about to expire, then by name. */
export function certificatesOf(parent: CertificatesNode, { inventory }: TreeModel): readonly ProxyNode[] {
  const group = inventory.certificates;
  if (group.state === 'missing') return [noteNode(parent, l10n.t('Requires Traefik 3.7 or later.'))];
  const failure = listingFailure(group);
  const problems = failure === undefined ? [] : [problemNode(parent, failure)];
  const rows = [...knownItems(group)]
    .sort(
      (a, b) => RANK[a.status] - RANK[b.status] || compareNames(titleOf(a), titleOf(b)) || compareNames(a.name, b.name),
    )
    .map((certificate) => certificateNode(parent, certificate, inventory.readAt));
  return rows.length + problems.length === 0 ? [noteNode(parent, l10n.t('No certificates'))] : [...problems, ...rows];
}

/** The row of one certificate, in its own place or below a finding about it. */
export function certificateNode(
  parent: CertificatesNode | FindingNode,
  certificate: Certificate,
  readAt: number,
): CertificateNode {
  const label = titleOf(certificate);
  const others = certificate.sans.filter((name) => name !== certificate.commonName);
  const description = joinedParts(daysLeftText(certificate, readAt), plainText(others.join(', '), 1_000));
  return {
    type: 'certificate',
    parent,
    id: `${parent.id}/${nameInId(certificate.name)}`,
    endpointId: parent.endpointId,
    name: certificate.name,
    status: certificate.status,
    label,
    ...(description === '' ? {} : { description }),
    spoken: ariaText(l10n.t('Certificate {0}', label), description),
  };
}

function titleOf({ commonName, sans, name }: Certificate): string {
  return nameText(commonName || sans[0] || name);
}
