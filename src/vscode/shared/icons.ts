import * as vscode from 'vscode';
import type { Remedy } from '../../core/base/errors/failure';
import type { FindingKind } from '../../core/proxy/findings/finding';
import { type Condition, conditionSeverity, type WorstTrouble } from '../../core/proxy/model/condition';
import type { ItemKind } from '../../core/proxy/model/model';
import type { EndpointNode, FactNode, LinkNode, ProxyNode } from '../../core/proxy/tree/nodes';
import type { SavedSearchNode, SearchMessageNode } from '../../core/searchView/searchNodes';

/** A row's icon. Each condition has its own shape (see `conditionIcons`), so that color is never the only sign. */
export function iconOf(node: ProxyNode | SavedSearchNode | SearchMessageNode): vscode.ThemeIcon {
  switch (node.type) {
    case 'endpoint':
      return endpointIcon(node);
    case 'savedSearch':
      return new vscode.ThemeIcon('bookmark');
    case 'overview':
      return new vscode.ThemeIcon('dashboard');
    case 'findings':
      return rollUpIcon('warning', node.problems?.worst);
    case 'ignoredFindings':
      return new vscode.ThemeIcon('eye-closed');
    case 'findingKind':
    case 'finding':
      return node.of === 'reported' && node.severity === 'warning'
        ? warning
        : rollUpIcon(findingIcons[node.of], node.severity);
    case 'entryPoints':
      return rollUpIcon('sign-in', node.problems?.worst);
    case 'entryPoint':
      return rollUpIcon('sign-in', node.problems?.worst);
    case 'entryPointLink':
      return node.isListed ? new vscode.ThemeIcon('sign-in') : errorIcon;
    case 'unbound':
      return rollUpIcon('circle-slash', node.problems?.worst);
    case 'protocol':
      return rollUpIcon({ http: 'globe', tcp: 'plug', udp: 'broadcast' }[node.protocol], node.problems?.worst);
    case 'provider':
      return rollUpIcon('package', node.problems?.worst);
    case 'group':
      return rollUpIcon(kindIcons[node.kind], node.problems?.worst);
    case 'certificates':
      return rollUpIcon('shield', node.problems?.worst);
    case 'builtIn':
      return rollUpIcon('archive', node.problems?.worst);
    case 'users':
      return new vscode.ThemeIcon('references');
    case 'fact':
      return new vscode.ThemeIcon(factIcons[node.fact]);
    case 'item':
      // That Traefik's own items work says nothing of the user's.
      return node.has.internal && conditionSeverity[node.condition] === 'good'
        ? new vscode.ThemeIcon(kindIcons[node.kind])
        : conditionIcons[node.condition];
    case 'certificate':
    case 'server':
      return conditionIcons[node.condition];
    case 'link':
      return linkIcon(node);
    case 'missing':
      return node.isCertain ? errorIcon : new vscode.ThemeIcon('question');
    case 'fault':
      return node.status === 'warning' ? warning : errorIcon;
    case 'problem':
      return node.remedy === undefined ? warning : remedyIcons[node.remedy];
    case 'snapshots':
      return new vscode.ThemeIcon('history');
    case 'snapshot':
      return new vscode.ThemeIcon('device-camera');
    case 'note':
      if (node.filter !== undefined) return new vscode.ThemeIcon('filter');
      return new vscode.ThemeIcon(
        { state: 'info', cure: 'lightbulb', unread: 'circle-outline', unused: 'circle-slash' }[node.about],
      );
  }
}

const caution = new vscode.ThemeColor('problemsWarningIcon.foreground');
const danger = new vscode.ThemeColor('problemsErrorIcon.foreground');
const fine = new vscode.ThemeColor('charts.green');
const faint = new vscode.ThemeColor('descriptionForeground');

const warning = new vscode.ThemeIcon('warning', caution);
export const errorIcon = new vscode.ThemeIcon('error', danger);
const pass = new vscode.ThemeIcon('pass', fine);

/** Problems of a configuration are a cross or triangle, problems of servers an arrow down or half a circle. */
export const conditionIcons: Readonly<Record<Condition, vscode.ThemeIcon>> = {
  configError: errorIcon,
  allDown: new vscode.ThemeIcon('arrow-circle-down', danger),
  expired: errorIcon,
  configWarning: warning,
  partlyDown: new vscode.ThemeIcon('color-mode', caution),
  expiring: warning,
  notChecked: new vscode.ThemeIcon('circle-outline', faint),
  unknownStatus: new vscode.ThemeIcon('question', faint),
  up: pass,
  configured: pass,
};

const findingIcons: Readonly<Record<FindingKind, string>> = {
  reported: errorIcon.id,
  partlyDown: conditionIcons.partlyDown.id,
  openApi: 'unlock',
  plainPassword: 'key',
  missing: 'question',
  entryPoint: 'sign-in',
  neverMatches: 'circle-slash',
  neverWins: 'fold-down',
  tie: 'git-compare',
  down: conditionIcons.allDown.id,
  certificate: 'shield',
  unused: 'circle-slash',
};

const remedyIcons: Readonly<Record<Remedy, vscode.ThemeIcon>> = {
  certificate: new vscode.ThemeIcon('shield', caution),
  credentials: new vscode.ThemeIcon('key', caution),
};

export const kindIcons: Readonly<Record<ItemKind, string>> = {
  routers: 'git-merge',
  services: 'server',
  middlewares: 'filter',
};

const factIcons: Readonly<Record<FactNode['fact'], string>> = {
  version: 'tag',
  since: 'clock',
  providers: 'package',
  tracing: 'pulse',
  metrics: 'graph',
  accessLog: 'output',
};

/** In the color of the worst trouble below it. The description has the words, so the shape can show the kind of row. */
export function rollUpIcon(icon: string, worst: WorstTrouble | undefined): vscode.ThemeIcon {
  return worst === undefined ? new vscode.ThemeIcon(icon) : new vscode.ThemeIcon(icon, worstColors[worst]);
}

const worstColors: Readonly<Record<WorstTrouble, vscode.ThemeColor>> = { error: danger, warning: caution };

function endpointIcon({ kind, state, mark, problems, severity = problems?.worst }: EndpointNode): vscode.ThemeIcon {
  if (state === 'unapproved') return new vscode.ThemeIcon('lock');
  if (state !== 'ready') return warning;
  if (mark !== undefined)
    return rollUpIcon({ failed: 'warning', stale: 'warning', exposed: 'unlock' }[mark], severity ?? 'warning');
  return rollUpIcon(kind === 'proxy' ? 'server-environment' : 'database', severity);
}

/** In a request flow, a row shows its stage, unless it has trouble. */
function linkIcon({ way, condition, kind }: LinkNode): vscode.ThemeIcon {
  if (way === 'again') return new vscode.ThemeIcon('sync');
  const severity = conditionSeverity[condition];
  return severity === 'error' || severity === 'warning'
    ? conditionIcons[condition]
    : new vscode.ThemeIcon(kindIcons[kind]);
}

/** The title of a code lens, with one of VS Code's icons before it. VS Code drops a plain space after an icon there. */
export function lensTitle(icon: string, title: string): string {
  return `$(${icon})\u00a0${title}`;
}
