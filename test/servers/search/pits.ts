import type { Dialect } from './dialect';
import { phaseFailure } from './find/failures';
import { EngineError, illegalArgument } from './problem';
import { ShardFailure } from './query/shard-failure';
import type { Catalogue } from './store/catalogue';
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
const PREFIX = '6M6b';

interface IdContent {
  readonly first: number;
  readonly shards: readonly (readonly [index: string, uuid: string, shard: number])[];
}

function writeId(content: IdContent): string {
  return `${PREFIX}${Buffer.from(JSON.stringify(content)).toString('base64url')}`;
}

function readId(id: string): IdContent | undefined {
  if (!id.startsWith(PREFIX)) return undefined;
  try {
    return JSON.parse(Buffer.from(id.slice(PREFIX.length), 'base64url').toString());
  } catch {
    return undefined;
  }
}

function badId({ pointInTime }: Dialect, id: string): EngineError | undefined {
  const isElastic = pointInTime === 'elasticsearch';
  const wrapped = (caused_by: EngineError['problem']) =>
    new EngineError({ type: 'illegal_argument_exception', reason: `invalid id: [${id}]`, caused_by });
  if (id === '') {
    if (!isElastic) return wrapped({ type: 'e_o_f_exception', reason: null });
    const caused_by = { type: 'buffer_underflow_exception', reason: null };
    return new EngineError({
      type: 'illegal_argument_exception',
      reason: 'java.io.EOFException',
      caused_by: { type: 'e_o_f_exception', reason: null, caused_by },
    });
  }
  if (id.replace(/=+$/, '').length % 4 === 1) {
    const bits = illegalArgument('Last unit does not have enough valid bits');
    return isElastic ? bits : wrapped(bits.problem);
  }
  return readId(id) === undefined ? illegalArgument('Not all bytes were read') : undefined;
}

function gone(id: string): EngineError {
  const { first, shards } = readId(id) ?? { first: 0, shards: [] };
  const failed = shards.map(([name, uuid, number], at) => ({
    shard: createShard({ name, uuid, mapping: new Map() }, number, []),
    failure: new ShardFailure(
      { type: 'search_context_missing_exception', reason: `No search context found for id [${first + at}]` },
      404,
    ),
  }));
  return phaseFailure(failed, 'all shards failed');
}

/** Shards of an index that has been deleted since are as good as never assigned. */
function present(dialect: Dialect, catalogue: Catalogue, shard: Shard): Shard {
  const { name, uuid } = shard.owner;
  if (catalogue.get(name)?.uuid === uuid) return shard;
  if (dialect.pointInTime === 'elasticsearch') return createShard(shard.owner, shard.number, [], false);
  const reason = `no such index [${name}]`;
  throw new EngineError({ type: 'index_not_found_exception', reason, index: name, index_uuid: uuid }, 404);
}

export function createPits(dialect: Dialect, catalogue: Catalogue, now: () => number): Pits {
  const pits = new Map<string, Pit>();
  let nextContext = 1;

  const sweep = () => {
    for (const pit of pits.values()) if (pit.expires < now()) pits.delete(pit.id);
  };
  const check = (id: string) => {
    const problem = badId(dialect, id);
    if (problem !== undefined) throw problem;
  };

  return {
    get open() {
      sweep();
      return [...pits.values()].map(({ id, created, keepAlive }) => ({ id, created, keepAlive }));
    },
    start(shards, keepAlive) {
      const named = shards.map(({ owner, number }): [string, string, number] => [owner.name, owner.uuid, number]);
      const id = writeId({ first: nextContext, shards: named });
      const created = now();
      pits.set(id, { id, shards, created, keepAlive, expires: created + keepAlive });
      nextContext += Math.max(shards.length, 1);
      return { id, created, keepAlive };
    },
    use(id, keepAlive) {
      check(id);
      sweep();
      const pit = pits.get(id);
      if (pit === undefined) throw gone(id);
      pit.keepAlive = keepAlive ?? pit.keepAlive;
      pit.expires = Math.max(pit.expires, now() + pit.keepAlive);
      return pit.shards.map((shard) => present(dialect, catalogue, shard));
    },
    check,
    close(id) {
      check(id);
      sweep();
      const pit = pits.get(id);
      pits.delete(id);
      return pit?.shards.length ?? 0;
    },
    closeAll: () => pits.clear(),
  };
}
