import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';

/**
 * When and in which window a field was written: `000001763790000000-1f0c9a2e`. The larger text is the later edit. It is
 * later than everything that its writer had read, even if the clocks of two computers differ.
 */
const stamp = z.string().check(z.regex(/^\d{18}-[0-9a-z]+$/));
type Stamp = z.infer<typeof stamp>;

/**
 * The edits in a record, by the path of their field: `name`, or `headers/X-Team` for an entry of a field that is merged
 * by its entries. `over` is the edit that the writer saw in its place. Fields that were never edited are absent.
 */
export const editStampsSchema = z.catch(
  z.record(z.string(), z.looseObject({ at: stamp, over: z.optional(stamp) })),
  {},
);
type EditStamps = z.infer<typeof editStampsSchema>;

/** A record with edits. */
interface EditedRecord {
  readonly edits?: EditStamps | undefined;
}

/** The new value of a field; `undefined` removes the field. */
export interface FieldEdit {
  readonly path: string;
  readonly value: unknown;
  readonly at: Stamp;
  readonly over: Stamp | undefined;
}

/** Fields whose entries are merged one by one. The other fields are written whole. */
const byEntry: ReadonlySet<string> = new Set(['headers', 'tls', 'origins', 'ignored']);

export function changedEndpointFields(from: object, fields: object): Map<string, unknown> {
  const before: Readonly<Record<string, unknown>> = plain(from);
  const after: Readonly<Record<string, unknown>> = plain(fields);
  const changed = new Map<string, unknown>();
  for (const field of Object.keys(fields)) {
    const [was, is] = [before[field], after[field]];
    if (!byEntry.has(field)) {
      if (!isDeepStrictEqual(was, is)) changed.set(field, is);
      continue;
    }
    const [old, now] = [entriesOf(was), entriesOf(is)];
    for (const key of new Set([...old.keys(), ...now.keys()])) {
      if (!isDeepStrictEqual(old.get(key), now.get(key))) changed.set(`${field}/${key}`, now.get(key));
    }
  }
  return changed;
}

/**
 * The edits that make these changes, stamped.
 *
 * @param stored the record as it is stored
 * @param seen what the changes were made from
 * @param now milliseconds since 1970
 * @param writer a name for this window
 */
export function editsOf(
  changes: ReadonlyMap<string, unknown>,
  stored: EditedRecord,
  seen: EditedRecord,
  now: number,
  writer: string,
): FieldEdit[] {
  const known = [stored, seen].flatMap(({ edits = {} }) =>
    Object.values(edits).map(({ at }) => Number.parseInt(at, 10)),
  );
  const moment = known.reduce((latest, at) => Math.max(latest, at + 1), Math.trunc(now));
  const at = `${String(moment).padStart(18, '0')}-${writer}`;
  return [...changes].map(([path, value]) => ({ path, value, at, over: seen.edits?.[path]?.at }));
}

/** Applies these edits to the record. The schema then checks the result. */
export function withEdits(record: EditedRecord, edits: readonly FieldEdit[]): Readonly<Record<string, unknown>> {
  const fields = new Map<string, unknown>(Object.entries(record));
  const stamps = new Map(Object.entries(record.edits ?? {}));
  for (const { path, value, at, over } of edits) {
    const slash = path.indexOf('/');
    if (slash < 0) put(fields, path, value);
    else {
      const field = path.slice(0, slash);
      const entries = entriesOf(fields.get(field));
      put(entries, path.slice(slash + 1), value);
      // A record always has a list of headers. The other fields are omitted if empty.
      put(fields, field, entries.size === 0 && field !== 'headers' ? undefined : Object.fromEntries(entries));
    }
    stamps.set(path, over === undefined ? { at } : { at, over });
  }
  fields.set('edits', Object.fromEntries(stamps));
  return Object.fromEntries(fields);
}

/** The outcome of edits in a record that other windows may have written since. */
interface EditOutcome {
  /** Overwritten with an older or the previous value, by a writer that did not know these edits. */
  readonly lost: readonly FieldEdit[];
  /** Overwritten by a later edit of the same field. */
  readonly outdated: readonly FieldEdit[];
  /** Those of `outdated` whose later edit was made without knowing them. */
  readonly overruled: readonly FieldEdit[];
}

export function outcomeOfEdits(edits: Iterable<FieldEdit>, stored: EditedRecord): EditOutcome {
  const lost: FieldEdit[] = [];
  const outdated: FieldEdit[] = [];
  const overruled: FieldEdit[] = [];
  for (const edit of edits) {
    const { at = '', over = '' } = stored.edits?.[edit.path] ?? {};
    if (at < edit.at) lost.push(edit);
    else if (at > edit.at) {
      outdated.push(edit);
      if (over < edit.at) overruled.push(edit);
    }
  }
  return { lost, outdated, overruled };
}

function put(entries: Map<string, unknown>, key: string, value: unknown): void {
  if (value === undefined) entries.delete(key);
  else entries.set(key, value);
}

function entriesOf(value: unknown): Map<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}

/** As the record is stored: without undefined values. */
const plain = (value: object): Record<string, unknown> => JSON.parse(JSON.stringify(value));
