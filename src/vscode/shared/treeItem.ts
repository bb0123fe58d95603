import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { StoredEndpoint } from '../../core/base/endpoints/endpointRecord';
import type { Remedy } from '../../core/base/errors/failure';
import { joinedParts } from '../../core/proxy/describe/labels';
import { problemCountText } from '../../core/proxy/findings/problemCounts';
import { type ItemNode, isLeaf, type LinkNode, type ProxyNode } from '../../core/proxy/tree/nodes';
import type { NodeTooltip } from '../../core/proxy/tree/nodeTooltip';
import type { SavedSearchNode, SearchMessageNode } from '../../core/searchView/searchNodes';
import { tellKnownKinds } from './clientRegistry';
import { iconOf } from './icons';
import { Commands, ContextKeys } from './ids';
import { areBadgesShown, problemBadgeUri } from './problemBadges';

/** The rows of the Proxies view, and those of the Search view that need no further module. */
type DrawnNode = ProxyNode | SavedSearchNode | SearchMessageNode;

/** The tree item of a node. All texts are plain strings: Markdown would turn server text into links and images. */
export function treeItemOf(node: DrawnNode): vscode.TreeItem {
  const item = new vscode.TreeItem(node.label, collapsible(node));
  item.id = node.id;
  const problems = 'problems' in node ? node.problems : undefined;
  const counted = problems && problemCountText(problems.count);
  if (problems !== undefined) item.resourceUri = problemBadgeUri(problems);
  const description = joinedParts(counted === undefined || areBadgesShown() ? undefined : counted, node.description);
  if (description !== '') item.description = description;
  item.iconPath = iconOf(node);
  item.contextValue = contextOf(node);
  const spoken = node.spoken ?? [node.label, node.description].filter(Boolean).join(', ');
  item.accessibilityInformation = { label: counted === undefined ? spoken : `${spoken}, ${counted}` };
  // The others get theirs in `resolveTreeItem`, on hover.
  if (!isResolved(node)) item.tooltip = tooltipOf(node);
  const command = commandOf(node);
  // By its id, so that a click opens the search, and the row's menu lists what was searched.
  const argument = node.type === 'endpoint' ? node.endpointId : node;
  if (command !== undefined) item.command = { ...command, arguments: [argument] };
  return item;
}

/** Whether a row's tooltip is costly, or changes without the row. */
function isResolved(node: DrawnNode): boolean {
  return ['endpoint', 'overview', 'item', 'link', 'entryPoint', 'entryPointLink', 'certificate'].includes(node.type);
}

/** The command of a click on a row; undefined if a click only selects it. */
function commandOf(node: DrawnNode): Pick<vscode.Command, 'command' | 'title'> | undefined {
  switch (node.type) {
    case 'endpoint':
      return node.kind === 'search' && node.state === 'ready'
        ? { command: Commands.search, title: l10n.t('Search…') }
        : undefined;
    case 'item':
    case 'certificate':
      return { command: Commands.openDetails, title: l10n.t('Open Details') };
    case 'note':
      if (node.about === 'unread') return { command: Commands.refreshEndpoint, title: l10n.t('Refresh') };
      return node.filter === undefined ? undefined : { command: Commands.filter, title: l10n.t('Filter…') };
    case 'savedSearch':
      return { command: Commands.openSavedSearch, title: l10n.t('Open Saved Search') };
    case 'link':
      return { command: Commands.revealInTree, title: l10n.t('Reveal in Tree') };
    case 'entryPointLink':
      return node.isListed ? { command: Commands.revealInTree, title: l10n.t('Reveal in Tree') } : undefined;
    default:
      return undefined;
  }
}

function collapsible(node: DrawnNode): vscode.TreeItemCollapsibleState {
  const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  switch (node.type) {
    case 'endpoint':
      if (node.hasSaved === true) return Expanded;
      return node.kind === 'proxy' || node.state === 'ready' ? Collapsed : None;
    case 'link':
      return { ends: None, again: None, folded: Collapsed, open: Expanded }[node.way];
    case 'users':
    case 'findings':
      return node.isOpen ? Expanded : Collapsed;
    case 'savedSearch':
      return None;
    default:
      return isLeaf(node) ? None : Collapsed;
  }
}

/** Flags that the manifest's when-clauses match word by word. Server text must never become one. */
function contextOf(node: DrawnNode): string {
  switch (node.type) {
    case 'endpoint':
      return [
        `endpoint ${node.kind} ${node.state}`,
        ...(node.isOfWorkspace ? ['workspace'] : []),
        ...(node.hasSupportDump === true ? ['supportDump'] : []),
        `${node.isFiltered ? 'filtered' : ''}${remedyFlag(node.isOfWorkspace && node.remedy === 'certificate' ? undefined : node.remedy)}`,
      ]
        .join(' ')
        .trim();
    case 'item':
      return flagsOf(node);
    case 'link':
      return `link ${flagsOf(node)}`;
    case 'entryPointLink':
      return node.isListed ? 'link entryPoint' : 'missing';
    case 'finding':
      return node.isIgnored ? 'finding ignored' : 'finding open';
    case 'problem':
      return `problem ${node.failure.kind}${remedyFlag(node.remedy)}`;
    default:
      return node.type;
  }
}

const remedyFlag = (remedy: Remedy | undefined): string =>
  remedy === undefined ? '' : { certificate: ' untrusted', credentials: ' login' }[remedy];

function flagsOf({ protocol, kind, status, has }: ItemNode | LinkNode): string {
  const features = (['rule', 'servers', 'internal'] as const).filter((feature) => has[feature]);
  return ['item', protocol, kind, status, ...features].join(' ');
}

/** Characters of a row that is in sight as a whole, however narrow the side bar is: a tooltip would repeat it. */
const shortRow = 24;

function tooltipOf(node: DrawnNode): string {
  if (node.type === 'finding') return `${node.label}\n\n${node.reason}`;
  if (node.type !== 'problem') {
    // VS Code adds the number of problems. Without a tooltip, it would show the URI.
    if ('problems' in node && node.problems !== undefined) return node.label;
    const text = joinedParts(node.label, node.description);
    return text.length <= shortRow ? '' : text;
  }
  const { sentence, nextStep, detail } = node.failure;
  return [sentence, nextStep, ...(detail === undefined ? [] : ['', l10n.t('The server responded: {0}', detail)])].join(
    '\n',
  );
}

/** A tooltip as one plain string. VS Code would turn a rule with a URL in Markdown into a link. */
export function tooltipText({ title, rows, errors }: NodeTooltip): string {
  return [
    title,
    '',
    ...rows.map(([label, value]) => `${label}: ${value}`),
    ...(errors.length === 0 ? [] : ['', errors.length === 1 ? l10n.t('Error:') : l10n.t('Errors:'), ...errors]),
  ].join('\n');
}

/** Characters of a selection that may be a URL, or a curl command with one. */
const longestUrl = 4_000;
/** The beginning of a URL, a path, or a host with a dot in it, perhaps quoted; or a curl command. */
const urlLike = /^["'`(<[]*(?:https?:\/\/\S|\/|curl\s|[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?"'`)>\],;]|$))/i;

/** Follows the selection in editors once there is a proxy that the user could ask about it. */
let watching: vscode.Disposable | undefined;

/** Tells the menus which kinds of endpoints there are, and whether a URL is selected once a proxy could be asked about it. */
export function tellKnownEndpoints(stored: readonly Pick<StoredEndpoint, 'hint'>[]): void {
  const kinds = new Set(stored.map(({ hint }) => hint.kind));
  tellKnownKinds(kinds);
  if (kinds.has('proxy')) watchSelection();
}

function watchSelection(): void {
  if (watching !== undefined) return;
  let wasUrl: boolean | undefined;
  const followSelection = (editor: vscode.TextEditor | undefined): void => {
    const isUrl = editor !== undefined && isUrlSelected(editor);
    if (isUrl !== wasUrl) void vscode.commands.executeCommand('setContext', ContextKeys.selectionIsUrl, isUrl);
    wasUrl = isUrl;
  };
  watching = vscode.Disposable.from(
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => followSelection(textEditor)),
    vscode.window.onDidChangeActiveTextEditor(followSelection),
  );
  followSelection(vscode.window.activeTextEditor);
}

function isUrlSelected({ document, selection }: vscode.TextEditor): boolean {
  if (selection.isEmpty || document.offsetAt(selection.end) - document.offsetAt(selection.start) > longestUrl) {
    return false;
  }
  return urlLike.test(document.getText(selection).trim());
}
