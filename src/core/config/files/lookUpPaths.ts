import type { ConfigProblem } from '../model/configProblem';
import { type FoundKind, problemsOfPaths } from '../static/fileProviderPaths';
import type { ConfigGroup } from './readConfigFiles';

/** Real files name few paths. */
const mostLookedUp = 100;

/**
 * The problems of paths that files name for the file provider, when they were looked up.
 *
 * @param kindOf what stands at a path, which is one as those of the files; it answers nothing for a path that may not be
 *   looked up
 */
export async function lookUpPaths(
  groups: readonly ConfigGroup[],
  kindOf: (place: string) => Promise<FoundKind>,
): Promise<readonly ConfigProblem[]> {
  const paths = groups.flatMap((group) => group.paths ?? []).slice(0, mostLookedUp);
  const found = new Map<string, FoundKind>();
  for (const place of new Set(paths.flatMap(({ places }) => places))) found.set(place, await kindOf(place));
  return problemsOfPaths(paths, (place) => found.get(place));
}
