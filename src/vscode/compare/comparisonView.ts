import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Comparison } from '../../core/proxy/compare/compare';
import type { ComparisonLead } from '../../core/proxy/compare/comparisonNotes';
import type { DifferenceKind } from '../../core/proxy/compare/differenceDocuments';
import {
  type ComparisonNode,
  comparisonCountsText,
  comparisonRows,
  type DifferenceNode,
  differenceRows,
} from '../../core/proxy/compare/rows';
import type { ComparedSection } from '../../core/proxy/compare/sections';
import { kindIcons, rollUpIcon } from '../shared/icons';
import { Commands, Views } from '../shared/ids';
import { progressiveChildren } from '../shared/progressiveChildren';

export type ComparisonView = ReturnType<typeof openComparisonView>;

/** The view that shows one comparison at a time. */
export function openComparisonView() {
  const changed = new vscode.EventEmitter<ComparisonNode | undefined>();
  let comparison: Comparison | undefined;
  let top: readonly ComparisonNode[] = [];
  /** VS Code identifies a row by its object, so each is created once. */
  let below = new WeakMap<ComparisonNode, readonly DifferenceNode[]>();
  let steps = stepsOf();

  function stepsOf() {
    return progressiveChildren<ComparisonNode>(
      (node) => changed.fire(node),
      (node) => (node.is === 'difference' ? node.parent : undefined),
      (node) => node.is === 'kind',
    );
  }

  const provider: vscode.TreeDataProvider<ComparisonNode> = {
    onDidChangeTreeData: changed.event,
    getChildren(node) {
      if (node === undefined) return [...top];
      if (node.is !== 'kind' || comparison === undefined) return [];
      const most = steps.most(node);
      const known = below.get(node) ?? [];
      // Rows that VS Code has already stay the same objects.
      const rows = [...known, ...differenceRows(node, comparison, most).slice(known.length)];
      below.set(node, rows);
      return [...steps.part(node, rows)];
    },
    getParent: (node) => (node.is === 'difference' ? node.parent : undefined),
    getTreeItem(node) {
      const { Expanded, Collapsed, None } = vscode.TreeItemCollapsibleState;
      const state = node.is !== 'kind' ? None : node.isShort ? Expanded : Collapsed;
      const item = new vscode.TreeItem(node.label, state);
      item.id = node.id;
      if (node.description !== undefined) item.description = node.description;
      item.tooltip = node.tooltip;
      item.iconPath = comparisonIconOf(node);
      item.accessibilityInformation = { label: node.spoken };
      item.contextValue = node.is === 'difference' && node.isListed ? 'difference listed' : node.is;
      const command = commandOf(node);
      if (command !== undefined) item.command = { ...command, arguments: [node] };
      return item;
    },
  };
  const view = vscode.window.createTreeView(Views.comparison, { treeDataProvider: provider, showCollapseAll: true });

  return {
    /** Replaces the current comparison; undefined empties the view. */
    async show(next: Comparison | undefined, showsHealth: boolean): Promise<void> {
      comparison = next;
      top = next === undefined ? [] : comparisonRows(next, showsHealth);
      below = new WeakMap();
      steps.dispose();
      steps = stepsOf();
      if (next !== undefined) view.description = comparisonCountsText(next, showsHealth);
      changed.fire(undefined);
    },
    dispose(): void {
      steps.dispose();
      view.dispose();
      changed.dispose();
    },
  };
}

function commandOf(node: ComparisonNode): Pick<vscode.Command, 'command' | 'title'> | undefined {
  if (node.is === 'difference') return { command: Commands.openDifference, title: l10n.t('Open Difference') };
  return node.is !== 'note' || node.leadsTo === undefined ? undefined : leads[node.leadsTo]();
}

const leads: Readonly<Record<ComparisonLead, () => Pick<vscode.Command, 'command' | 'title'>>> = {
  health: () => ({ command: Commands.toggleHealthDifferences, title: l10n.t('Show Health Differences') }),
  names: () => ({ command: Commands.compareNames, title: l10n.t('Compare Names…') }),
  leaveOutAddresses: () => ({ command: Commands.toggleAddresses, title: l10n.t('Leave Out Addresses') }),
  compareAddresses: () => ({ command: Commands.toggleAddresses, title: l10n.t('Compare Addresses') }),
};

/** A row's icon: the kind of thing, or the way in which it differs. */
function comparisonIconOf(node: ComparisonNode): vscode.ThemeIcon {
  switch (node.is) {
    case 'sides':
      return new vscode.ThemeIcon('arrow-swap');
    case 'kind':
      return rollUpIcon(iconNameOf(node.section), node.worst);
    case 'difference':
      return differenceIcons[node.way];
    case 'note':
      return node.isGrave
        ? new vscode.ThemeIcon('warning', new vscode.ThemeColor('problemsWarningIcon.foreground'))
        : new vscode.ThemeIcon('info');
  }
}

const differenceIcons: Readonly<Record<DifferenceKind, vscode.ThemeIcon>> = {
  added: new vscode.ThemeIcon('diff-added', new vscode.ThemeColor('gitDecoration.addedResourceForeground')),
  removed: new vscode.ThemeIcon('diff-removed', new vscode.ThemeColor('gitDecoration.deletedResourceForeground')),
  changed: new vscode.ThemeIcon('diff-modified', new vscode.ThemeColor('gitDecoration.modifiedResourceForeground')),
  health: new vscode.ThemeIcon('pulse'),
};

function iconNameOf(section: ComparedSection): string {
  switch (section.type) {
    case 'items':
      return kindIcons[section.kind];
    case 'entryPoints':
      return 'sign-in';
    case 'certificates':
      return 'shield';
    case 'proxy':
      return 'server-environment';
  }
}
