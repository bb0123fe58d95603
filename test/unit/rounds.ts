/**
 * How many rounds a suite of random cases takes: some in `npm test`, all of them in `npm run fuzz`, which runs these suites
 * too (test/fuzz/run.mjs).
 */
export function roundsOf(some: number, all: number): number {
  return process.env.PROXY_SCOUT_ROUNDS === 'all' ? all : some;
}
