import { repository, version } from '../../../../package.json';
import type { ProblemCode } from './configProblem';

/** The address of what the manual says about problems with a code: what happens, why, and the cure. */
export function problemHelp(code: ProblemCode): string {
  return manualAddress(`configuration-files.md#${code}`);
}

/** The address of a page of the manual for the version that runs, because a later one may no longer have what is there. */
export function manualAddress(page: string): string {
  return `${repository.url.replace(/\.git$/, '')}/blob/v${version}/docs/${page}`;
}
