import * as z from 'zod/mini';
import { runSteps, type Steps, sortSteps } from '../../base/async/steps';
import { isRecord, jsonOfAnyLength } from '../../base/json/parse';
import { jobOf } from '../../base/worker/job';
import { hasHiddenName, type IndexName } from './nameList';

/** In the engine's own words, the worst last. */
const indexHealths = ['green', 'yellow', 'red'] as const;
export type IndexHealth = (typeof indexHealths)[number];

/** An index, data stream, or alias, as far as the engine tells of it. Server text. */
export interface IndexEntry extends IndexName {
  readonly health?: IndexHealth;
  /**
   * Of a data stream, the sum of its indices. Absent where it is not told of all: a closed index is not counted, and one with
   * nested objects counts them among its documents.
   */
  readonly documents?: number;
  /** All copies together. */
  readonly bytes?: number;
  /** Told by the engine, or seen from the dot that the name starts with. */
  readonly isHidden: boolean;
  /** A closed index cannot be searched. */
  readonly isClosed: boolean;
  /** The indices behind a data stream or alias. */
  readonly members: readonly string[];
}

/** The figures of so many entries take a while: their names are shown before. */
export const longIndexList = 1_000;

/** What an engine holds, as far as the user may see it. */
export interface IndexList {
  /** Of the cluster. */
  readonly health?: IndexHealth;
  /** By name, hidden ones too. */
  readonly entries: readonly IndexEntry[];
  /** Whether the user may not list anything, so that there may be more than none. */
  readonly isRefused: boolean;
}

const healthSchema = z.pipe(
  z.optional(z.unknown()),
  z.transform((health) => indexHealths.find((known) => known === health)),
);
/** One name comes without brackets from some engines. */
const namesSchema = z.pipe(
  z.optional(z.unknown()),
  z.transform((names): readonly string[] => {
    if (typeof names === 'string') return [names];
    return Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : [];
  }),
);

/** Lists of thousands are read in runs. */
const entriesSchema = z.array(z.unknown());
const resolvedSchema = z.object({ indices: entriesSchema, aliases: entriesSchema, data_streams: entriesSchema });
const resolvedIndicesSchema = z.array(z.object({ name: z.string(), attributes: namesSchema }));
const resolvedAliasesSchema = z.array(z.object({ name: z.string(), indices: namesSchema }));
const resolvedStreamsSchema = z.array(z.object({ name: z.string(), backing_indices: namesSchema }));

/** All values are strings, and null where there is none: of a closed index, and one whose shards are not there. */
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

/** About as many microseconds as it takes to read an entry, or to put it into the list. */
const stepsOfEntry = 4;
/** Entries that are read at once. */
const itemsPerRun = 256;

/** The entries of a list, if it is one and all of them are what is wanted. */
function* entriesOf<Entry>(
  list: unknown,
  schema: z.ZodMiniType<readonly Entry[]>,
): Steps<readonly Entry[] | undefined> {
  const items = entriesSchema.safeParse(list).data;
  if (items === undefined) return undefined;
  const read: Entry[] = [];
  for (let at = 0; at < items.length; at += itemsPerRun) {
    const { data, success } = schema.safeParse(items.slice(at, at + itemsPerRun));
    if (!success) return undefined;
    read.push(...data);
    yield data.length * stepsOfEntry;
  }
  return read;
}

/** What `_resolve/index` lists. */
export interface ResolvedNames {
  readonly indices: Readonly<z.infer<typeof resolvedIndicesSchema>>;
  readonly aliases: Readonly<z.infer<typeof resolvedAliasesSchema>>;
  readonly streams: Readonly<z.infer<typeof resolvedStreamsSchema>>;
}

/** What an answer of `_resolve/index/*` lists; undefined where it is none. */
export function* resolvedNamesSteps(answer: string): Steps<ResolvedNames | undefined> {
  const resolved = resolvedSchema.safeParse(jsonOfAnyLength(answer)).data;
  if (resolved === undefined) return undefined;
  const indices = yield* entriesOf(resolved.indices, resolvedIndicesSchema);
  const aliases = yield* entriesOf(resolved.aliases, resolvedAliasesSchema);
  const streams = yield* entriesOf(resolved.data_streams, resolvedStreamsSchema);
  return indices && aliases && streams && { indices, aliases, streams };
}

/** What `_cat/indices` says of an index. */
interface Listed extends Figures {
  readonly isClosed: boolean;
}

/** What `_cat/indices` says, by the names of indices. */
function* figuresByIndex(json: unknown): Steps<ReadonlyMap<string, Listed> | undefined> {
  const listed = yield* entriesOf(json, listedIndicesSchema);
  if (listed === undefined) return undefined;
  return new Map(
    listed.map(({ index, health, status, ...figures }): [string, Listed] => {
      const { 'docs.count': documents, 'store.size': bytes, 'segments.fixed_bitset_memory': nested } = figures;
      return [
        index,
        {
          isClosed: status === 'close',
          ...(health !== undefined && { health }),
          // Engines keep these sets of bits to tell documents from the nested objects that they count with them.
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

/** What is told of all members: a sum of some would be a lie. */
function sumOf(members: readonly Figures[], figure: 'documents' | 'bytes'): number | undefined {
  let sum = 0;
  for (const member of members) {
    const value = member[figure];
    if (value === undefined) return undefined;
    sum += value;
  }
  return members.length === 0 ? undefined : sum;
}

/** What is known of all members is known of the data stream. */
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

/** The aliases of `_cat/aliases`, a row for each index of each, with their indices. */
function* membersOfAliases(json: unknown): Steps<ReadonlyMap<string, readonly string[]>> {
  const members = new Map<string, string[]>();
  for (const { alias, index } of (yield* entriesOf(json, aliasedIndicesSchema)) ?? []) {
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

/** Of one engine; each is '' where there is none. */
export type OtherAnswers = readonly [listed: string, aliased: string, capable: string, cluster: string];

/**
 * The list that the answers of an engine make together. Undefined where none of them lists anything. Of ten thousand
 * indices, this takes as long as starting a thread for it: in slices, it needs none.
 *
 * @param names of `_resolve/index/*`, which come before the others
 * @param listed of `_cat/indices?format=json&bytes=b`
 * @param aliased of `_cat/aliases?format=json`, where the first is unknown
 * @param capable of `_field_caps`, which names the indices that may be read
 * @param cluster of `_cluster/health`
 */
export function* indexListSteps(
  names: ResolvedNames | undefined,
  ...[listed, aliased, capable, cluster]: OtherAnswers
): Steps<IndexList | undefined> {
  const figures = yield* figuresByIndex(jsonOfAnyLength(listed));
  const readable = capabilitiesSchema.safeParse(jsonOfAnyLength(capable)).data?.indices ?? [];
  if (names === undefined && figures === undefined && readable.length === 0) return undefined;
  const all = new Map<string, IndexEntry>();
  const add = (entry: IndexEntry): void => {
    if (entry.name !== '') all.set(entry.name, entry);
  };
  for (const { name, attributes } of names?.indices ?? []) {
    add(indexOf(name, attributes, figures?.get(name)));
    yield stepsOfEntry;
  }
  for (const name of [...readable, ...(figures?.keys() ?? [])]) {
    if (!all.has(name)) add(indexOf(name, [], figures?.get(name)));
    yield stepsOfEntry;
  }
  for (const { name, backing_indices: members } of names?.streams ?? []) {
    const streamFigures = figuresOfStream(members, figures ?? new Map());
    add({ name, kind: 'data stream', ...streamFigures, isHidden: hasHiddenName(name), isClosed: false, members });
    yield stepsOfEntry;
  }
  const aliases = new Map([
    ...(yield* membersOfAliases(jsonOfAnyLength(aliased))),
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
    entries: yield* sortSteps([...all.values()], (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)),
    isRefused: false,
  };
}

/** The same at once. */
function indexListOf(...answers: Parameters<typeof indexListSteps>): IndexList | undefined {
  return runSteps(indexListSteps(...answers));
}

/** What `_resolve/index/*` lists, at once. */
function resolvedNamesOf(answer: string): ResolvedNames | undefined {
  return runSteps(resolvedNamesSteps(answer));
}

/** The same from the answer of `_resolve/index/*` itself; '' where there is none. */
export const indexListJob = jobOf('indexList', 0, (resolved: string, ...others: OtherAnswers) =>
  indexListOf(resolvedNamesOf(resolved), ...others),
);
