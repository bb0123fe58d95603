import { repository, version } from '../../../../package.json';
import type { ProblemCode } from './configProblem';

const page = `${repository.url.replace(/\.git$/, '')}/blob/v${version}/docs/configuration-files.md`;

/**
 * The address of what the manual says about problems with a code: what happens, why, and the cure. It is that of the
 * version that runs, because a later one may no longer have the code.
 */
export function problemHelp(code: ProblemCode): string {
  return `${page}#${code}`;
}
