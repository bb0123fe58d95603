import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { plural } from '../../../l10n/plural';
import { itemSummary } from '../describe/itemSummary';
import { ariaText, joinedParts, troubleText } from '../describe/labels';
import { type Finding, type FindingKind, type FindingLink, type Findings, findingKinds } from '../findings/finding';
import { findingsAbout } from '../findings/findingsAbout';
import { findingCounts, findingSeverity, findingWords, worstFinding } from '../findings/findingTexts';
import { itemOf } from '../model/inventory';
import type { NamedSubject } from '../model/subject';
import { certificateNode } from './certificateRows';
import { entryPointLinkNode } from './entryPointRows';
import { linkNode } from './itemRows';
import { noteNode, rowBelow } from './messageNodes';
import {
  distinctIds,
  type EndpointNode,
  type FindingKindNode,
  type FindingNode,
  type FindingsNode,
  type IgnoredFindingsNode,
  nameInId,
  type ProxyNode,
} from './nodes';
import type { TreeModel } from './treeModel';

/** If there are more, they are grouped by kind. */
const mostAtOnce = 10;
/** If more need attention, the user expands the kinds of interest. */
const mostUnfolded = 20;

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

export function findingsNode(parent: EndpointNode, { list }: Findings): FindingsNode {
  const label = l10n.t('Findings');
  const description = findingCountsText(list);
  return {
    type: 'findings',
    ...rowBelow(parent, '/findings', label, description),
    worst: worstFinding(list),
  };
}

/** `1 error, 12 warnings`. Unused items count only if there are no other findings. */
function findingCountsText(list: readonly Finding[]): string {
  const { errors, warnings, others } = findingCounts(list);
  if (errors + warnings > 0) return troubleText({ configError: errors, configWarning: warnings });
  return others === 0 ? l10n.t('none') : plural(others, { one: '{0} unused', other: '{0} unused' });
}

/** The findings, grouped by kind if there are many. Then the notes about what could not be checked. */
export function findingsBelow(parent: FindingsNode, findings: Findings): readonly ProxyNode[] {
  const { list, notes, ignored = [] } = findings;
  const kinds = findingKinds.filter((kind) => list.some((finding) => finding.kind === kind));
  const rows: readonly ProxyNode[] =
    list.length > mostAtOnce && kinds.length > 1
      ? kinds.map((kind) => findingKindNode(parent, kind, findings))
      : findingNodes(
          parent,
          kinds.flatMap((kind) => list.filter((finding) => finding.kind === kind)),
        );
  const sentences = list.length === 0 ? [l10n.t('No findings'), ...notes] : notes;
  const apart = ignored.length === 0 ? [] : [ignoredFindingsNode(parent, ignored.length)];
  return [...rows, ...sentences.map((note) => noteNode(parent, note)), ...apart];
}

function findingKindNode(parent: FindingsNode, kind: FindingKind, { list }: Findings): FindingKindNode {
  const label = kindNames[kind]();
  const ofKind = list.filter((finding) => finding.kind === kind);
  const description = numberText(ofKind.length);
  const { errors, warnings } = findingCounts(list);
  return {
    type: 'findingKind',
    ...rowBelow(parent, `/${kind}`, label, description),
    of: kind,
    worst: worstFinding(ofKind),
    isOpen: worstFinding(ofKind) !== undefined && errors + warnings <= mostUnfolded,
  };
}

export function findingsOfKind(parent: FindingKindNode, { list }: Findings): readonly ProxyNode[] {
  return findingNodes(
    parent,
    list.filter(({ kind }) => kind === parent.of),
  );
}

export function ignoredFindingRows(parent: IgnoredFindingsNode, { ignored = [] }: Findings): readonly ProxyNode[] {
  return findingNodes(parent, ignored);
}

function ignoredFindingsNode(parent: FindingsNode, count: number): IgnoredFindingsNode {
  const label = l10n.t('Ignored');
  const description = numberText(count);
  return {
    type: 'ignoredFindings',
    ...rowBelow(parent, '/ignored', label, description),
  };
}

function findingNodes(parent: FindingNode['parent'], list: readonly Finding[]): readonly FindingNode[] {
  // Ids contain the path: a row below its kind differs from one directly below the findings.
  const idOf = ({ kind, key }: Finding): string =>
    `/${parent.type === 'findingKind' ? '' : `${kind}/`}${nameInId(key)}`;
  return list.map((finding) => ({
    type: 'finding',
    ...rowBelow(parent, idOf(finding), finding.about, finding.reason),
    of: finding.kind,
    key: finding.key,
    isIgnored: parent.type === 'ignoredFindings',
    worst: parent.type === 'ignoredFindings' ? undefined : findingSeverity(finding),
    leads: finding.links.length > 0,
  }));
}

export function findingLinkRows(
  parent: FindingNode,
  { list, ignored = [] }: Findings,
  model: TreeModel,
): readonly ProxyNode[] {
  const finding = (parent.isIgnored ? ignored : list).find(({ kind, key }) => kind === parent.of && key === parent.key);
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

/** The rows with a word or two about the findings of their items. Rows without findings stay the same. */
export function withFindings(
  rows: readonly ProxyNode[],
  findings: Findings | undefined,
  model: TreeModel,
): readonly ProxyNode[] {
  if (findings === undefined || findings.list.length === 0) return rows;
  return rows.map((row) => withFinding(row, findings, model));
}

function withFinding(row: ProxyNode, findings: Findings, model: TreeModel): ProxyNode {
  const words = wordsOf(findingsOfNode(row, findings));
  if (words === '') return row;
  if (row.type === 'item' || row.type === 'link') {
    const item = itemOf(model.inventory, row);
    // Traefik's own report contains it, too.
    if (item === undefined || item.status === 'disabled') return row;
    const role = row.type === 'link' ? row.role : undefined;
    return { ...row, ...itemSummary(item, model, joinedParts(role, words)) };
  }
  const { label, description, spoken = ariaText(label, description) } = row;
  return { ...row, description: joinedParts(words, description), spoken: `${spoken}, ${words}` };
}

export function findingsOfNode(row: ProxyNode, findings: Findings): readonly Finding[] {
  const named = namedBy(row);
  return named === undefined ? [] : findingsAbout(findings, named);
}

function namedBy(row: ProxyNode): NamedSubject | undefined {
  switch (row.type) {
    case 'item':
    case 'link':
      return { protocol: row.protocol, kind: row.kind, name: row.name };
    case 'entryPoint':
    case 'certificate':
      return { type: row.type, name: row.name };
    default:
      return undefined;
  }
}

function wordsOf(found: readonly Finding[]): string {
  return [...new Set(found.flatMap(({ kind }) => findingWords[kind]?.() ?? []))].join(', ');
}
