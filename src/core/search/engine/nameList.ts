import * as z from 'zod/mini';
import { isRecord } from '../../base/json/parse';

/** A name for an index expression. Server text. */
export interface IndexName {
  readonly name: string;
  readonly kind: 'index' | 'alias' | 'data stream';
}

const resolvedSchema = z.object({
  indices: z.array(z.object({ name: z.string(), attributes: z.optional(z.array(z.string())) })),
  aliases: z.array(z.object({ name: z.string() })),
  data_streams: z.array(z.object({ name: z.string() })),
});

/** Whether the name is a hidden one, also after that of a remote cluster: `eu:.kibana`. */
export const hasHiddenName = (name: string): boolean => /^(?:[^:]*:)?\./.test(name);

function named(kind: IndexName['kind'], names: readonly string[]): IndexName[] {
  return names.filter((name) => name !== '' && !hasHiddenName(name)).map((name) => ({ name, kind }));
}

/** The names in a response of `_resolve/index/*`, without hidden and closed ones; undefined for any other JSON. */
export function namesOfResolve(json: unknown): IndexName[] | undefined {
  const resolved = resolvedSchema.safeParse(json).data;
  if (resolved === undefined) return undefined;
  const left = ['hidden', 'closed'];
  const indices = resolved.indices.filter(({ attributes = [] }) => !attributes.some((each) => left.includes(each)));
  return [
    ...named(
      'index',
      indices.map(({ name }) => name),
    ),
    ...named(
      'alias',
      resolved.aliases.map(({ name }) => name),
    ),
    ...named(
      'data stream',
      resolved.data_streams.map(({ name }) => name),
    ),
  ];
}

/** The names in a response of `_alias`, without hidden ones; undefined for any other JSON. Includes closed indices. */
export function namesOfAliases(json: unknown): IndexName[] | undefined {
  if (!isRecord(json)) return undefined;
  const indices: string[] = [];
  const aliases = new Set<string>();
  for (const [name, index] of Object.entries(json)) {
    if (!isRecord(index) || !isRecord(index.aliases)) return undefined;
    indices.push(name);
    for (const [alias, options] of Object.entries(index.aliases)) {
      if (!isRecord(options) || options.is_hidden !== true) aliases.add(alias);
    }
  }
  return [...named('index', indices), ...named('alias', [...aliases])];
}

const listedSchema = z.array(z.object({ index: z.string(), status: z.optional(z.nullable(z.string())) }));

/** The names in a response of `_cat/indices?format=json`, and which are closed; undefined for any other JSON. */
export function namesOfCat(json: unknown): (IndexName & { readonly isClosed: boolean })[] | undefined {
  return listedSchema
    .safeParse(json)
    .data?.flatMap(({ index, status }) =>
      named('index', [index]).map((each) => ({ ...each, isClosed: status === 'close' })),
    );
}
