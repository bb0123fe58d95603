import type { Family } from './dialect';
import { phaseFailure } from './find/failures';
import type { SearchRequest } from './find/request';
import { EngineError, illegalArgument } from './problem';
import { ShardFailure } from './query/shard-failure';
import type { Shard } from './store/shard';

/** A search that is gone through once, from its beginning to its end. */
export interface Scroll {
  readonly id: string;
  readonly shards: readonly Shard[];
  readonly request: SearchRequest;
  /** Hits that were shown. */
  readonly passed: number;
}

export interface Scrolls {
  /** How many there are. */
  readonly open: number;
  /** @returns the id */
  start(shards: readonly Shard[], request: SearchRequest): string;
  /** @throws EngineError for an id that is none */
  shardsOf(id: string): readonly Shard[];
  /**
   * The next hits of a scroll, which it has passed then.
   *
   * @throws EngineError for an id that is none, or of a scroll that is gone
   */
  next(id: string): Scroll;
  /** @returns how many shards held it */
  close(id: string): number;
}

/** How the recorded ids begin. */
const prefix = 'FGluY2x1ZGVfY29udGV4dF91dWlk';

function unreadable(family: Family): EngineError {
  const cause =
    family === 'elasticsearch'
      ? { type: 'i_o_exception', reason: 'Base64 stream has one un-decoded dangling byte.' }
      : { type: 'illegal_argument_exception', reason: 'Last unit does not have enough valid bits' };
  return new EngineError({ ...illegalArgument('Cannot parse scroll id').problem, caused_by: cause });
}

/** Scrolls do not expire here. */
export function createScrolls(family: Family): Scrolls {
  const scrolls = new Map<string, Scroll>();
  /** Every id that was ever given out. */
  const issued = new Map<string, readonly Shard[]>();

  function known(id: string): readonly Shard[] {
    const shards = issued.get(id);
    if (shards === undefined) throw unreadable(family);
    return shards;
  }

  return {
    get open() {
      return scrolls.size;
    },
    start(shards, request) {
      const id = `${prefix}${Buffer.from(`scroll ${issued.size}`).toString('base64')}`;
      issued.set(id, shards);
      scrolls.set(id, { id, shards, request, passed: request.size });
      return id;
    },
    shardsOf: known,
    next(id) {
      const shards = known(id);
      const scroll = scrolls.get(id);
      if (scroll === undefined) {
        const reason = `No search context found for id [${issued.size}]`;
        const failure = new ShardFailure({ type: 'search_context_missing_exception', reason }, 404);
        throw phaseFailure(
          shards.map((shard) => ({ shard, failure })),
          'all shards failed',
        );
      }
      scrolls.set(id, { ...scroll, passed: scroll.passed + scroll.request.size });
      return scroll;
    },
    close(id) {
      const shards = known(id);
      return scrolls.delete(id) ? shards.length : 0;
    },
  };
}
