/** Whether a request matches, or a sentence with the reason why this is not certain. */
export type MatcherResult = boolean | { readonly doubt: string };

export type MatcherTest<S> = (seen: S) => MatcherResult;

export function unsureResult(doubt: string): MatcherResult {
  return { doubt };
}

/** Whether all tests match. A test that does not match decides, even if others are not certain. */
export function allTests<S>(tests: readonly MatcherTest<S>[]): MatcherTest<S> {
  return combinedResult(tests, (test) => test, false);
}

export function anyTest<S>(tests: readonly MatcherTest<S>[]): MatcherTest<S> {
  return combinedResult(tests, (test) => test, true);
}

/**
 * Stops at the first result that decides. A doubt counts only if no result decides.
 *
 * @param make builds the test of a part on first use, because most are never used: the first part usually decides
 */
export function combinedResult<P, S>(
  parts: readonly P[],
  make: (part: P) => MatcherTest<S>,
  deciding: boolean,
): MatcherTest<S> {
  const tests: MatcherTest<S>[] = [];
  return (seen) => {
    let index = 0;
    let doubt: MatcherResult | undefined;
    for (const part of parts) {
      let test = tests[index];
      if (test === undefined) {
        test = make(part);
        tests.push(test);
      }
      index++;
      const result = test(seen);
      if (result === deciding) return result;
      if (typeof result !== 'boolean') doubt ??= result;
    }
    return doubt ?? !deciding;
  };
}

export function oppositeResult(result: MatcherResult): MatcherResult {
  return typeof result === 'boolean' ? !result : result;
}
