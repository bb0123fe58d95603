import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import type { Failure } from '../../base/errors/failure';

/** The limits of one refresh, over all its requests. */
export interface ReadLimits {
  /** Bytes of all responses, after decompression. */
  readonly maxBytes: number;
  /** Entries of all listings. */
  readonly maxItems: number;
}

const readLimits: ReadLimits = { maxBytes: 256 * 2 ** 20, maxItems: 100_000 };

/** The least memory of a value. A limit for bytes is not enough: a short text of brackets becomes many objects. */
const bytesOfValue = 24;

/** The rest of what a refresh may read. Once a limit is exceeded, nothing more is accepted. */
export interface ReadBudget {
  /** Counts bytes of a response as they arrive. Returns false if they are too many. */
  takeBytes(count: number): boolean;
  /** Counts an entry with its characters and JSON values. Returns false if they are too many. */
  takeEntry(length: number, values: number): boolean;
  /** The limit that was exceeded, if any. */
  readonly spent: keyof ReadLimits | undefined;
  readonly limits: ReadLimits;
}

export function openBudget(limits: ReadLimits = readLimits): ReadBudget {
  let bytes = 0;
  let items = 0;
  let spent: keyof ReadLimits | undefined;
  const takeBytes = (count: number): boolean => {
    bytes += count;
    if (bytes > limits.maxBytes) spent ??= 'maxBytes';
    return spent === undefined;
  };
  return {
    takeBytes,
    takeEntry(length, values) {
      items += 1;
      if (items > limits.maxItems) spent ??= 'maxItems';
      return takeBytes(Math.max(0, values * bytesOfValue - length));
    },
    get spent() {
      return spent;
    },
    limits,
  };
}

/** The failure of an incomplete listing: all listings together exceed the limits of a refresh. */
export function overBudget(origin: string, path: string, { spent, limits }: ReadBudget): Failure {
  if (spent === 'maxItems') {
    const most = numberText(limits.maxItems);
    return {
      kind: 'tooLarge',
      sentence: l10n.t('{0} lists more than {1} items, so {2} was not read completely.', origin, most, path),
      nextStep: l10n.t('If this is expected, increase the setting {0}.', 'proxyScout.request.maxRefreshItems'),
    };
  }
  const most = numberText(Math.floor(limits.maxBytes / 2 ** 20));
  return {
    kind: 'tooLarge',
    sentence: l10n.t(
      'The listings of {0} exceed {1} MiB in total, so {2} was not read completely.',
      origin,
      most,
      path,
    ),
    nextStep: l10n.t('If this is expected, increase the setting {0}.', 'proxyScout.request.maxRefreshSizeMiB'),
  };
}
