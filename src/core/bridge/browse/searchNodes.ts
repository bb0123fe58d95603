import type { EndpointNode, NoteNode, ProblemNode, Row } from '../../proxy/tree/nodes';
import type { IndexKind } from '../../search/browse/indexView';
import type { FieldInfo } from '../../search/engine/fieldList';
import type { IndexEntry } from '../../search/engine/indexList';

/** The rows of the Search view as plain data, as `ProxyNode` has those of the Proxies view. */
export type SearchNode = EndpointNode | SavedSearchNode | BrowsedNode;

/** A row of what a search endpoint holds. */
export type BrowsedNode = IndexGroupNode | IndexNode | FieldNode | SearchMessageNode;

/** A row that only says something. */
export type SearchMessageNode = SearchProblemNode | SearchNoteNode;

/** A search that a person gave a name. */
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
  /** Whether it is unfolded from the start. */
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

/** Why something could not be listed. */
export interface SearchProblemNode extends Omit<ProblemNode, 'parent'> {
  readonly parent: EndpointNode | IndexNode;
}

/** A row with a message only. */
export interface SearchNoteNode extends Omit<NoteNode, 'parent'> {
  readonly parent: EndpointNode | IndexNode;
  /** Whether selecting it opens a search of its endpoint. */
  readonly leadsToSearch?: boolean;
}
