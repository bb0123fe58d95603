import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { IndexHealth } from '../../core/search/engine/indexList';
import type { FieldNode, IndexGroupNode, IndexNode } from '../../core/searchView/searchNodes';
import { conditionIcons } from '../shared/icons';
import { Commands } from '../shared/ids';

/** The tree item of an index, a group of indices, or a field. Tooltips are made on hover. */
export function indexItemOf(node: IndexGroupNode | IndexNode | FieldNode): vscode.TreeItem {
  const item = new vscode.TreeItem(node.label, collapsible(node));
  item.id = node.id;
  item.description = node.description ?? '';
  item.iconPath = iconOf(node);
  item.contextValue = contextOf(node);
  item.accessibilityInformation = { label: node.spoken ?? node.label };
  if (node.type === 'index' && !node.entry.isClosed) {
    item.command = { command: Commands.search, title: l10n.t('Search…'), arguments: [node] };
  }
  return item;
}

function collapsible(node: IndexGroupNode | IndexNode | FieldNode): vscode.TreeItemCollapsibleState {
  const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  if (node.type === 'field') return None;
  return node.type === 'indexGroup' && node.isOpen ? Expanded : Collapsed;
}

/** Flags that the manifest's when-clauses match word by word. Server text must never become one. */
function contextOf(node: IndexGroupNode | IndexNode | FieldNode): string {
  switch (node.type) {
    case 'indexGroup':
      return 'indexGroup';
    case 'index':
      return `index ${node.entry.isClosed ? 'closed' : 'open'}`;
    case 'field':
      return node.field.isSearchable ? 'field searchable' : 'field';
  }
}

const kindIcons: Readonly<Record<IndexGroupNode['kind'], string>> = {
  index: 'database',
  'data stream': 'layers',
  alias: 'link',
};

/** Like those of servers in the Proxies view: each health has its own shape, so that color is never the only sign. */
const healthIcons: Readonly<Record<IndexHealth, vscode.ThemeIcon>> = {
  green: conditionIcons.up,
  yellow: conditionIcons.partlyDown,
  red: conditionIcons.allDown,
};

function iconOf(node: IndexGroupNode | IndexNode | FieldNode): vscode.ThemeIcon {
  switch (node.type) {
    case 'indexGroup':
      return new vscode.ThemeIcon(kindIcons[node.kind]);
    case 'index': {
      const { health, kind, isClosed } = node.entry;
      if (isClosed) return new vscode.ThemeIcon('circle-slash');
      return health === undefined ? new vscode.ThemeIcon(kindIcons[kind]) : healthIcons[health];
    }
    case 'field':
      return new vscode.ThemeIcon(fieldIcon(node.field.types));
  }
}

const fieldIcons: readonly (readonly [types: RegExp, icon: string])[] = [
  [/text|keyword|wildcard|^string$|completion|search_as_you_type/, 'symbol-string'],
  [/long|integer|short|byte|double|float|unsigned|counter|^rank_feature/, 'symbol-number'],
  [/^date/, 'calendar'],
  [/^boolean$/, 'symbol-boolean'],
  [/vector/, 'symbol-array'],
  [/^(?:geo_|point|shape)/, 'location'],
  [/^ip/, 'globe'],
  [/^(?:flattened|flat_object|object|nested|join)$/, 'symbol-object'],
];

/** The icon of the first type. Other types are beside the name. */
function fieldIcon([type = '']: readonly string[]): string {
  return fieldIcons.find(([types]) => types.test(type))?.[1] ?? 'symbol-field';
}
