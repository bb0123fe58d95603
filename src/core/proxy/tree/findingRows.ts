import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { plural } from '../../../l10n/plural';
import { itemSummary, nameText } from '../describe/itemSummary';
import { ariaText, joinedParts, moreText } from '../describe/labels';
import { type Finding, type FindingKind, type FindingLink, type Findings, mostShownLinks } from '../findings/finding';
import { findingsAbout } from '../findings/findingsAbout';
import { findingCures, findingSeverity, findingWords } from '../findings/findingTexts';
import { problemCountsOf } from '../findings/problemCounts';
import { itemOf } from '../model/inventory';
import { shortItemName } from '../model/itemName';
import type { NamedSubject } from '../model/subject';
import { certificateNode } from './certificateRows';
import { entryPointLinkNode } from './entryPointRows';
import { findingsInView } from './filteredRows';
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
const mostAtOnce = 50;
/** If there are more, the user expands them. */
const mostOpen = 10;

const kindNames: Readonly<Record<FindingKind, () => string>> = {
  reported: () => l10n.t('Reported by Traefik'),
  partlyDown: () => l10n.t('Some Servers Down'),
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

/** Whether there is anything to tell. */
export function hasFindingRows({ list, notes, ignored = [] }: Findings): boolean {
  return list.length + notes.length + ignored.length > 0;
}

/** The row of all problems of a proxy. What is only unused has no number on other rows. */
export function findingsNode(parent: EndpointNode, { list }: Findings): FindingsNode {
  const { count = 0 } = problemCountsOf(list).get('') ?? {};
  const isTidy = count > 0 || list.length === 0;
  const description = isTidy ? '' : plural(list.length, { one: '{0} unused', other: '{0} unused' });
  return {
    type: 'findings',
    ...rowBelow(parent, '/findings', l10n.t('Problems'), description),
    isOpen: count > 0 && count <= mostOpen,
  };
}

/** The problems, the worst first, by kind if they are many; then what is unused, what was not checked, what is ignored. */
export function findingsBelow(parent: FindingsNode, findings: Findings, model: TreeModel): readonly ProxyNode[] {
  const { list, notes, ignored = [] } = findings;
  const problems = list.filter(({ kind }) => kind !== 'unused');
  const kinds = [...new Set(problems.map(({ kind }) => kind))];
  return [
    ...(problems.length > mostAtOnce && kinds.length > 1
      ? kinds.map((kind) => findingKindNode(parent, kind, findings))
      : findingNodes(parent, problems, model)),
    ...(problems.length < list.length ? [findingKindNode(parent, 'unused', findings)] : []),
    ...notes.map((note) => noteNode(parent, note)),
    ...(ignored.length === 0 ? [] : [ignoredFindingsNode(parent, ignored.length)]),
  ];
}

function findingKindNode(parent: FindingsNode, kind: FindingKind, { list }: Findings): FindingKindNode {
  const ofKind = list.filter((finding) => finding.kind === kind);
  const [first] = ofKind;
  return {
    type: 'findingKind',
    ...rowBelow(parent, `/${kind}`, kindNames[kind](), numberText(ofKind.length)),
    of: kind,
    severity: first && findingSeverity(first),
  };
}

export function findingsOfKind(parent: FindingKindNode, { list }: Findings, model: TreeModel): readonly ProxyNode[] {
  return findingNodes(
    parent,
    list.filter(({ kind }) => kind === parent.of),
    model,
  );
}

export function ignoredFindingRows(
  parent: IgnoredFindingsNode,
  { ignored = [] }: Findings,
  model: TreeModel,
): readonly ProxyNode[] {
  return findingNodes(parent, ignored, model);
}

function ignoredFindingsNode(parent: FindingsNode, count: number): IgnoredFindingsNode {
  return { type: 'ignoredFindings', ...rowBelow(parent, '/ignored', l10n.t('Ignored'), numberText(count)) };
}

function findingNodes(
  parent: FindingNode['parent'],
  list: readonly Finding[],
  model: TreeModel,
): readonly FindingNode[] {
  // Ids contain the path: a row below its kind differs from one directly below the problems.
  const idOf = ({ kind, key }: Finding): string =>
    `/${parent.type === 'findingKind' ? '' : `${kind}/`}${nameInId(key)}`;
  return list.map((finding) => {
    const { kind, key, reason } = finding;
    const label = subjectText(finding, model);
    const isIgnored = parent.type === 'ignoredFindings';
    return {
      type: 'finding',
      ...rowBelow(parent, idOf(finding), label, briefText(finding)),
      spoken: `${ariaText(label, briefText(finding))}. ${reason} ${findingCures[kind]()}`,
      of: kind,
      key,
      reason,
      isIgnored,
      severity: isIgnored ? undefined : findingSeverity(finding),
    };
  });
}

/** The name of what a finding is about. What is missing keeps its provider, which is often the mistake. */
function subjectText({ kind, about, links: [first, second] }: Finding, { inventory }: TreeModel): string {
  const isOfMany = kind === 'entryPoint' && second?.to === 'item';
  return kind !== 'missing' && !isOfMany && first?.to === 'item'
    ? nameText(shortItemName(inventory, first.item))
    : about;
}

function briefText({ kind, brief, reason }: Finding): string {
  return brief ?? findingWords[kind]?.() ?? reason;
}

/** The reason and the cure in whole sentences, then links to what a finding is about. */
export function findingDetailRows(
  parent: FindingNode,
  { list, ignored = [] }: Findings,
  model: TreeModel,
): readonly ProxyNode[] {
  const finding = (parent.isIgnored ? ignored : list).find(({ kind, key }) => kind === parent.of && key === parent.key);
  if (finding === undefined) return [noteNode(parent, l10n.t('No longer found'))];
  const once = distinctIds();
  return [
    noteNode(parent, finding.reason),
    noteNode(parent, findingCures[finding.kind](), 'cure'),
    ...finding.links.slice(0, mostShownLinks).map((link) => leadNode(parent, link, model, once)),
    ...(finding.links.length > mostShownLinks
      ? [noteNode(parent, moreText(finding.links.length - mostShownLinks))]
      : []),
  ];
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

/** The rows with the problems below them, and with a word or two about those of their items. */
export function withFindings(
  rows: readonly ProxyNode[],
  findings: Findings | undefined,
  model: TreeModel,
): readonly ProxyNode[] {
  if (findings === undefined || findings.list.length === 0) return rows;
  const counts = problemCountsOf(findingsInView(findings, model).list);
  return rows.map((row) => {
    const key = countedBy(row);
    const problems = key === undefined ? undefined : counts.get(key);
    const named = withFinding(row, findings, model);
    return problems === undefined ? named : ({ ...named, problems } as ProxyNode);
  });
}

/** The key under which `problemCountsOf` counts for a row; undefined for a row without a number. */
function countedBy(row: ProxyNode): string | undefined {
  switch (row.type) {
    case 'findings':
      return '';
    case 'protocol':
      return row.protocol;
    case 'group': {
      const listing = `${row.protocol}/${row.kind}`;
      return row.of === undefined ? listing : `provider ${row.of.provider ?? ''} ${listing}`;
    }
    case 'provider':
      return `provider ${row.of.provider ?? ''}`;
    case 'entryPoint':
      return `${row.holdsItems ? 'on' : 'entryPoint'} ${row.name}`;
    case 'entryPoints':
    case 'unbound':
    case 'builtIn':
    case 'certificates':
      return row.type;
    default:
      return undefined;
  }
}

function withFinding(row: ProxyNode, findings: Findings, model: TreeModel): ProxyNode {
  const item = row.type === 'item' || row.type === 'link' ? itemOf(model.inventory, row) : undefined;
  // Traefik's own report contains it, too.
  const isReported = (item?.errors.length ?? 0) > 0;
  const about = findingsOfNode(row, findings);
  const words = wordsOf(isReported ? about.filter(({ kind }) => !reportedKinds.has(kind)) : about);
  if (words === '') return row;
  if (row.type === 'item' || row.type === 'link') {
    if (item === undefined || item.status === 'disabled') return row;
    const role = row.type === 'link' ? row.role : undefined;
    return { ...row, ...itemSummary(item, model, joinedParts(role, words)) };
  }
  const { label, description, spoken = ariaText(label, description) } = row;
  return { ...row, description: joinedParts(words, description), spoken: `${spoken}, ${words}` };
}

/** What Traefik reports of an item itself. */
const reportedKinds: ReadonlySet<FindingKind> = new Set(['missing', 'entryPoint']);

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
