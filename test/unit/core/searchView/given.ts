import type { EndpointNode } from '../../../../src/core/proxy/tree/nodes';
import { endpointNode } from '../../../../src/core/proxy/tree/proxyRow';
import type { IndexEntry } from '../../../../src/core/search/engine/indexList';
import { indexGroupNode, indexNode } from '../../../../src/core/searchView/indexRows';
import type { BrowsedNode, IndexNode } from '../../../../src/core/searchView/searchNodes';
import { endpoint as stored } from '../search/fakeHttpClient';

/** The row of a search endpoint at 127.0.0.1:9200. */
export const endpoint: EndpointNode = endpointNode({
  state: 'ready',
  hint: { id: stored.id, kind: 'search', name: 'prod', order: 0 },
  endpoint: { ...stored, name: 'prod' },
});

export const group = indexGroupNode(endpoint, 'index', 1);

/** An entry of a list that says only this. */
export const entry = (more: Partial<IndexEntry> = {}): IndexEntry => ({
  name: 'logs',
  kind: 'index',
  isHidden: false,
  isClosed: false,
  members: [],
  ...more,
});

/** The rows of the group. */
export const rowsOf = (entries: readonly IndexEntry[]): readonly IndexNode[] =>
  entries.map((entry) => indexNode(group, entry));

/** What rows say: label and description. */
export const textsOf = (rows: readonly BrowsedNode[]): readonly string[] =>
  rows.map(({ label, description = '' }) => `${label} ${description}`.trim());
