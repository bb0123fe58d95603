import { type ListenOptions, listen, type RunningServer } from '../shared/listen';
import { type CreatedDocument, createEngine, type EngineOptions } from './engine';
import { createHandler } from './handler';
import { mappingOf } from './store/mapping';
import type { IndexOptions, NewDocument } from './store/search-index';

export type { EngineName } from './dialect';
export type { CreatedDocument } from './engine';
export type { IndexOptions, NewDocument } from './store/search-index';

export interface SearchEngineOptions extends EngineOptions, Pick<ListenOptions, 'port' | 'tls'> {}

/** A running sample search engine, with what a test may do behind its back. */
export interface SampleSearchEngine extends RunningServer {
  /** Documents that came in over HTTP, oldest first. A client that only searches leaves it empty. */
  readonly documentsCreated: readonly CreatedDocument[];
  /** How many points in time are open. */
  openPits(): number;
  /**
   * Stores documents in an index that is there. `source` is kept byte for byte; `values` is not needed.
   *
   * @throws where there is no such index, or a source is no JSON object
   */
  addDocuments(index: string, documents: readonly NewDocument[]): void;
  /** @returns whether it was there */
  deleteDocument(index: string, id: string): boolean;
  /** Makes an index whose mapping comes from its documents. One of that name that is there is gone. */
  createIndex(name: string, documents: readonly NewDocument[], options?: IndexOptions): void;
  /** @returns whether it was there */
  deleteIndex(name: string): boolean;
  /** Makes shards of an index fail each search, in points in time too, until they are made whole by an empty list. */
  breakShards(index: string, shards: readonly number[]): void;
  /** How many scrolls are open. */
  openScrolls(): number;
  /** Closes all points in time, as the engine does to those that nobody used for too long. */
  closePits(): void;
}

/** More than the engine takes, so that it is the engine that refuses. */
const largestHeader = 1024 * 1024;

/**
 * Starts a sample engine on 127.0.0.1 that answers as the recorded ones do: it filters, sorts and slices 25,000 access
 * log lines and some odd products. Its documents are the same at every start.
 */
export async function startSearchEngine(options: SearchEngineOptions = {}): Promise<SampleSearchEngine> {
  const engine = createEngine(options);
  const server = await listen(createHandler(engine, options), {
    maxHeaderBytes: largestHeader,
    ...(options.port === undefined ? {} : { port: options.port }),
    ...(options.tls === undefined ? {} : { tls: options.tls }),
  });
  const index = (name: string) => {
    const found = engine.catalog.get(name);
    if (found === undefined) throw new Error(`the sample engine has no index ${name}`);
    return found;
  };
  return Object.assign(server, {
    documentsCreated: engine.created,
    openPits: () => engine.pits.open.length,
    addDocuments(name: string, documents: readonly NewDocument[]) {
      index(name).add(documents);
    },
    deleteDocument: (name: string, id: string) => index(name).remove(id),
    createIndex(name: string, documents: readonly NewDocument[], indexOptions?: IndexOptions) {
      engine.catalog.create(name, mappingOf(indexOptions?.types ?? {}), indexOptions).add(documents);
    },
    deleteIndex: (name: string) => engine.catalog.delete(name),
    breakShards(name: string, shards: readonly number[]) {
      for (const key of [...engine.broken]) if (key.startsWith(`${name}/`)) engine.broken.delete(key);
      for (const shard of shards) engine.broken.add(`${name}/${shard}`);
    },
    openScrolls: () => engine.scrolls.open,
    closePits: () => engine.pits.closeAll(),
  });
}
