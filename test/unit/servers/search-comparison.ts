/** A read answer. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** What two answers that should be alike differ in, each with its path. */
export type Differences = readonly string[];

/** Values of these are made anew by each server. */
const ownValues = new Set([
  'took',
  'node',
  'index_uuid',
  'uuid',
  'cluster_uuid',
  'id',
  'pit_id',
  'creation_time',
  '_node',
]);

/** Below these lie documents, or fields and indices by their names: the samples have their own. */
const dataMaps = /(?:^|\.)(?:_source|fields|highlight|properties)$/;

/** Numbers that an answer of the same kind must have too, whatever the documents are. */
const exactNumbers = /\.(?:_shards\.(?:total|successful|skipped|failed)|num_freed|status|line|col)$/;

function kindOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Digits in a message that depend on the day, on earlier requests, or on how long an id is. */
function comparableText(text: string): string {
  return text
    .replace(/\d{4}\.\d\d\.\d\d/g, 'DATE')
    .replace(/(No search context found for id) \[\d+\]/g, '$1 [N]')
    .replace(/\[1:\d+\] \[pit\]/g, '[1:N] [pit]');
}

/** Whether it is an object, and no array. */
export function isJsonObject(value: Json): value is { readonly [key: string]: Json } {
  return kindOf(value) === 'object';
}

/** Whether two values look alike, documents aside. */
function compareMaps(recorded: Json, got: Json, path: string, isError: boolean): Differences {
  if (!isJsonObject(recorded) || !isJsonObject(got)) return [`${path}: no object`];
  const shapes = Object.values(recorded);
  return Object.entries(got).flatMap(([key, value]) => {
    const found = compareWithAny(shapes, value, `${path}.${key}`, isError);
    return found ?? [`${path}.${key}: nothing like it was recorded`];
  });
}

function compareArrays(recorded: readonly Json[], got: readonly Json[], path: string, isError: boolean): Differences {
  if ((recorded.length === 0) !== (got.length === 0))
    return [`${path}: ${recorded.length} recorded, ${got.length} came`];
  if (isError || /\.sort$/.test(path)) {
    if (recorded.length !== got.length) return [`${path}: ${recorded.length} recorded, ${got.length} came`];
    return recorded.flatMap((each, at) => compareJson(each, got[at] ?? null, `${path}[${at}]`, isError));
  }
  return got.flatMap((each) => compareWithAny(recorded, each, `${path}[]`, isError) ?? []);
}

/** None where one of the shapes fits, else those from the first of them. @returns undefined without shapes */
function compareWithAny(shapes: readonly Json[], got: Json, path: string, isError: boolean): Differences | undefined {
  let first: Differences | undefined;
  for (const shape of shapes) {
    const found = compareJson(shape, got, path, isError);
    if (found.length === 0) return found;
    first ??= found;
  }
  return first;
}

/**
 * Compares two answers: keys and kinds everywhere, elements of lists with any recorded element, and in a refusal every
 * text and number too. Documents, names of fields and what a server makes up by itself may differ.
 */
export function compareJson(recorded: Json, got: Json, path: string, isError: boolean): Differences {
  const [wanted, kind] = [kindOf(recorded), kindOf(got)];
  if (wanted !== kind) return [`${path}: ${wanted} recorded, ${kind} came`];
  const key = /([^.[\]]+)(?:\[\d*\])?$/.exec(path)?.[1] ?? '';
  if (typeof recorded === 'string' && typeof got === 'string') {
    const isCompared = (isError && !ownValues.has(key)) || key === 'relation';
    if (!isCompared || comparableText(recorded) === comparableText(got)) return [];
    return [`${path}: “${recorded}” recorded, “${got}” came`];
  }
  if (typeof recorded === 'number') {
    return !exactNumbers.test(path) || recorded === got ? [] : [`${path}: ${recorded} recorded, ${got} came`];
  }
  if (Array.isArray(recorded) && Array.isArray(got)) return compareArrays(recorded, got, path, isError);
  if (!isJsonObject(recorded) || !isJsonObject(got)) return [];
  if (/\._source$/.test(path)) return [];
  if (dataMaps.test(path)) return compareMaps(recorded, got, path, isError);
  const keys = new Set([...Object.keys(recorded), ...Object.keys(got)]);
  return [...keys].flatMap((each) => {
    const [own, theirs] = [recorded[each], got[each]];
    if (own === undefined) return [`${path}.${each}: came, but was not recorded`];
    if (theirs === undefined) return [`${path}.${each}: recorded, but did not come`];
    return compareJson(own, theirs, `${path}.${each}`, isError);
  });
}

/** Compares answers whose top level is keyed by the names of indices. */
export function compareByIndex(recorded: Json, got: Json): Differences {
  return compareMaps(recorded, got, '$', false);
}
