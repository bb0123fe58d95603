/**
 * @file The second try of walks. A walk looks at a VS Code and a browser that draw when they get to it, and on a busy machine
 * one of several hundred steps may come too late. So the few files that failed run once more, alone, and the summary
 * names what passed only then. Many failures have another cause, and a second failure stays one.
 */

/** More failed files than this are not run again. */
const MOST_FILES = 3;

/**
 * @param {import('./suites.mjs').Outcome} first
 * @returns {string[]} the bundles to run once more; none if nothing failed, or too much, or what is in no file
 */
export function filesToTryAgain({ files }) {
  const failed = Object.keys(files).filter((file) => files[file].failures.length > 0);
  return failed.length > MOST_FILES || failed.includes('') ? [] : failed;
}

/**
 * @param {import('./suites.mjs').Outcome} first
 * @param {import('./suites.mjs').Outcome} second what came of `filesToTryAgain(first)`
 * @returns {import('./suites.mjs').Outcome} the second outcome of these files, the first one of all others
 */
export function withSecondTry(first, second) {
  const again = filesToTryAgain(first);
  const before = again.flatMap((file) => first.files[file].failures);
  const passedBefore = again.reduce((sum, file) => sum + first.files[file].passed, 0);
  const better = again.filter((file) => second.files[file]?.failures.length === 0);
  return {
    ...first,
    passed: first.passed - passedBefore + second.passed,
    failed: first.failed - before.length + second.failed,
    failures: [...first.failures.filter((failure) => !before.includes(failure)), ...second.failures],
    notes: better.flatMap((file) =>
      first.files[file].failures.map((failure) => `Passed only when its file ran again, alone: ${failure}`),
    ),
  };
}
