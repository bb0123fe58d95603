import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Condition, conditionSeverity } from '../../../src/core/proxy/model/condition';
import type {
  EndpointNode,
  EntryPointLinkNode,
  GroupNode,
  ItemNode,
  LinkNode,
  MissingNode,
  NoteNode,
  ProblemNode,
  ProtocolNode,
  ProxyNode,
  ServerNode,
  UsersNode,
} from '../../../src/core/proxy/tree/nodes';
import { Commands } from '../../../src/vscode/shared/ids';
import { treeItemOf } from '../../../src/vscode/shared/treeItem';

const endpoint: EndpointNode = {
  type: 'endpoint',
  id: 'endpoint/1',
  endpointId: '1',
  kind: 'proxy',
  state: 'ready',
  isOfWorkspace: false,
  label: 'edge',
  description: 'localhost:8080',
  spoken: 'Proxy endpoint edge, localhost:8080',
};
const protocol: ProtocolNode = {
  type: 'protocol',
  parent: endpoint,
  id: 'endpoint/1/http',
  endpointId: '1',
  protocol: 'http',
  label: 'HTTP',
};
const group: GroupNode = {
  type: 'group',
  parent: protocol,
  id: 'endpoint/1/http/routers',
  endpointId: '1',
  protocol: 'http',
  kind: 'routers',
  label: 'Routers',
  description: '1',
};
const features = { rule: false, servers: false, internal: false };
const router: ItemNode = {
  type: 'item',
  parent: group,
  id: 'endpoint/1/http/routers/shop@file',
  endpointId: '1',
  protocol: 'http',
  kind: 'routers',
  name: 'shop@file',
  label: 'shop@file',
  status: 'enabled',
  condition: 'notChecked',
  has: { ...features, rule: true },
  spoken: 'Router shop@file, enabled',
};
const service: ItemNode = {
  ...router,
  id: 'endpoint/1/http/services/shop@file',
  kind: 'services',
  condition: 'up',
  has: { ...features, servers: true },
};
const link: LinkNode = {
  type: 'link',
  parent: router,
  id: 'endpoint/1/http/routers/shop@file#service shop@file',
  endpointId: '1',
  protocol: 'http',
  kind: 'services',
  name: 'shop@file',
  label: 'shop@file',
  status: 'enabled',
  condition: 'up',
  has: { ...features, servers: true },
  way: 'open',
};
const entryPoint: EntryPointLinkNode = {
  type: 'entryPointLink',
  parent: router,
  id: 'endpoint/1/http/routers/shop@file#entry point web',
  endpointId: '1',
  name: 'web',
  isListed: true,
  label: 'web',
};
const server: ServerNode = {
  type: 'server',
  parent: link,
  id: 'server',
  endpointId: '1',
  protocol: 'http',
  kind: 'services',
  name: 'shop@file',
  condition: 'up',
  url: 'http://10.0.0.1',
  label: 'http://10.0.0.1',
};
const missing: MissingNode = {
  type: 'missing',
  parent: router,
  id: 'missing',
  endpointId: '1',
  isCertain: true,
  label: 'gone@file',
};
const users: UsersNode = {
  type: 'users',
  parent: service,
  id: 'users',
  endpointId: '1',
  of: { endpointId: '1', protocol: 'http', kind: 'services', name: 'shop@file' },
  isOpen: true,
  label: 'Used By',
};
const note: NoteNode = { type: 'note', parent: group, id: 'note', endpointId: '1', label: 'none', about: 'state' };
const problem: ProblemNode = {
  type: 'problem',
  parent: endpoint,
  id: 'endpoint/1#problem',
  endpointId: '1',
  label: 'Connection refused',
  description: 'Check that it is running.',
  failure: {
    kind: 'refused',
    sentence: 'http://localhost:8080 refused the connection.',
    nextStep: 'Check that it is running.',
    detail: '![x](https://beacon.example.test)',
  },
};
const every = [
  endpoint,
  protocol,
  group,
  router,
  service,
  link,
  entryPoint,
  server,
  missing,
  users,
  note,
  problem,
] as const;

const iconOf = (node: ProxyNode): string => {
  const { iconPath } = treeItemOf(node);
  assert.ok(iconPath instanceof vscode.ThemeIcon);
  return iconPath.id;
};
const colorOf = (node: ProxyNode): string | undefined => {
  const { iconPath } = treeItemOf(node);
  return iconPath instanceof vscode.ThemeIcon ? iconPath.color?.id : undefined;
};
const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

describe('treeItem: a row of the views', () => {
  it('keeps its id, so that it stays expanded and selected', () => {
    for (const node of every) assert.equal(treeItemOf(node).id, node.id);
  });

  it('unfolds where there is something below, and shows the way to the end at once', () => {
    assert.deepEqual(
      every.map((node) => treeItemOf(node).collapsibleState),
      [Collapsed, Collapsed, Collapsed, Collapsed, Collapsed, Expanded, None, None, None, Expanded, None, None],
    );
    assert.equal(treeItemOf({ ...endpoint, kind: 'search', state: 'gone' }).collapsibleState, None);
    assert.deepEqual(
      (['ends', 'again', 'folded', 'open'] as const).map((way) => treeItemOf({ ...link, way }).collapsibleState),
      [None, None, Collapsed, Expanded],
    );
    assert.equal(treeItemOf({ ...users, isOpen: false }).collapsibleState, Collapsed);
  });

  it('shows by a shape what is wrong with an item, or that it is known to be good, and says it to a screen reader', () => {
    const icons: Readonly<Record<Condition, string>> = {
      configError: 'error',
      allDown: 'arrow-circle-down',
      expired: 'error',
      configWarning: 'warning',
      partlyDown: 'color-mode',
      expiring: 'warning',
      notChecked: 'circle-outline',
      unknownStatus: 'question',
      up: 'pass',
      configured: 'pass',
    };
    const colors = {
      error: 'problemsErrorIcon.foreground',
      warning: 'problemsWarningIcon.foreground',
      neutral: 'descriptionForeground',
      good: 'charts.green',
    };
    // Safe: the compiler asks for each condition, and for no other key.
    for (const [condition, icon] of Object.entries(icons) as [Condition, string][]) {
      for (const node of [router, service, server]) {
        assert.equal(iconOf({ ...node, condition }), icon);
        assert.equal(colorOf({ ...node, condition }), colors[conditionSeverity[condition]]);
      }
    }
    assert.equal(treeItemOf(router).accessibilityInformation?.label, 'Router shop@file, enabled');
    assert.equal(treeItemOf(group).accessibilityInformation?.label, 'Routers, 1');
  });

  it('shows on the way of a request which stage it is, or what is wrong there', () => {
    assert.equal(iconOf(entryPoint), 'sign-in');
    assert.equal(iconOf({ ...entryPoint, isListed: false }), 'error');
    assert.equal(iconOf({ ...link, kind: 'middlewares' }), 'filter');
    assert.equal(iconOf(link), 'server');
    assert.equal(iconOf({ ...link, condition: 'notChecked' }), 'server');
    assert.equal(iconOf({ ...link, condition: 'partlyDown' }), 'color-mode');
    assert.equal(iconOf({ ...link, condition: 'configError' }), 'error');
    assert.equal(iconOf({ ...link, way: 'again' }), 'sync');
    assert.equal(iconOf(missing), 'error');
    assert.equal(iconOf({ ...missing, isCertain: false }), 'question');
  });

  it('warns where the record of an endpoint cannot be used, and offers only what can be done then', () => {
    for (const state of ['gone', 'newer', 'corrupt'] as const) {
      assert.equal(iconOf({ ...endpoint, state }), 'warning');
      assert.equal(treeItemOf({ ...endpoint, state }).contextValue, `endpoint proxy ${state}`);
      assert.equal(treeItemOf({ ...endpoint, kind: 'search', state }).command, undefined);
    }
    assert.equal(treeItemOf(endpoint).contextValue, 'endpoint proxy ready');
  });

  it('warns of old rows and of how an endpoint is reached', () => {
    assert.equal(iconOf(endpoint), 'server-environment');
    assert.equal(iconOf({ ...endpoint, mark: 'stale' }), 'warning');
    assert.equal(iconOf({ ...endpoint, mark: 'exposed' }), 'unlock');
  });

  it('gives a row that stands for many things the color of the worst of them, and leaves it its shape', () => {
    for (const [node, icon] of [
      [endpoint, 'server-environment'],
      [protocol, 'globe'],
      [group, 'git-merge'],
    ] as const) {
      assert.equal(colorOf(node), undefined);
      assert.equal(colorOf({ ...node, problems: { count: 1, worst: 'warning' } }), 'problemsWarningIcon.foreground');
      assert.equal(colorOf({ ...node, problems: { count: 1, worst: 'error' } }), 'problemsErrorIcon.foreground');
      assert.equal(iconOf({ ...node, problems: { count: 1, worst: 'error' } }), icon);
    }
    assert.equal(colorOf({ ...endpoint, mark: 'exposed' }), 'problemsWarningIcon.foreground');
    const problems = { count: 1, worst: 'error' } as const;
    assert.equal(colorOf({ ...endpoint, mark: 'exposed', problems }), 'problemsErrorIcon.foreground');
  });

  it('has the number of problems at its right, with its noun for a screen reader, by a URI without a name', () => {
    const item = treeItemOf({ ...group, problems: { count: 12, worst: 'error' } });
    assert.equal(item.resourceUri?.toString(), 'proxy-scout-problems:/error/12');
    assert.match(String(item.accessibilityInformation?.label), /, 12 problems$/);
    assert.equal(treeItemOf(group).resourceUri, undefined);
  });

  it('has that number in its description where VS Code shows no badges', async () => {
    const counted = { ...group, problems: { count: 12, worst: 'error' } } as const;
    assert.doesNotMatch(String(treeItemOf(counted).description), /problems/);
    const settings = vscode.workspace.getConfiguration('explorer.decorations');
    await settings.update('badges', false, vscode.ConfigurationTarget.Global);
    try {
      assert.match(String(treeItemOf(counted).description), /^12 problems/);
    } finally {
      await settings.update('badges', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('carries the flags that the menus ask for, and never a server’s text', () => {
    assert.equal(treeItemOf(router).contextValue, 'item http routers enabled rule');
    assert.equal(treeItemOf(service).contextValue, 'item http services enabled servers');
    assert.equal(
      treeItemOf({ ...service, has: { ...features, internal: true } }).contextValue,
      'item http services enabled internal',
    );
    assert.equal(treeItemOf(link).contextValue, 'link item http services enabled servers');
    assert.equal(treeItemOf(entryPoint).contextValue, 'link entryPoint');
    assert.equal(treeItemOf({ ...entryPoint, isListed: false }).contextValue, 'missing');
    assert.equal(treeItemOf(server).contextValue, 'server');
    assert.equal(treeItemOf(problem).contextValue, 'problem refused');
  });

  it('has no tooltip before someone looks, where it takes work or tells the time', () => {
    for (const node of [endpoint, router, link, entryPoint]) assert.equal(treeItemOf(node).tooltip, undefined);
  });

  it('has a tooltip of plain text, never of Markdown', () => {
    for (const node of [protocol, group, server, missing, users, note, problem]) {
      assert.equal(typeof treeItemOf(node).tooltip, 'string');
    }
    assert.match(
      String(treeItemOf(problem).tooltip),
      /refused the connection\.\nCheck .*\n\nThe server responded: !\[x\]/,
    );
  });

  it('opens what it stands for, and leads to what it names', () => {
    assert.equal(treeItemOf(router).command?.command, Commands.openDetails);
    assert.equal(treeItemOf(link).command?.command, Commands.revealInTree);
    assert.equal(treeItemOf(entryPoint).command?.command, Commands.revealInTree);
    assert.equal(treeItemOf({ ...entryPoint, isListed: false }).command, undefined);
    assert.deepEqual(treeItemOf(link).command?.arguments, [link]);
    assert.equal(treeItemOf({ ...endpoint, kind: 'search' }).command?.command, Commands.search);
    assert.equal(treeItemOf(endpoint).command, undefined);
  });
});
