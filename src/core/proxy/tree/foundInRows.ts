import { itemSummary } from '../describe/itemSummary';
import { ariaText, joinedParts } from '../describe/labels';
import type { Finding, Findings } from '../findings/finding';
import { findingsAbout } from '../findings/findingsAbout';
import { findingWords } from '../findings/findingTexts';
import { itemOf } from '../model/inventory';
import type { NamedSubject } from '../model/subject';
import type { ProxyNode } from './nodes';
import type { TreeModel } from './treeModel';

/** The rows with a word or two about the findings of their items. Rows without findings stay the same. */
export function withFindings(
  rows: readonly ProxyNode[],
  findings: Findings | undefined,
  model: TreeModel,
): readonly ProxyNode[] {
  if (findings === undefined || findings.list.length === 0) return rows;
  const described: ProxyNode[] = [];
  for (const row of rows) {
    described.push(withFinding(row, findings, model));
  }
  return described;
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

/** The findings about the item of a row. */
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
