import * as z from 'zod/mini';
import type { Endpoint } from '../../base/endpoints/endpoint';
import { withoutSecrets } from '../../base/http/serverText';
import { jsonOfAnyLength } from '../../base/json/parse';
import { jobOf } from '../../base/worker/job';
import { coverageSchema, hasLostContexts, partialSentences } from '../wire/partialResults';
import { rawAnswer } from '../wire/rawAnswer';

/** What an answer says of hits that are passed without being shown. */
interface Hop {
  /** The JSON text of each hit's list of sort values, as received. */
  readonly sorts: readonly string[];
  /** Why hits may be missing, in sentences. */
  readonly partial: readonly string[];
  readonly hasLostContexts: boolean;
}

/** Reads such an answer; undefined where it is no JSON. A job: the values of ten thousand hits may be long. */
export function readSkippedPage(body: string, endpoint: Endpoint): Hop | undefined {
  const parsed = jsonOfAnyLength(body);
  if (parsed === undefined) return undefined;
  const coverage = z.safeParse(coverageSchema, parsed).data ?? {};
  return {
    // Without any hit `filter_path` leaves out the list, too.
    sorts: rawAnswer(body).hits.flatMap(({ sort }) => sort ?? []),
    partial: partialSentences(coverage, (text) => withoutSecrets(text, endpoint)),
    hasLostContexts: hasLostContexts(coverage),
  };
}

export const skippedPageJob = jobOf('readHop', 2 ** 21, readSkippedPage);
