import type { EndpointNode, NoteNode, ProblemNode, Row } from '../proxy/tree/nodes';
import type { FieldInfo } from '../search/engine/fieldList';
import type { IndexEntry } from '../search/engine/indexList';
import type { IndexKind } from './indexView';

/** The rows of the Search view as plain data, like `ProxyNode` for the Proxies view. */
export type SearchNode = EndpointNode | SavedSearchNode | BrowsedNode;

/** A row about the indices of a search endpoint. */
export type BrowsedNode = IndexGroupNode | IndexNode | FieldNode | SearchMessageNode;

export type SearchMessageNode = SearchProblemNode | SearchNoteNode;

/** A search that the user saved with a name. */
export interface SavedSearchNode extends Row {
  readonly type: 'savedSearch';
  readonly parent: EndpointNode;
  readonly savedId: string;
}

/** All indices, all data streams, or all aliases. */
export interface IndexGroupNode extends Row {
  readonly type: 'indexGroup';
  readonly parent: EndpointNode;
  readonly kind: IndexKind;
  /** Whether it is expanded at first. */
  readonly isOpen: boolean;
}

/** An index, data stream, or alias. */
export interface IndexNode extends Row {
  readonly type: 'index';
  readonly parent: IndexGroupNode;
  /** As the engine names it. Server text as received: show `label` instead. */
  readonly name: string;
  readonly entry: IndexEntry;
}

/** A field of an index, data stream, or alias. */
export interface FieldNode extends Row {
  readonly type: 'field';
  readonly parent: IndexNode;
  /** Server text as received, with dots: `title.keyword`. */
  readonly name: string;
  readonly field: FieldInfo;
}

/** The reason why indices or fields could not be listed. */
export interface SearchProblemNode extends Omit<ProblemNode, 'parent'> {
  readonly parent: EndpointNode | IndexNode;
}

export interface SearchNoteNode extends Omit<NoteNode, 'parent'> {
  readonly parent: EndpointNode | IndexNode;
  /** Whether selecting it opens a search of its endpoint. */
  readonly leadsToSearch?: boolean;
}
