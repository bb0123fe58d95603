import * as l10n from '@vscode/l10n';
import { numberText } from '../../l10n/numbers';
import { ariaText, filterText, joinedParts } from '../proxy/describe/labels';
import type { EndpointNode } from '../proxy/tree/nodes';
import type { IndexKind } from './indexView';
import type { IndexGroupNode } from './searchNodes';

/** A group of up to this many is expanded at first. */
const mostOpen = 50;

const idParts: Readonly<Record<IndexKind, string>> = {
  index: 'indices',
  'data stream': 'streams',
  alias: 'aliases',
};

const names: Readonly<Record<IndexKind, () => string>> = {
  index: () => l10n.t('Indices'),
  'data stream': () => l10n.t('Data Streams'),
  alias: () => l10n.t('Aliases'),
};

/** The group of a kind. Without a count it is not listed yet, and expanding it lists all kinds. */
export function indexGroupNode(parent: EndpointNode, kind: IndexKind, count?: number): IndexGroupNode {
  const label = names[kind]();
  const description = count === undefined ? '' : numberText(count);
  return {
    type: 'indexGroup',
    id: `${parent.id}/${idParts[kind]}`,
    endpointId: parent.endpointId,
    kind,
    label,
    description,
    spoken: ariaText(label, description),
    isOpen: count !== undefined && count <= mostOpen,
    parent,
  };
}

/** The row of an endpoint that is not listed yet, with its filter. */
export function filteredEndpointNode(node: EndpointNode, filter: string): EndpointNode {
  if (filter === '') return node;
  const description = joinedParts(filterText(filter), node.description);
  return { ...node, isFiltered: true, description, spoken: ariaText(searchEndpointTitle(node), description) };
}

/** The title of an endpoint's row for screen readers. */
export const searchEndpointTitle = ({ label }: EndpointNode): string => l10n.t('Search endpoint {0}', label);
