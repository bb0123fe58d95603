import * as l10n from '@vscode/l10n';
import { plural } from '../../l10n/plural';
import type { Failure } from '../base/errors/failure';
import { ariaText, noMatches } from '../proxy/describe/labels';
import { failureTitle, noteNode, problemNode } from '../proxy/tree/messageNodes';
import { type EndpointNode, nameInId } from '../proxy/tree/nodes';
import { indexKindNames } from '../search/engine/completions';
import type { FieldInfo } from '../search/engine/fieldList';
import type { IndexEntry } from '../search/engine/indexList';
import { indexGroupNode } from './indexGroup';
import { fieldTypes, healthNames, indexDescription, indexFigures, shownIndexName } from './indexTexts';
import { type IndexView, indexKinds } from './indexView';
import type { FieldNode, IndexGroupNode, IndexNode, SearchNoteNode, SearchProblemNode } from './searchNodes';

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

/** The rows of a group. */
export function indexRows(parent: IndexGroupNode, entries: readonly IndexEntry[]): readonly IndexNode[] {
  return entries.map((entry) => indexNode(parent, entry));
}

function indexNode(parent: IndexGroupNode, entry: IndexEntry): IndexNode {
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
export function searchFailureTitle(failure: Failure): string {
  return failure.kind === 'notAnApi' ? l10n.t('Not a search engine') : failureTitle(failure);
}
