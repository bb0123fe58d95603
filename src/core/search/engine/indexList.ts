import * as z from 'zod/mini';
import { isRecord, jsonOfAnyLength } from '../../base/json/parse';
import { type Job, jobOf } from '../../base/worker/job';
import { detailsOfMapping, fieldsOfCapabilities, fieldsOfMapping } from './fieldList';
import { hasHiddenName, type IndexName, namesOfAliases, namesOfCat, namesOfResolve } from './nameList';

/** In the engine's own words, the worst last. */
const indexHealths = ['green', 'yellow', 'red'] as const;
export type IndexHealth = (typeof indexHealths)[number];

/** An index, data stream, or alias, as far as the engine reports. Server text. */
export interface IndexEntry extends IndexName {
  readonly health?: IndexHealth;
  /**
   * For a data stream, the sum of its indices. Absent if unknown for any of them: a closed index is not counted, and
   * one with nested objects counts them among its documents.
   */
  readonly documents?: number;
  /** Of all copies together. */
  readonly bytes?: number;
  /** Reported by the engine, or derived from a leading dot of the name. */
  readonly isHidden: boolean;
  /** A closed index cannot be searched. */
  readonly isClosed: boolean;
  /** The indices behind a data stream or alias. */
  readonly members: readonly string[];
}

/** The figures of longer lists take a while, so their names are shown before. */
export const longIndexList = 1_000;

/** The indices of an engine that the user may see. */
export interface IndexList {
  /** The health of the cluster. */
  readonly health?: IndexHealth;
  /** By name, with hidden ones. */
  readonly entries: readonly IndexEntry[];
  /** Whether the user may not list indices, so that there may be more. */
  readonly isRefused: boolean;
}

const healthSchema = z.pipe(
  z.optional(z.unknown()),
  z.transform((health) => indexHealths.find((known) => known === health)),
);
/** Some engines return one name without brackets. */
const namesSchema = z.pipe(
  z.optional(z.unknown()),
  z.transform((names): readonly string[] => {
    if (typeof names === 'string') return [names];
    return Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : [];
  }),
);

const resolvedSchema = z.object({
  indices: z.array(z.object({ name: z.string(), attributes: namesSchema })),
  aliases: z.array(z.object({ name: z.string(), indices: namesSchema })),
  data_streams: z.array(z.object({ name: z.string(), backing_indices: namesSchema })),
});
/** The names in a response of `_resolve/index`. */
export type ResolvedNames = Readonly<z.infer<typeof resolvedSchema>>;

/** All values are strings, or null if missing: for a closed index, and one with unassigned shards. */
const figureSchema = z.pipe(
  z.optional(z.unknown()),
  z.transform((digits) => (typeof digits === 'string' && /^\d{1,15}$/.test(digits) ? Number(digits) : undefined)),
);

const listedIndicesSchema = z.array(
  z.object({
    index: z.string(),
    health: healthSchema,
    status: z.optional(z.unknown()),
    'docs.count': figureSchema,
    'store.size': figureSchema,
    'segments.fixed_bitset_memory': figureSchema,
  }),
);

const aliasedIndicesSchema = z.array(z.object({ alias: z.string(), index: z.string() }));
const capabilitiesSchema = z.object({ indices: namesSchema });
const clusterSchema = z.object({ status: healthSchema });

type Figures = Pick<IndexEntry, 'health' | 'documents' | 'bytes'>;

/** The names in a response of `_resolve/index/*`; undefined for any other text. */
export function resolvedNamesOf(answer: string): ResolvedNames | undefined {
  return resolvedSchema.safeParse(jsonOfAnyLength(answer)).data;
}

/** The figures of an index in `_cat/indices`. */
interface Listed extends Figures {
  readonly isClosed: boolean;
}

function figuresByIndex(json: unknown): ReadonlyMap<string, Listed> | undefined {
  const listed = listedIndicesSchema.safeParse(json).data;
  if (listed === undefined) return undefined;
  return new Map(
    listed.map(({ index, health, status, ...figures }): [string, Listed] => {
      const { 'docs.count': documents, 'store.size': bytes, 'segments.fixed_bitset_memory': nested } = figures;
      return [
        index,
        {
          isClosed: status === 'close',
          ...(health !== undefined && { health }),
          // These bit sets distinguish documents from the nested objects that engines count with them.
          ...(documents !== undefined && (nested ?? 0) === 0 && { documents }),
          ...(bytes !== undefined && { bytes }),
        },
      ];
    }),
  );
}

function worstHealth(healths: readonly (IndexHealth | undefined)[]): IndexHealth | undefined {
  return indexHealths.findLast((health) => healths.includes(health));
}

/** The sum of a figure if it is known for all members: a sum of some would be wrong. */
function sumOf(members: readonly Figures[], figure: 'documents' | 'bytes'): number | undefined {
  let sum = 0;
  for (const member of members) {
    const value = member[figure];
    if (value === undefined) return undefined;
    sum += value;
  }
  return members.length === 0 ? undefined : sum;
}

/** The figures of a data stream, which are known if they are known for all members. */
function figuresOfStream(members: readonly string[], figures: ReadonlyMap<string, Figures>): Figures {
  const known = members.flatMap((name) => figures.get(name) ?? []);
  if (known.length < members.length) return {};
  const health = known.every((member) => member.health !== undefined)
    ? worstHealth(known.map((member) => member.health))
    : undefined;
  const [documents, bytes] = [sumOf(known, 'documents'), sumOf(known, 'bytes')];
  return {
    ...(health !== undefined && { health }),
    ...(documents !== undefined && { documents }),
    ...(bytes !== undefined && { bytes }),
  };
}

/** The aliases in `_cat/aliases`, which has a row for each index of an alias, with their indices. */
function membersOfAliases(json: unknown): ReadonlyMap<string, readonly string[]> {
  const members = new Map<string, string[]>();
  for (const { alias, index } of aliasedIndicesSchema.safeParse(json).data ?? []) {
    const known = members.get(alias);
    if (known === undefined) members.set(alias, [index]);
    else known.push(index);
  }
  return members;
}

const noMembers: readonly string[] = [];

function indexOf(name: string, attributes: readonly string[], listed: Listed | undefined): IndexEntry {
  const isHidden = attributes.includes('hidden') || hasHiddenName(name);
  const isClosed = attributes.includes('closed') || listed?.isClosed === true;
  return listed === undefined
    ? { name, kind: 'index', isHidden, isClosed, members: noMembers }
    : { ...listed, name, kind: 'index', isHidden, isClosed, members: noMembers };
}

/** The responses of one engine; each is '' if missing. */
export type OtherAnswers = readonly [listed: string, aliased: string, capable: string, cluster: string];

/**
 * Combines the responses of an engine to a list. Undefined if none of them lists anything.
 *
 * @param names from `_resolve/index/*`, which precede the others
 * @param listed the response of `_cat/indices?format=json&bytes=b`
 * @param aliased the response of `_cat/aliases?format=json`, if the first is unknown
 * @param capable the response of `_field_caps`, which names the readable indices
 * @param cluster the response of `_cluster/health`
 */
export function indexListOf(
  names: ResolvedNames | undefined,
  ...[listed, aliased, capable, cluster]: OtherAnswers
): IndexList | undefined {
  const figures = figuresByIndex(jsonOfAnyLength(listed));
  const readable = capabilitiesSchema.safeParse(jsonOfAnyLength(capable)).data?.indices ?? [];
  if (names === undefined && figures === undefined && readable.length === 0) return undefined;
  const all = new Map<string, IndexEntry>();
  const add = (entry: IndexEntry): void => {
    if (entry.name !== '') all.set(entry.name, entry);
  };
  for (const { name, attributes } of names?.indices ?? []) {
    add(indexOf(name, attributes, figures?.get(name)));
  }
  for (const name of [...readable, ...(figures?.keys() ?? [])]) {
    if (!all.has(name)) add(indexOf(name, [], figures?.get(name)));
  }
  for (const { name, backing_indices: members } of names?.data_streams ?? []) {
    const streamFigures = figuresOfStream(members, figures ?? new Map());
    add({ name, kind: 'data stream', ...streamFigures, isHidden: hasHiddenName(name), isClosed: false, members });
  }
  const aliases = new Map([
    ...membersOfAliases(jsonOfAnyLength(aliased)),
    ...(names?.aliases ?? []).map(({ name, indices }) => [name, indices] as const),
  ]);
  for (const [name, members] of aliases) {
    add({ name, kind: 'alias', isHidden: hasHiddenName(name), isClosed: false, members });
  }
  const status = jsonOfAnyLength(cluster);
  const health = isRecord(status)
    ? clusterSchema.parse(status).status
    : // The health of a cluster is that of its worst index, where all are listed.
      names === undefined && figures !== undefined
      ? worstHealth([...figures.values()].map((each) => each.health))
      : undefined;
  return {
    ...(health !== undefined && { health }),
    entries: [...all.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)),
    isRefused: false,
  };
}

/** Makes the list from the response of `_resolve/index/*` itself; '' if missing. */
export const indexListJob = jobOf('indexList', 0, (resolved: string, ...others: OtherAnswers) =>
  indexListOf(resolvedNamesOf(resolved), ...others),
);

/** Reads the text of an engine's list, as a job: thousands of fields have many megabytes. */
function listJob<List>(name: string, read: (list: unknown) => List): Job<[text: string], List> {
  return jobOf(name, 2 ** 19, (text: string) => read(jsonOfAnyLength(text)));
}

export const namesInResolveJob = listJob('namesInResolve', namesOfResolve);
export const namesInAliasesJob = listJob('namesInAliases', namesOfAliases);
export const namesInCatJob = listJob('namesInCat', namesOfCat);
export const fieldsInCapabilitiesJob = listJob('fieldsInCapabilities', fieldsOfCapabilities);
export const fieldsInMappingJob = listJob('fieldsInMapping', fieldsOfMapping);
export const detailsInMappingJob = listJob('detailsInMapping', detailsOfMapping);
