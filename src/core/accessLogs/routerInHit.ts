import * as z from 'zod/mini';
import { jsonOrNothing } from '../base/json/parse';
import { jobOf } from '../base/worker/job';
import { documentValuesAt, sourceOf } from '../search/read/hitValues';
import { knownNamings } from './logNamings';

const nameSchema = z.string().check(z.minLength(1));

/**
 * The router that a hit names, as logged: `web@docker`, or `parent@file -> child@file`. Searched at the given paths,
 * then at the paths of known shippers. Undefined if the hit names none. Server text as received.
 *
 * @param hit as received: JSON
 * @param paths the paths of routers' names that the user has chosen
 */
export function routerInHit(hit: string, paths: readonly string[]): string | undefined {
  const source = sourceOf(hit);
  if (source === undefined) return undefined;
  for (const place of [...paths, ...knownRouterPaths]) {
    for (const value of documentValuesAt(source, place)) {
      const name = nameSchema.safeParse(jsonOrNothing(value));
      if (name.success) return name.data;
    }
  }
  return undefined;
}

const knownRouterPaths: readonly string[] = knownNamings.map(({ router }) => router);

export const routerInHitJob = jobOf('routerInHit', 2 ** 20, routerInHit);
