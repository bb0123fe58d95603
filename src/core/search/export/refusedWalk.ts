import { numberText } from '../../../l10n/numbers';
import { type Failure, isRequestFailure } from '../../base/errors/failure';
import { type Look, noMore, type Walk } from './walk';

/**
 * A walk that goes on another way where the engine no longer lets its user go on, and ends there where that is refused, too:
 * rights can be given for a search and not for what follows it, and be taken away meanwhile. What was written by then is not
 * thrown away.
 *
 * @param otherwise the way on behind so many hits
 */
export function walkOnWhenRefused(first: Walk, otherwise: (passed: number) => Walk): Walk {
  let walk = first;
  let passed = 0;
  let last: Look | undefined;
  let ended: string | undefined;

  return {
    get notes() {
      return [...first.notes, ...(walk === first ? [] : walk.notes), ...(ended === undefined ? [] : [ended])];
    },
    get canRepeat() {
      return walk.canRepeat;
    },
    async look(size, signal) {
      for (;;) {
        try {
          return noted(await walk.look(size, signal));
        } catch (error) {
          const failure = refusalOf(error);
          if (failure === undefined || signal.aborted) throw error;
          count();
          if (walk === first && failure.kind === 'forbidden') {
            walk = otherwise(passed);
            continue;
          }
          if (passed === 0) throw error;
          ended = `Only the first ${numberText(passed)} hits could be read. ${failure.sentence}`;
          return noMore;
        }
      }
    },
    close: () => first.close(),
  };

  function count(): void {
    passed += last?.hits().length ?? 0;
    last = undefined;
  }

  function noted(look: Look): Look {
    return {
      ...look,
      pass() {
        count();
        last = look;
        look.pass();
      },
    };
  }
}

function refusalOf(error: unknown): Failure | undefined {
  if (!isRequestFailure(error)) return undefined;
  const { kind } = error.failure;
  return kind === 'forbidden' || kind === 'unauthorized' ? error.failure : undefined;
}
