import * as z from 'zod/mini';
import { plainText } from '../../base/text/plainText';
import { momentText } from '../describe/dateTexts';

/** The part of `API.repositories` of VS Code's Git extension that is used (`extensions/git/src/api/git.d.ts`). */
const repositories = z.array(
  z.object({ state: z.object({ HEAD: z.optional(z.object({ name: z.optional(z.string()) })) }) }),
);

/**
 * The names to propose for a snapshot, the best first: the branch of the workspace, if it has one repository, then the
 * time.
 *
 * @param git the repositories from VS Code's Git extension, of any shape
 * @param longest the most characters that a name has
 */
export function proposedSnapshotNames(git: unknown, now: number, longest: number): readonly string[] {
  const parsed = repositories.safeParse(git);
  const [only, ...others] = parsed.success ? parsed.data : [];
  const branch = others.length > 0 ? '' : plainText(only?.state.HEAD?.name ?? '', longest).trim();
  return [...(branch === '' ? [] : [branch]), momentText(now)];
}
