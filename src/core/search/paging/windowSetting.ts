import * as z from 'zod/mini';
import { isSuccess } from '../../base/http/answers';
import { jsonOrNothing } from '../../base/json/parse';
import type { SearchDoor } from '../engine/searchDoor';
import { searchPath } from '../wire/request';

const name = 'index.max_result_window';
const valueSchema = z.optional(z.record(z.string(), z.unknown()));
const settingsSchema = z.record(z.string(), z.object({ settings: valueSchema, defaults: valueSchema }));

/**
 * How many hits of an index expression can be paged through with `from` and `size`: the fewest of any of its indices.
 * Undefined where the settings may not be read.
 */
export async function windowSetting(door: SearchDoor, index: string, signal: AbortSignal): Promise<number | undefined> {
  const base = searchPath(index).slice(0, -'_search'.length);
  try {
    const path = `${base}_settings/${name}?include_defaults=true&flat_settings=true`;
    const answer = await door.request({ method: 'GET', path, signal });
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
