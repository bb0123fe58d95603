import { numberText } from '../../../l10n/numbers';
import { type Failure, isRequestFailure } from '../../base/errors/failure';
import { endOfScan, type HitScan, type HitScanPage } from './hitScan';

/**
 * A walk that goes on another way where the engine no longer lets its user go on, and ends there where that is refused, too:
 * rights can be given for a search and not for what follows it, and be taken away meanwhile. What was written by then is not
 * thrown away.
 *
 * @param otherwise the way on behind so many hits
 */
export function scanOnWhenRefused(first: HitScan, otherwise: (passed: number) => HitScan): HitScan {
  let scan = first;
  let passed = 0;
  let last: HitScanPage | undefined;
  let ended: string | undefined;

  return {
    get notes() {
      return [...first.notes, ...(scan === first ? [] : scan.notes), ...(ended === undefined ? [] : [ended])];
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
          ended = `Only the first ${numberText(passed)} hits could be read. ${failure.sentence}`;
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
