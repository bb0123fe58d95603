/** Whether something takes a request; a text says why that is not certain. */
export type Result = boolean | { readonly doubt: string };

export const YES = true;
export const NO = false;

/** What is asked of a request. */
export type Test<S> = (seen: S) => Result;

export function unsure(doubt: string): Result {
  return { doubt };
}

/** Whether all of them do: one that does not decides, whatever is not certain. */
export function all<S>(tests: readonly Test<S>[]): Test<S> {
  return combined(tests, (test) => test, NO);
}

/** Whether any of them does. */
export function any<S>(tests: readonly Test<S>[]): Test<S> {
  return combined(tests, (test) => test, YES);
}

/**
 * Stops at the first result that decides; a doubt is kept for when none does.
 *
 * @param make makes the test of a part when it is first asked: most are never, for the first part decides
 */
export function combined<P, S>(parts: readonly P[], make: (part: P) => Test<S>, deciding: boolean): Test<S> {
  const tests: Test<S>[] = [];
  return (seen) => {
    let index = 0;
    let doubt: Result | undefined;
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

export function opposite(result: Result): Result {
  return typeof result === 'boolean' ? !result : result;
}
