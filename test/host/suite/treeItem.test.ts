import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { EndpointNode, GroupNode, ItemNode, ProtocolNode, ProxyNode } from '../../../src/core/tree/nodes';
import { Commands } from '../../../src/vscode/ids';
import { treeItemOf } from '../../../src/vscode/tree/treeItem';

const endpoint: EndpointNode = {
  type: 'endpoint',
  id: 'endpoint/1',
  endpointId: '1',
  kind: 'proxy',
  state: 'ready',
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
const item: ItemNode = {
  type: 'item',
  parent: group,
  id: 'endpoint/1/http/routers/shop@file',
  endpointId: '1',
  protocol: 'http',
  kind: 'routers',
  name: 'shop@file',
  label: 'shop@file',
  status: 'enabled',
  spoken: 'Router shop@file, enabled',
};
const problem: ProxyNode = {
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

const iconOf = (node: ProxyNode): string => {
  const { iconPath } = treeItemOf(node);
  assert.ok(iconPath instanceof vscode.ThemeIcon);
  return iconPath.id;
};
const { None, Collapsed } = vscode.TreeItemCollapsibleState;

describe('a row of the views', () => {
  it('keeps its id, so that it stays expanded and selected', () => {
    for (const node of [endpoint, protocol, group, item, problem]) assert.equal(treeItemOf(node).id, node.id);
  });

  it('unfolds where there is something below', () => {
    assert.deepEqual(
      [endpoint, protocol, group, item, problem].map((node) => treeItemOf(node).collapsibleState),
      [Collapsed, Collapsed, Collapsed, None, None],
    );
    assert.equal(treeItemOf({ ...endpoint, kind: 'search' }).collapsibleState, None);
  });

  it('shows the status of an item by a picture, and says it to a screen reader', () => {
    const statuses = ['enabled', 'warning', 'disabled', 'unknown'] as const;
    assert.deepEqual(
      statuses.map((status) => iconOf({ ...item, status })),
      ['pass', 'warning', 'error', 'question'],
    );
    assert.equal(treeItemOf(item).accessibilityInformation?.label, 'Router shop@file, enabled');
    assert.equal(treeItemOf(group).accessibilityInformation?.label, 'Routers, 1');
  });

  it('warns where the record of an endpoint cannot be used, and offers only what can be done then', () => {
    for (const state of ['gone', 'newer', 'corrupt'] as const) {
      assert.equal(iconOf({ ...endpoint, state }), 'warning');
      assert.equal(treeItemOf({ ...endpoint, state }).contextValue, `endpoint proxy ${state}`);
      assert.equal(treeItemOf({ ...endpoint, kind: 'search', state }).command, undefined);
    }
    assert.equal(treeItemOf(endpoint).contextValue, 'endpoint proxy ready');
  });

  it('has no tooltip before someone looks, where it takes work', () => {
    assert.equal(treeItemOf(item).tooltip, undefined);
  });

  it('has a tooltip of plain text, never of Markdown', () => {
    for (const node of [endpoint, protocol, group, problem]) assert.equal(typeof treeItemOf(node).tooltip, 'string');
    assert.match(String(treeItemOf(problem).tooltip), /refused the connection\.\nCheck .*\n\nThe server said: !\[x\]/);
  });

  it('opens what it stands for', () => {
    assert.equal(treeItemOf(item).command?.command, Commands.openAsJson);
    assert.equal(treeItemOf({ ...endpoint, kind: 'search' }).command?.command, Commands.search);
    assert.equal(treeItemOf(endpoint).command, undefined);
  });
});
