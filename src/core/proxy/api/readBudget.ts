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
export class ReadBudget {
  private bytes = 0;
  private items = 0;
  /** The limit that was exceeded, if any. */
  spent: keyof ReadLimits | undefined;

  constructor(readonly limits: ReadLimits = readLimits) {}

  /** Counts bytes of a response as they arrive. Returns false if they are too many. */
  takeBytes(count: number): boolean {
    this.bytes += count;
    if (this.bytes > this.limits.maxBytes) this.spent ??= 'maxBytes';
    return this.spent === undefined;
  }

  /** Counts an entry with its characters and JSON values. Returns false if they are too many. */
  takeEntry(length: number, values: number): boolean {
    this.items += 1;
    if (this.items > this.limits.maxItems) this.spent ??= 'maxItems';
    return this.takeBytes(Math.max(0, values * bytesOfValue - length));
  }
}

/** The failure of an incomplete listing: all listings together exceed the limits of a refresh. */
export function overBudget(origin: string, path: string, { spent, limits }: ReadBudget): Failure {
  const isTooMany = spent === 'maxItems';
  const most = numberText(isTooMany ? limits.maxItems : Math.floor(limits.maxBytes / 2 ** 20));
  const setting = isTooMany ? 'proxyScout.request.maxRefreshItems' : 'proxyScout.request.maxRefreshSizeMiB';
  return {
    kind: 'tooLarge',
    sentence: isTooMany
      ? l10n.t('{0} lists more than {1} items, so {2} was not read completely.', origin, most, path)
      : l10n.t('The listings of {0} exceed {1} MiB in total, so {2} was not read completely.', origin, most, path),
    nextStep: l10n.t('If this is expected, increase the setting {0}.', setting),
  };
}
