import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { plainText } from '../../base/text/plainText';
import { daysLeftText } from '../describe/dateTexts';
import { nameText } from '../describe/itemSummary';
import { joinedParts, listingNames } from '../describe/labels';
import { compareNames } from '../describe/sortItems';
import { staleMark } from '../describe/staleness';
import { certificateConditions, conditionRank } from '../model/condition';
import { knownEntries, listingFailure } from '../model/inventory';
import type { Certificate } from '../model/model';
import { certificateTitle } from '../model/subject';
import { certificatesInView } from './filteredRows';
import { noteNode, problemNode, rowBelow } from './messageNodes';
import {
  type CertificateNode,
  type CertificatesNode,
  type EndpointNode,
  type FindingNode,
  nameInId,
  type ProxyNode,
} from './nodes';
import type { TreeModel } from './treeModel';

function rankOf({ status }: Certificate): number {
  return conditionRank[certificateConditions[status]];
}

/** The row of all certificates. */
export function certificatesNode(parent: EndpointNode, model: TreeModel): CertificatesNode {
  const label = listingNames.certificates();
  const shown = certificatesInView(model);
  const group = model.inventory.certificates;
  const count = knownEntries(group) === undefined ? undefined : numberText(shown.length);
  return { type: 'certificates', ...rowBelow(parent, '/certificates', label, joinedParts(staleMark(group), count)) };
}

/** The certificates: expired ones first, then those that expire soon, then by name. */
export function certificatesOf(parent: CertificatesNode, model: TreeModel): readonly ProxyNode[] {
  const { inventory } = model;
  const group = inventory.certificates;
  const failure = listingFailure(group);
  const problems = failure === undefined ? [] : [problemNode(parent, failure)];
  const rows = [...certificatesInView(model)]
    .sort((a, b) => rankOf(a) - rankOf(b) || compareNames(titleOf(a), titleOf(b)) || compareNames(a.name, b.name))
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
    ...rowBelow(parent, `/${nameInId(certificate.name)}`, label, description, l10n.t('Certificate {0}', label)),
    name: certificate.name,
    condition: certificateConditions[certificate.status],
  };
}

function titleOf(certificate: Certificate): string {
  return nameText(certificateTitle(certificate));
}
