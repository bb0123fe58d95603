interface TestOutcome {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
  readonly files: Readonly<Record<string, { readonly passed: number; readonly failures: readonly string[] }>>;
  readonly notes?: readonly string[];
}

export function filesToTryAgain(first: TestOutcome): string[];
export function withSecondTry(first: TestOutcome, second: TestOutcome): TestOutcome;
