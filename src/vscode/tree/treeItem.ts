import * as vscode from 'vscode';
import type { ItemNode, ProxyNode } from '../../core/tree/nodes';
import { Commands } from '../ids';

/**
 * The row VS Code draws for a node. Labels, descriptions and tooltips are plain strings throughout: VS Code draws those as
 * text, where a Markdown tooltip would turn server text into links and images.
 */
export function treeItemOf(node: ProxyNode): vscode.TreeItem {
  const item = new vscode.TreeItem(node.label, collapsible(node));
  item.id = node.id;
  if (node.description !== undefined) item.description = node.description;
  item.iconPath = iconOf(node);
  item.contextValue = contextOf(node);
  item.accessibilityInformation = { label: node.spoken ?? [node.label, node.description].filter(Boolean).join(', ') };
  // Items get theirs in resolveTreeItem, when someone looks.
  if (node.type !== 'item') item.tooltip = tooltipOf(node);
  if (node.type === 'endpoint' && node.kind === 'search' && node.state === 'ready') {
    item.command = { command: Commands.search, title: 'Search…', arguments: [node] };
  }
  if (node.type === 'item') {
    item.command = { command: Commands.openAsJson, title: 'Open as JSON', arguments: [node] };
  }
  return item;
}

function collapsible(node: ProxyNode): vscode.TreeItemCollapsibleState {
  const { None, Collapsed } = vscode.TreeItemCollapsibleState;
  switch (node.type) {
    case 'endpoint':
      return node.kind === 'proxy' ? Collapsed : None;
    case 'protocol':
    case 'group':
      return Collapsed;
    case 'item':
    case 'problem':
    case 'note':
      return None;
  }
}

/** Flags that the manifest's when-clauses match word by word. */
function contextOf(node: ProxyNode): string {
  switch (node.type) {
    case 'endpoint':
      return `endpoint ${node.kind} ${node.state}`;
    case 'item':
      return `item ${node.protocol} ${node.kind} ${node.status}`;
    case 'problem':
      return `problem ${node.failure.kind}`;
    default:
      return node.type;
  }
}

function iconOf(node: ProxyNode): vscode.ThemeIcon {
  switch (node.type) {
    case 'endpoint':
      if (node.state !== 'ready') return warning;
      return new vscode.ThemeIcon(node.kind === 'proxy' ? 'server-environment' : 'search');
    case 'protocol':
      return new vscode.ThemeIcon({ http: 'globe', tcp: 'plug', udp: 'broadcast' }[node.protocol]);
    case 'group':
      return new vscode.ThemeIcon({ routers: 'git-merge', services: 'server', middlewares: 'filter' }[node.kind]);
    case 'item':
      return statusIcon(node);
    case 'problem':
      return new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
    case 'note':
      return new vscode.ThemeIcon('info');
  }
}

const warning = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));

function statusIcon({ status }: ItemNode): vscode.ThemeIcon {
  switch (status) {
    case 'enabled':
      return new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed'));
    case 'warning':
      return warning;
    case 'disabled':
      return new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
    case 'unknown':
      return new vscode.ThemeIcon('question');
  }
}

function tooltipOf(node: Exclude<ProxyNode, ItemNode>): string {
  if (node.type !== 'problem') return [node.label, node.description].filter(Boolean).join('\n');
  const { sentence, nextStep, detail } = node.failure;
  return [sentence, nextStep, ...(detail === undefined ? [] : ['', `The server said: ${detail}`])].join('\n');
}
