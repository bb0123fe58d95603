import type { SearchQuestion } from '../../../protocol/question';
import type { EngineCatalog } from '../engine/engineCatalog';
import type { FieldInfo } from '../engine/fieldList';
import { mappedName } from './fieldKinds';

/**
 * The fields of an index with the details of one of them and of those beside it, as far as the engine tells. Never rejects:
 * a question can be asked without.
 *
 * @param known the fields, where they are known already
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

/** Milliseconds that a search waits for what its fields are: an engine that does not tell may still search. */
const usualPatienceMs = 5_000;

/**
 * The fields that `searchOf` has to know for a question: of its index, with the details of the field it asks where they matter. Empty
 * where none have to be known, or the engine does not tell in time. Never
 * rejects.
 *
 * @param known the fields, where they are known already; else they are asked for
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
