import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { ariaText } from '../describe/labels';
import { type Finding, type FindingKind, type FindingLink, type Findings, findingKinds } from '../findings/finding';
import { certificateNode } from './certificateRows';
import { entryPointLinkNode } from './entryPointRows';
import { linkNode } from './linkRows';
import { noteNode } from './messageNodes';
import {
  distinctIds,
  type EndpointNode,
  type FindingKindNode,
  type FindingNode,
  type FindingsNode,
  nameInId,
  type ProxyNode,
} from './nodes';
import type { TreeModel } from './treeModel';

/** If there are more, they are grouped by kind. */
const MOST_AT_ONCE = 10;

/** What the findings of a kind are called together. */
const kindNames: Readonly<Record<FindingKind, () => string>> = {
  openApi: () => l10n.t('Unprotected API'),
  plainPassword: () => l10n.t('Passwords over Plain HTTP'),
  missing: () => l10n.t('Missing References'),
  entryPoint: () => l10n.t('Invalid Entry Points'),
  neverMatches: () => l10n.t('Rules That Never Match'),
  neverWins: () => l10n.t('Shadowed Routers'),
  tie: () => l10n.t('Equal Priorities'),
  down: () => l10n.t('All Servers Down'),
  certificate: () => l10n.t('Expiring Certificates'),
  unused: () => l10n.t('Unused'),
};

/** The row of all findings. */
export function findingsNode(parent: EndpointNode, { list }: Findings): FindingsNode {
  const label = l10n.t('Findings');
  const description = numberText(list.length);
  return {
    type: 'findings',
    parent,
    id: `${parent.id}/findings`,
    endpointId: parent.endpointId,
    label,
    description,
    spoken: ariaText(label, description),
  };
}

/** The findings, grouped by kind if there are many. Then what could not be checked. */
export function findingsBelow(parent: FindingsNode, findings: Findings): readonly ProxyNode[] {
  const { list, notes } = findings;
  const kinds = findingKinds.filter((kind) => list.some((finding) => finding.kind === kind));
  const rows: readonly ProxyNode[] =
    list.length > MOST_AT_ONCE && kinds.length > 1
      ? kinds.map((kind) => findingKindNode(parent, kind, findings))
      : findingNodes(parent, list);
  const said = list.length === 0 ? [l10n.t('No findings'), ...notes] : notes;
  return [...rows, ...said.map((note) => noteNode(parent, note))];
}

function findingKindNode(parent: FindingsNode, kind: FindingKind, { list }: Findings): FindingKindNode {
  const label = kindNames[kind]();
  const description = numberText(list.filter((finding) => finding.kind === kind).length);
  return {
    type: 'findingKind',
    parent,
    id: `${parent.id}/${kind}`,
    endpointId: parent.endpointId,
    of: kind,
    label,
    description,
    spoken: ariaText(label, description),
  };
}

/** The findings of one kind. */
export function findingsOfKind(parent: FindingKindNode, { list }: Findings): readonly ProxyNode[] {
  return findingNodes(
    parent,
    list.filter(({ kind }) => kind === parent.of),
  );
}

function findingNodes(parent: FindingsNode | FindingKindNode, list: readonly Finding[]): readonly FindingNode[] {
  return list.map(({ kind, key, about, reason, links }) => ({
    type: 'finding',
    parent,
    // Ids contain the path: a row below its kind is another row than one directly below the findings.
    id: `${parent.id}/${parent.type === 'findings' ? `${kind}/` : ''}${nameInId(key)}`,
    endpointId: parent.endpointId,
    of: kind,
    key,
    leads: links.length > 0,
    label: about,
    description: reason,
    spoken: ariaText(about, reason),
  }));
}

/** Rows that link to what a finding is about. */
export function findingLinkRows(parent: FindingNode, { list }: Findings, model: TreeModel): readonly ProxyNode[] {
  const finding = list.find(({ kind, key }) => kind === parent.of && key === parent.key);
  if (finding === undefined) return [noteNode(parent, l10n.t('No longer found'))];
  const once = distinctIds();
  return finding.links.map((link) => leadNode(parent, link, model, once));
}

function leadNode(parent: FindingNode, link: FindingLink, model: TreeModel, once: (id: string) => string): ProxyNode {
  switch (link.to) {
    case 'item': {
      const { item, role } = link;
      const id = once(`${parent.id}/${item.protocol} ${item.kind}/${nameInId(item.name)}`);
      return linkNode({ parent, id, role }, item, model);
    }
    case 'entryPoint':
      return entryPointLinkNode(parent, model, link.name, link.role);
    case 'certificate':
      return certificateNode(parent, link.certificate, model.inventory.readAt);
  }
}
