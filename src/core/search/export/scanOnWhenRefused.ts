import { plural } from '../../../l10n/plural';
import { type Failure, isRequestFailure } from '../../base/errors/failure';
import { endOfScan, type HitScan, type HitScanPage, onlyFirstHits } from './hitScan';

/**
 * A scan that continues in another way if the user is no longer allowed to continue, and ends if that is refused, too:
 * permissions may cover a search but not its continuation, and can be revoked meanwhile. The hits that were already
 * written stay.
 *
 * @param otherwise the scan after this many hits
 */
export function scanOnWhenRefused(first: HitScan, otherwise: (passed: number) => HitScan): HitScan {
  let scan = first;
  let passed = 0;
  let last: HitScanPage | undefined;
  let ended: readonly string[] = [];

  return {
    get notes() {
      return [...first.notes, ...(scan === first ? [] : scan.notes), ...ended];
    },
    get canRepeat() {
      return scan.canRepeat;
    },
    async page(size, signal) {
      for (;;) {
        try {
          return noted(await scan.page(size, signal));
        } catch (error) {
          const failure = refusalOf(error);
          if (failure === undefined || signal.aborted) throw error;
          count();
          if (scan === first && failure.kind === 'forbidden') {
            scan = otherwise(passed);
            continue;
          }
          if (passed === 0) throw error;
          ended = [plural(passed, onlyFirstHits), failure.sentence];
          return endOfScan;
        }
      }
    },
    close: () => first.close(),
  };

  function count(): void {
    passed += last?.hits().length ?? 0;
    last = undefined;
  }

  function noted(page: HitScanPage): HitScanPage {
    return {
      ...page,
      pass() {
        count();
        last = page;
        page.pass();
      },
    };
  }
}

function refusalOf(error: unknown): Failure | undefined {
  if (!isRequestFailure(error)) return undefined;
  const { kind } = error.failure;
  return kind === 'forbidden' || kind === 'unauthorized' ? error.failure : undefined;
}
