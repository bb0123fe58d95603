import * as z from 'zod/mini';
import { isSuccess } from '../../base/http/responseFailures';
import { jsonOrNothing } from '../../base/json/parse';
import type { SearchClient } from '../engine/searchClient';
import { searchPath } from '../wire/searchPath';

/** The end of paging by `from` and `size`, as far as known: `index.max_result_window`. */
export class PageWindow {
  /** The number of hits that can be reached: at first the engines' default. */
  limit = 10_000;
  isKnown = false;

  constructor(
    private readonly client: SearchClient,
    private readonly index: string,
  ) {}

  /**
   * Sets the limit that the engine named when it refused a page.
   *
   * @returns false if it was already known, so that a retry would be refused again
   */
  learn(limit: number): boolean {
    if (this.isKnown && limit >= this.limit) return false;
    [this.limit, this.isKnown] = [limit, true];
    return true;
  }

  /** Records a successful page that ends at `end`: if that is beyond the limit, there is none. */
  reached(end: number): void {
    if (end > this.limit) this.limit = Number.POSITIVE_INFINITY;
  }

  /** Reads the engine's setting, unless the limit is known. Without permission to read settings, it stays unknown. */
  async ask(signal: AbortSignal): Promise<void> {
    if (this.isKnown) return;
    const setting = await windowSetting(this.client, this.index, signal);
    if (setting !== undefined) [this.limit, this.isKnown] = [setting, true];
  }
}

const name = 'index.max_result_window';
const valueSchema = z.optional(z.record(z.string(), z.unknown()));
const settingsSchema = z.record(z.string(), z.object({ settings: valueSchema, defaults: valueSchema }));

/** The smallest window of all indices in the expression; undefined without permission to read settings. */
async function windowSetting(client: SearchClient, index: string, signal: AbortSignal): Promise<number | undefined> {
  const base = searchPath(index).slice(0, -'_search'.length);
  try {
    const path = `${base}_settings/${name}?include_defaults=true&flat_settings=true`;
    const answer = await client.request({ method: 'GET', path, signal });
    if (!isSuccess(answer)) return undefined;
    const { data } = z.safeParse(settingsSchema, jsonOrNothing(answer.body));
    const values = Object.values(data ?? {}).map(({ settings, defaults }) =>
      Number(settings?.[name] ?? defaults?.[name]),
    );
    return values.length > 0 && values.every((value) => Number.isSafeInteger(value) && value > 0)
      ? Math.min(...values)
      : undefined;
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}
