import * as vscode from 'vscode';
import type { ComparisonNode, DifferenceGroup } from '../../core/proxy/compare/rows';
import type { Section } from '../../core/proxy/compare/sections';
import type { Kind } from '../../core/proxy/model/model';

/** A row's icon: what became of things in a group, and what kind of thing it is. */
export function comparisonIconOf(node: ComparisonNode): vscode.ThemeIcon {
  switch (node.is) {
    case 'group':
      return groupIcons[node.group];
    case 'difference':
      return new vscode.ThemeIcon(iconNameOf(node.section));
    case 'note':
      return node.isGrave
        ? new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'))
        : new vscode.ThemeIcon('info');
  }
}

const groupIcons: Readonly<Record<DifferenceGroup, vscode.ThemeIcon>> = {
  added: new vscode.ThemeIcon('diff-added', new vscode.ThemeColor('gitDecoration.addedResourceForeground')),
  removed: new vscode.ThemeIcon('diff-removed', new vscode.ThemeColor('gitDecoration.deletedResourceForeground')),
  changed: new vscode.ThemeIcon('diff-modified', new vscode.ThemeColor('gitDecoration.modifiedResourceForeground')),
  health: new vscode.ThemeIcon('pulse'),
};

/** The same as in the tree of the proxies. */
const kindIcons: Readonly<Record<Kind, string>> = { routers: 'git-merge', services: 'server', middlewares: 'filter' };

function iconNameOf(section: Section): string {
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
