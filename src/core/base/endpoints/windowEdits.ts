import type { Endpoint } from './endpoint';
import { readRecord } from './endpointRecord';
import type { EndpointSecrets } from './endpointSecrets';
import { type FieldEdit, outcomeOfEdits, withEdits } from './fieldEdits';
import { readLearnedFacts } from './learnedFacts';

/** Fields were changed in this window and, at about the same time but later, in another window. */
export interface OverruledEdit {
  readonly endpoint: Endpoint;
  /** The fields that now have the value from the other window: `name`, or `headers/X-Team`. */
  readonly fields: readonly string[];
}

/** The kinds of secrets whose fields are edited. */
type EditedKind = 'entered' | 'learned';
const editedKinds: readonly EditedKind[] = ['entered', 'learned'];

/** The edits of this window. Another window that wrote the same record without knowing them must not undo them. */
export interface WindowEdits {
  /** Writes a record with edits of this window. If the endpoint was removed, deletes it again and returns false. */
  write(id: string, kind: EditedKind, text: string, edits: readonly FieldEdit[]): Promise<boolean>;
  /** Whether this window has edited that secret of the endpoint. */
  has(id: string, kind: EditedKind): boolean;
  /** Restores edits of this window that another window has overwritten without knowing them. */
  restoreLost(id: string): Promise<void>;
  forget(id: string): void;
}

/** @param onOverruled called when another window has overwritten an edit with a later one without knowing it */
export function openWindowEdits(
  secrets: EndpointSecrets,
  onOverruled: (overruled: OverruledEdit) => void,
): WindowEdits {
  /** By the paths of their fields. */
  const edits: Readonly<Record<EditedKind, Map<string, Map<string, FieldEdit>>>> = {
    entered: new Map(),
    learned: new Map(),
  };

  const forget = (id: string): void => {
    for (const kind of editedKinds) edits[kind].delete(id);
  };

  const write: WindowEdits['write'] = async (id, kind, text, written) => {
    const own = edits[kind].get(id) ?? new Map<string, FieldEdit>();
    edits[kind].set(id, own);
    for (const edit of written) own.set(edit.path, edit);
    await secrets.write(id, kind, text);
    // Checked after storing, because `remove` records the removal first and then deletes the record.
    if (!(await secrets.wasRemoved(id))) return true;
    secrets.forgetAnnounced(id);
    forget(id);
    await secrets.delete(id, ...editedKinds);
    return false;
  };

  const restoreIn = async (id: string, kind: EditedKind, own: Map<string, FieldEdit>): Promise<void> => {
    const text = await secrets.get(id, kind);
    if (text === undefined) return;
    const stored = kind === 'entered' ? enteredIn(id, text) : readLearnedFacts(text);
    if (stored === undefined) return;
    const { lost, outdated, overruled } = outcomeOfEdits(own.values(), stored);
    for (const { path } of outdated) own.delete(path);
    if (lost.length > 0) await write(id, kind, JSON.stringify(withEdits(stored, lost)), lost);
    const fields = overruled.flatMap(({ path }) => (path === 'order' || path === 'searchMethod' ? [] : [path]));
    const endpoint = fields.length === 0 || kind === 'learned' ? undefined : await secrets.endpoint(id);
    if (endpoint !== undefined) onOverruled({ endpoint, fields });
  };

  return {
    write,
    has: (id, kind) => edits[kind].has(id),
    async restoreLost(id) {
      if (secrets.isRemoved(id)) {
        const isLeft =
          (await secrets.get(id, 'entered')) !== undefined || (await secrets.get(id, 'learned')) !== undefined;
        if (isLeft) await secrets.delete(id, ...editedKinds);
        return;
      }
      for (const kind of editedKinds) {
        const own = edits[kind].get(id);
        if (own !== undefined) await restoreIn(id, kind, own);
      }
    },
    forget,
  };
}

/** The record with the user's fields only, without learned facts; undefined if the text is not a record. */
export function enteredIn(id: string, text: string): Endpoint | undefined {
  const stored = readRecord(id, { entered: text, learned: undefined }, undefined);
  return stored.state === 'ready' ? stored.endpoint : undefined;
}
