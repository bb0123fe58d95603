import { singleFlight } from '../../base/async/singleFlight';
import { canceledFailure } from '../../base/errors/failure';
import { mayDeclare } from '../source/mayDeclare';
import type { SourceFile } from '../source/placedText';
import type { IndexedConfig, IndexedGroup } from './indexedConfig';
import { indexConfig } from './readConfig';

export interface FollowedFiles {
  /** The paths of all files that may declare something: at most `most`, and any of them if there are more. */
  list(most: number, signal: AbortSignal): Promise<readonly string[]>;
  /** The current text of a listed file; undefined if it cannot be read. */
  textOf(path: string): Promise<string | undefined>;
}

/** In UTF-16 units, of all files that are read at once: this many fit into memory. Further files are skipped. */
const mostText = 32_000_000;

/** The names in many files. Reads only those again that a `note…` method reports. */
export class FollowedNames {
  private readonly listed = new Set<string>();
  private readonly changed = new Set<string>();
  private readonly groups = new Map<string, IndexedGroup>();
  private all: IndexedConfig | undefined;
  private isListed = false;
  /** An aborted reading may still run when the next one begins. */
  private last: Promise<unknown> = Promise.resolve();
  private readonly flight = singleFlight((signal) => {
    const reading = this.last.then(() => this.readChanged(signal));
    this.last = reading.catch(() => undefined);
    return reading;
  });

  /** @param most the highest number of files that are read */
  constructor(
    private readonly files: FollowedFiles,
    private readonly most: number,
  ) {}

  /**
   * Reads all unread files. Several callers share a reading; it ends early once all of them have aborted.
   *
   * @throws RequestFailure `canceled` if the signal aborts; also the errors of `FollowedFiles`: the next call tries
   * again
   */
  async read(signal: AbortSignal): Promise<IndexedConfig> {
    try {
      return await this.flight.read(signal);
    } catch (error) {
      this.flight.refresh();
      throw error;
    }
  }

  /** Reports that a file has another text. Ignores unlisted files. */
  noteChanged(path: string): void {
    if (!this.listed.has(path)) return;
    this.changed.add(path);
    this.flight.refresh();
  }

  noteRemoved(path: string): void {
    this.remove(path);
    this.flight.refresh();
  }

  /** Reports that the list of files may have changed. */
  noteOthers(): void {
    this.isListed = false;
    this.flight.refresh();
  }

  private remove(path: string): void {
    if (this.listed.delete(path)) this.changed.add(path);
  }

  private async readChanged(signal: AbortSignal): Promise<IndexedConfig> {
    while (!this.isListed || this.changed.size > 0) {
      if (!this.isListed) await this.list(signal);
      const paths = [...this.changed];
      this.changed.clear();
      try {
        await this.update(paths, signal);
      } catch (error) {
        for (const path of paths) this.changed.add(path);
        throw error;
      }
    }
    const read = [...this.groups.values()];
    this.all ??= {
      names: read.flatMap(({ names }) => names),
      origins: read.flatMap(({ origins }) => origins),
      ingresses: read.flatMap(({ ingresses }) => ingresses),
    };
    return this.all;
  }

  private async list(signal: AbortSignal): Promise<void> {
    this.isListed = true;
    try {
      const found = await this.files.list(this.most, signal);
      const now = new Set(found);
      // If there are more files than `most`, each list may have other ones: known files stay until a call removes them.
      if (found.length < this.most) for (const path of this.listed) if (!now.has(path)) this.remove(path);
      for (const path of now) {
        if (this.listed.size >= this.most || this.listed.has(path)) continue;
        this.listed.add(path);
        this.changed.add(path);
      }
    } catch (error) {
      this.isListed = false;
      throw error;
    }
  }

  /**
   * Reads files again that are new, changed, or gone, with those of the same group: a compose file and its override, the
   * files of a folder for the file provider. All others keep their names. If it is canceled, nothing changes.
   */
  private async update(changed: readonly string[], signal: AbortSignal): Promise<void> {
    const paths = new Set<string>();
    const files: SourceFile[] = [];
    let made: ReadonlyMap<string, IndexedGroup> = new Map();
    let length = 0;
    for (let more: ReadonlySet<string> = new Set(changed); more.size > 0; more = this.matesOf(paths, made)) {
      for (const path of more) {
        if (signal.aborted) throw canceledFailure();
        paths.add(path);
        const text = this.listed.has(path) ? await this.files.textOf(path) : undefined;
        if (text === undefined || length + text.length > mostText || !mayDeclare({ path, text })) continue;
        length += text.length;
        files.push({ path, text });
      }
      made = await indexConfig(files, signal);
    }
    for (const [key, group] of this.groups) if (group.paths.some((path) => paths.has(path))) this.groups.delete(key);
    for (const [key, group] of made) this.groups.set(key, group);
    this.all = undefined;
  }

  /** The files that were in one group with some files, or are from now on. */
  private matesOf(paths: ReadonlySet<string>, made: ReadonlyMap<string, IndexedGroup>): ReadonlySet<string> {
    const mates = [...this.groups].filter(
      ([key, group]) => made.has(key) || group.paths.some((path) => paths.has(path)),
    );
    return new Set(mates.flatMap(([, group]) => group.paths).filter((path) => !paths.has(path)));
  }
}
