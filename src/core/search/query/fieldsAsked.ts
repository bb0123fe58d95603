import type { SearchQuestion } from '../../../protocol/question';
import type { EngineCatalog } from '../engine/engineCatalog';
import type { FieldInfo } from '../engine/fieldList';
import { mappedName } from './fieldKinds';

/**
 * The fields of an index with the details of one of them and of its multi-fields, as far as the engine reports. Never
 * rejects, because a question can be sent without them.
 *
 * @param known the fields, if they are already known
 */
export async function fieldsWithDetails(
  catalog: EngineCatalog,
  index: string,
  path: string,
  known: readonly FieldInfo[],
  signal?: AbortSignal,
): Promise<readonly FieldInfo[]> {
  const name = mappedName(path, known);
  if (name === undefined) return known;
  const details = await catalog.details(index, name, signal).catch(() => undefined);
  if (details === undefined || details.size === 0) return known;
  return known.map((field) => {
    const detailed = details.get(field.name);
    return detailed === undefined ? field : { ...field, details: detailed };
  });
}

/** Milliseconds that a search waits for the fields: an engine that does not list them may still search. */
const usualPatienceMs = 5_000;

/**
 * The fields that `searchOf` needs for a question: of its index, with the details of the queried field if they matter.
 * Empty if none are needed, or the engine does not respond in time. Never rejects.
 *
 * @param known the fields, if they are already known; otherwise they are requested
 */
export async function fieldsAsked(
  catalog: EngineCatalog,
  question: SearchQuestion,
  known: readonly FieldInfo[] = [],
  { signal, patienceMs = usualPatienceMs }: { readonly signal?: AbortSignal; readonly patienceMs?: number } = {},
): Promise<readonly FieldInfo[]> {
  const { index, by, field, body, sort, time } = question;
  if (body !== undefined || (by === 'id' && sort.length === 0 && time === undefined)) return [];
  const patience = AbortSignal.timeout(patienceMs);
  const patient = signal === undefined ? patience : AbortSignal.any([signal, patience]);
  const listed = known.length > 0 ? known : await catalog.fields(index, patient).catch(() => []);
  return by === 'exact' || by === 'range' ? fieldsWithDetails(catalog, index, field, listed, patient) : listed;
}
