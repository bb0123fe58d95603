import type { Failure } from '../../core/base/errors/failure';
import type { RawLook } from '../../core/proxy/describe/look';
import type { AutoRefresh } from '../../core/proxy/tree/autoRefresh';
import type { Stage } from '../../core/proxy/tree/stage';
import type { Connections } from '../shared/connections';
import { loadCore } from '../shared/core';
import type { Filters } from './filters';

/** What the view holds of an endpoint whose rows were asked for, or which was read for someone else. */
export interface Live {
  readonly stage: Stage;
  readonly auto: AutoRefresh;
  /** Reads anew, and resolves to why that failed, also where only a part of it did. A read under way is new enough. */
  refresh(): Promise<Failure | undefined>;
}

/** Something went wrong that no server did: it is in the log. */
const UNEXPECTED: Failure = { kind: 'invalid', sentence: 'Something went wrong.', nextStep: 'Choose Show Log.' };

/** The live endpoints of the view. */
export interface Lives {
  /** The endpoint's; a new one where its connection was made anew. */
  open(endpointId: string): Promise<Live>;
  /** The endpoint's, if there is one. */
  get(endpointId: string): Live | undefined;
  readonly all: ReadonlyMap<string, Live>;
  /** Forgets all but these. */
  keep(endpointIds: ReadonlySet<string>): void;
}

interface Surroundings {
  readonly connections: Connections;
  readonly filters: Filters;
  /** What the settings say of how rows look. */
  readonly look: () => RawLook;
  /** Is shown every read that goes to the network. */
  readonly onReading: (reading: Promise<unknown>) => void;
  /** Is told when such a read has come to its end, good or bad. */
  readonly onRead: (endpointId: string) => void;
  readonly onOpen: (live: Live) => void;
}

export function openLives({ connections, filters, look, onReading, onRead, onOpen }: Surroundings): Lives {
  const lives = new Map<string, Live & { readonly shared: Awaited<ReturnType<Connections['inventory']>> }>();
  const forget = (endpointId: string): void => {
    lives.get(endpointId)?.auto.dispose();
    lives.delete(endpointId);
  };
  return {
    async open(endpointId) {
      const { autoRefresh, exposuresOf, isRequestFailure, lookOf, openStage, refreshFailure } = await loadCore();
      const shared = await connections.inventory(endpointId);
      const isPresent = (): boolean => lives.get(endpointId)?.shared === shared;
      const endpoint = isPresent() ? undefined : await (await connections.store()).get(endpointId);
      const present = lives.get(endpointId);
      if (present?.shared === shared) return present;
      forget(endpointId);
      const read = () => {
        const reading = shared.read();
        if (!shared.isReading) return reading;
        onReading(reading);
        const ended = () => onRead(endpointId);
        reading.then(ended, ended);
        return reading;
      };
      const refresh = (): Promise<Failure | undefined> => {
        shared.refresh();
        return read().then(refreshFailure, (error: unknown) => (isRequestFailure(error) ? error.failure : UNEXPECTED));
      };
      const live = {
        shared,
        stage: openStage(
          shared,
          read,
          () => lookOf(look(), filters.get(endpointId)),
          endpoint && exposuresOf(endpoint),
        ),
        auto: autoRefresh(refresh),
        refresh,
      };
      lives.set(endpointId, live);
      onOpen(live);
      return live;
    },
    get: (endpointId) => lives.get(endpointId),
    all: lives,
    keep(endpointIds) {
      for (const id of [...lives.keys()]) if (!endpointIds.has(id)) forget(id);
    },
  };
}
