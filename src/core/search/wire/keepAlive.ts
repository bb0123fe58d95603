import type { HttpResponse } from '../../base/http/httpClient';
import { isSuccess } from '../../base/http/responseFailures';
import { readError } from './engineError';

/** An engine's limit may change meanwhile; one that names another each time is not followed forever. */
const mostChanges = 3;

/**
 * `search.max_keep_alive`, and `point_in_time.max_keep_alive` on OpenSearch (recorded: pit-open-too-long). The number
 * may have a fraction, which engines write but do not read.
 */
const tooLong =
  /Keep alive for [\w ]{1,20}\(.{1,20}\) is too large\. It must be less than \((\d{1,15})(?:\.\d{1,5})?(d|h|m|s|ms|micros|nanos)\)/;

/** The time for which an engine has to keep an unused point in time or scroll open: as long as it allows. */
export class KeepAlive {
  /** As it is sent. */
  now = '5m';
  private changes = 0;

  /** Takes the limit in a refusal. @returns whether to send the request again with it */
  shorten(answer: HttpResponse): boolean {
    if (isSuccess(answer) || this.changes === mostChanges) return false;
    const [, number, unit] = tooLong.exec(readError(answer.body)?.reason ?? '') ?? [];
    const limit = number === undefined ? this.now : `${number}${unit}`;
    if (limit === this.now) return false;
    this.now = limit;
    this.changes++;
    return true;
  }
}
