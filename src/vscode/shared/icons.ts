import * as vscode from 'vscode';
import type { FindingKind } from '../../core/proxy/findings/finding';
import type { ServiceHealth } from '../../core/proxy/model/health';
import type { CertificateStatus, ItemKind, ItemStatus } from '../../core/proxy/model/model';
import type { FactNode, ItemNode, LinkNode, ProxyNode, SearchNode } from '../../core/proxy/tree/nodes';

/**
 * A row's icon. Two things are never mixed: the status of a configuration in Traefik (check mark, triangle, cross) and the
 * health of servers (arrow up or down, empty circle if not checked). Color alone never carries the meaning.
 */
export function iconOf(node: ProxyNode | SearchNode): vscode.ThemeIcon {
  switch (node.type) {
    case 'endpoint':
      if (node.state !== 'ready' || node.mark === 'stale') return warning;
      if (node.mark === 'exposed') return new vscode.ThemeIcon('unlock', caution);
      return new vscode.ThemeIcon(node.kind === 'proxy' ? 'server-environment' : 'search');
    case 'savedSearch':
      return new vscode.ThemeIcon('bookmark');
    case 'overview':
      return new vscode.ThemeIcon('dashboard');
    case 'findings':
      return new vscode.ThemeIcon('lightbulb');
    case 'findingKind':
    case 'finding':
      return findingIcons[node.of];
    case 'entryPoints':
    case 'entryPoint':
    case 'entryPointLink':
      return node.type === 'entryPointLink' && !node.isListed ? errorIcon : new vscode.ThemeIcon('sign-in');
    case 'unbound':
      return new vscode.ThemeIcon('circle-slash');
    case 'protocol':
      return new vscode.ThemeIcon({ http: 'globe', tcp: 'plug', udp: 'broadcast' }[node.protocol]);
    case 'provider':
      return new vscode.ThemeIcon('package');
    case 'group':
      return new vscode.ThemeIcon(kindIcons[node.kind]);
    case 'certificates':
      return new vscode.ThemeIcon('shield');
    case 'users':
      return new vscode.ThemeIcon('references');
    case 'fact':
      return new vscode.ThemeIcon(factIcons[node.fact]);
    case 'certificate':
      return certificateIcons[node.status];
    case 'item':
      return node.health !== undefined && isSound(node) && !node.has.internal
        ? healthIcons[node.health]
        : statusIcons[node.status];
    case 'link':
      return linkIcon(node);
    case 'missing':
      return node.isCertain ? errorIcon : new vscode.ThemeIcon('question');
    case 'server':
      return healthIcons[node.health];
    case 'fault':
      return node.status === 'warning' ? warning : errorIcon;
    case 'problem':
      return errorIcon;
    case 'snapshots':
      return new vscode.ThemeIcon('history');
    case 'snapshot':
      return new vscode.ThemeIcon('device-camera');
    case 'note':
      return new vscode.ThemeIcon({ state: 'info', unused: 'circle-slash' }[node.about]);
  }
}

const caution = new vscode.ThemeColor('list.warningForeground');
const danger = new vscode.ThemeColor('list.errorForeground');
const fine = new vscode.ThemeColor('testing.iconPassed');
const faint = new vscode.ThemeColor('descriptionForeground');

const warning = new vscode.ThemeIcon('warning', caution);
export const errorIcon = new vscode.ThemeIcon('error', danger);
const pass = new vscode.ThemeIcon('pass', fine);
const unknown = new vscode.ThemeIcon('question');

/** The status of a configuration in Traefik. */
export const statusIcons: Readonly<Record<ItemStatus, vscode.ThemeIcon>> = {
  enabled: pass,
  warning,
  disabled: errorIcon,
  unknown,
};

const healthIcons: Readonly<Record<ServiceHealth['state'], vscode.ThemeIcon>> = {
  up: new vscode.ThemeIcon('arrow-circle-up', fine),
  partly: new vscode.ThemeIcon('arrow-circle-down', caution),
  down: new vscode.ThemeIcon('arrow-circle-down', danger),
  notChecked: new vscode.ThemeIcon('circle-outline', faint),
};

const certificateIcons: Readonly<Record<CertificateStatus, vscode.ThemeIcon>> = {
  enabled: pass,
  warning,
  expired: errorIcon,
  unknown,
};

const findingIcons: Readonly<Record<FindingKind, vscode.ThemeIcon>> = {
  openApi: new vscode.ThemeIcon('unlock', caution),
  plainPassword: new vscode.ThemeIcon('key', caution),
  missing: new vscode.ThemeIcon('question', caution),
  entryPoint: new vscode.ThemeIcon('sign-in', caution),
  neverMatches: new vscode.ThemeIcon('circle-slash', caution),
  neverWins: new vscode.ThemeIcon('fold-down', caution),
  tie: new vscode.ThemeIcon('git-compare', caution),
  down: healthIcons.down,
  certificate: new vscode.ThemeIcon('shield', caution),
  unused: new vscode.ThemeIcon('circle-slash'),
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

/** In a request flow, a row shows the stage that it is, unless something is wrong there. */
function linkIcon(node: LinkNode): vscode.ThemeIcon {
  if (node.way === 'again') return new vscode.ThemeIcon('sync');
  if (!isSound(node)) return statusIcons[node.status];
  if (node.health === 'down' || node.health === 'partly') return healthIcons[node.health];
  return new vscode.ThemeIcon(kindIcons[node.kind]);
}

function isSound({ status }: ItemNode | LinkNode): boolean {
  return status === 'enabled' || status === 'unknown';
}
