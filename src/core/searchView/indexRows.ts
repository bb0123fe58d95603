import * as l10n from '@vscode/l10n';
import { numberText } from '../../l10n/numbers';
import { plural } from '../../l10n/plural';
import { type Failure, remedyOf } from '../base/errors/failure';
import { plainText } from '../base/text/plainText';
import { clockText } from '../proxy/describe/dateTexts';
import { ariaText, filterText, joinedParts, noMatches } from '../proxy/describe/labels';
import { failureTitle, noteNode, problemNode } from '../proxy/tree/messageNodes';
import { type EndpointNode, nameInId } from '../proxy/tree/nodes';
import { indexKindNames } from '../search/engine/completions';
import type { FieldInfo } from '../search/engine/fieldList';
import type { IndexEntry, IndexHealth } from '../search/engine/indexList';
import type { SavedSearch } from '../search/saved/savedStore';
import { indexText, queryText } from '../search/saved/searchQuestionText';
import { fieldTypes, healthNames, healthText, indexDescription, indexFigures, shownIndexName } from './indexTexts';
import { type IndexKind, type IndexView, indexKinds } from './indexView';
import type {
  FieldNode,
  IndexGroupNode,
  IndexNode,
  SavedSearchNode,
  SearchNoteNode,
  SearchProblemNode,
} from './searchNodes';

/** The rows below an endpoint that has listed its indices: a group for each kind, or the reason why there is none. */
export function indexGroupRows(parent: EndpointNode, view: IndexView): readonly (IndexGroupNode | SearchNoteNode)[] {
  if (view.count === 0) return [whyNothing(parent, view)];
  return indexKinds.flatMap((kind) => {
    const count = view.shown[kind].length;
    return count === 0 ? [] : [indexGroupNode(parent, kind, count)];
  });
}

function whyNothing(parent: EndpointNode, { options, hidden }: IndexView): SearchNoteNode {
  const note = noteNode(parent, options.filter === '' ? l10n.t('No indices') : noMatches());
  return hidden === 0 ? note : { ...note, description: plural(hidden, { one: '{0} hidden', other: '{0} hidden' }) };
}

/** The row for a user without permission to list indices, who can still search permitted ones. */
export function refusedRow(parent: EndpointNode): SearchNoteNode {
  const note = noteNode(parent, l10n.t('Indices cannot be listed'));
  return {
    ...note,
    description: l10n.t('This user may not list them. Select this row to search, and type a name.'),
    leadsToSearch: true,
  };
}

/** The row of an index, data stream, or alias. */
export function indexNode(parent: IndexGroupNode, entry: IndexEntry): IndexNode {
  const label = shownIndexName(entry.name);
  const health = entry.health && l10n.t('health {0}', healthNames[entry.health]());
  return {
    type: 'index',
    id: `${parent.id}/${nameInId(entry.name)}`,
    endpointId: parent.endpointId,
    name: entry.name,
    entry,
    label,
    description: indexDescription(entry),
    spoken: ariaText(
      `${indexKindNames[entry.kind]()} ${label}`,
      health,
      indexFigures(entry),
      entry.isHidden ? l10n.t('hidden') : undefined,
    ),
    parent,
  };
}

/** The fields of an index, data stream, or alias, by name; multi-fields are below their fields, as `title.keyword`. */
export function fieldRows(parent: IndexNode, fields: readonly FieldInfo[]): readonly (FieldNode | SearchNoteNode)[] {
  // The engine also lists no fields if the user may not list them.
  if (fields.length === 0) return [noteNode(parent, l10n.t('No fields are listed'))];
  return fields.map((field): FieldNode => {
    const label = shownIndexName(field.name);
    const description = fieldTypes(field);
    return {
      type: 'field',
      id: `${parent.id}/${nameInId(field.name)}`,
      endpointId: parent.endpointId,
      name: field.name,
      field,
      label,
      description,
      spoken: ariaText(l10n.t('Field {0}', label), description),
      parent,
    };
  });
}

/** The row with the reason why indices or fields could not be listed. */
export function searchProblemNode(parent: EndpointNode | IndexNode, failure: Failure): SearchProblemNode {
  return { ...problemNode(parent, failure), label: searchFailureTitle(failure) };
}

/** The failure in two or three words. */
function searchFailureTitle(failure: Failure): string {
  return failure.kind === 'notAnApi' ? l10n.t('Not a search engine') : failureTitle(failure);
}

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
const searchEndpointTitle = ({ label }: EndpointNode): string => l10n.t('Search endpoint {0}', label);

export interface KnownOfIndices {
  /** The latest health of the cluster. */
  readonly health?: IndexHealth | undefined;
  /** The time of the last listing, in milliseconds since 1970. */
  readonly readAt?: number | undefined;
  /** The failure of a later listing, if it failed. */
  readonly failure?: Failure | undefined;
  /** The indices to show; undefined until they are listed. */
  readonly view?: IndexView | undefined;
}

/** The row of a search endpoint with its filter, its failure, and its health in one word. */
export function searchEndpointNode(node: EndpointNode, known: KnownOfIndices, filter: string): EndpointNode {
  const { health, readAt, failure, view } = known;
  const description = joinedParts(
    filter === ''
      ? undefined
      : filterText(filter, view?.options.filter === filter ? { shown: view.count, total: view.total } : undefined),
    failure && searchFailureTitle(failure),
    failure && readAt !== undefined ? l10n.t('stale since {0}', clockText(readAt, 'minutes')) : undefined,
    health && healthNames[health](),
    node.description,
  );
  return {
    ...node,
    description,
    spoken: ariaText(searchEndpointTitle(node), description),
    isFiltered: filter !== '',
    severity: health === 'red' ? 'error' : health === 'yellow' ? 'warning' : undefined,
    mark: failure === undefined ? node.mark : readAt === undefined ? 'failed' : 'stale',
    remedy: (failure && remedyOf(failure)) ?? node.remedy,
  };
}

/** The lines of its tooltip about health and listing. */
export function knownOfIndicesLines({ health, readAt, failure }: KnownOfIndices): readonly string[] {
  return [
    ...(health === undefined ? [] : ['', l10n.t('Cluster health: {0}', healthText(health))]),
    ...(readAt === undefined ? [] : [l10n.t('Read at {0}', clockText(readAt, 'seconds'))]),
    ...(failure === undefined ? [] : ['', failure.sentence]),
  ];
}

const longestName = 200;

/** The row of a saved search below its endpoint: its name, then its index and query. */
export function savedSearchNode({ id, name, place, question }: SavedSearch, parent: EndpointNode): SavedSearchNode {
  const label = plainText(name, longestName);
  const description = joinedParts(
    indexText(question),
    queryText(question),
    place === 'workspace' ? l10n.t('this workspace') : undefined,
  );
  return {
    type: 'savedSearch',
    id: `saved/${id}`,
    endpointId: parent.endpointId,
    savedId: id,
    label,
    description,
    spoken: l10n.t('Saved search {0}, {1}', label, ariaText(description)),
    parent,
  };
}
