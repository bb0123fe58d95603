import type { Dialect } from './dialect';
import { phaseFailure } from './find/failures';
import { EngineError, illegalArgument } from './problem';
import { ShardFailure } from './query/shard-failure';
import type { Catalog } from './store/catalog';
import { createShard, type Shard } from './store/shard';

/** A point in time: what these shards held when it was opened. */
interface Pit {
  readonly id: string;
  readonly shards: readonly Shard[];
  readonly created: number;
  keepAlive: number;
  expires: number;
}

export interface OpenPit {
  readonly id: string;
  readonly created: number;
  readonly keepAlive: number;
}

export interface Pits {
  /** Those that are open now, oldest first. */
  readonly open: readonly OpenPit[];
  /** @param keepAlive milliseconds */
  start(shards: readonly Shard[], keepAlive: number): OpenPit;
  /**
   * The shards to search. Whoever asks keeps it open for longer.
   *
   * @throws EngineError for an id that is none, or of a point in time that is gone
   */
  use(id: string, keepAlive: number | undefined): readonly Shard[];
  /** @throws EngineError for an id that is none */
  check(id: string): void;
  /** @returns how many shards held it */
  close(id: string): number;
  closeAll(): void;
}

/** How the recorded ids begin. */
const prefix = '6M6b';

/** What the engines write into an id: which shards hold it, and as which of their contexts. */
interface IdContent {
  /** The number of the first shard's context; the others' follow. */
  readonly first: number;
  readonly shards: readonly Shard[];
}

function writeId({ first, shards }: IdContent): string {
  const held = shards.map(({ owner, number }, at) => `${owner.name}/${owner.uuid}/${number}/${first + at}`);
  return `${prefix}${Buffer.from(`${first};${held.join(';')}`).toString('base64url')}`;
}

/** The refusal of an id that is none; `undefined` where it could be one. */
function badId({ family }: Dialect, id: string): EngineError | undefined {
  const isElastic = family === 'elasticsearch';
  const wrapped = (cause: EngineError['problem']) =>
    new EngineError({ type: 'illegal_argument_exception', reason: `invalid id: [${id}]`, caused_by: cause });
  if (id === '') {
    if (!isElastic) return wrapped({ type: 'e_o_f_exception', reason: null });
    const cause = { type: 'buffer_underflow_exception', reason: null };
    return new EngineError({
      type: 'illegal_argument_exception',
      reason: 'java.io.EOFException',
      caused_by: { type: 'e_o_f_exception', reason: null, caused_by: cause },
    });
  }
  if (id.replace(/=+$/, '').length % 4 === 1) {
    const bits = illegalArgument('Last unit does not have enough valid bits');
    return isElastic ? bits : wrapped(bits.problem);
  }
  return undefined;
}

function gone({ first, shards }: IdContent): EngineError {
  const failed = shards.map((shard, at) => ({
    shard,
    failure: new ShardFailure(
      { type: 'search_context_missing_exception', reason: `No search context found for id [${first + at}]` },
      404,
    ),
  }));
  return phaseFailure(failed, 'all shards failed');
}

/** Shards of an index that has been deleted since are as good as never assigned. */
function present(dialect: Dialect, catalog: Catalog, shard: Shard): Shard {
  const { name, uuid } = shard.owner;
  if (catalog.get(name)?.uuid === uuid) return shard;
  if (dialect.family === 'elasticsearch') return createShard(shard.owner, shard.number, [], false);
  const reason = `no such index [${name}]`;
  throw new EngineError({ type: 'index_not_found_exception', reason, index: name, index_uuid: uuid }, 404);
}

export function createPits(dialect: Dialect, catalog: Catalog, now: () => number): Pits {
  const pits = new Map<string, Pit>();
  /** Every id that was ever given out, without the documents. */
  const issued = new Map<string, IdContent>();
  let nextContext = 1;

  const sweep = () => {
    for (const pit of pits.values()) if (pit.expires < now()) pits.delete(pit.id);
  };
  const contentOf = (id: string): IdContent => {
    const problem = badId(dialect, id);
    if (problem !== undefined) throw problem;
    const content = issued.get(id);
    if (content === undefined) throw illegalArgument('Not all bytes were read');
    return content;
  };

  return {
    get open() {
      sweep();
      return [...pits.values()].map(({ id, created, keepAlive }) => ({ id, created, keepAlive }));
    },
    start(shards, keepAlive) {
      const withoutDocuments = shards.map(({ owner, number }) => createShard(owner, number, []));
      const content = { first: nextContext, shards: withoutDocuments };
      const id = writeId(content);
      issued.set(id, content);
      const created = now();
      pits.set(id, { id, shards, created, keepAlive, expires: created + keepAlive });
      nextContext += Math.max(shards.length, 1);
      return { id, created, keepAlive };
    },
    use(id, keepAlive) {
      const content = contentOf(id);
      sweep();
      const pit = pits.get(id);
      if (pit === undefined) throw gone(content);
      pit.keepAlive = keepAlive ?? pit.keepAlive;
      pit.expires = Math.max(pit.expires, now() + pit.keepAlive);
      return pit.shards.map((shard) => present(dialect, catalog, shard));
    },
    check: (id) => void contentOf(id),
    close(id) {
      contentOf(id);
      sweep();
      const pit = pits.get(id);
      pits.delete(id);
      return pit?.shards.length ?? 0;
    },
    closeAll: () => pits.clear(),
  };
}
