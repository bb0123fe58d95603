import * as z from 'zod/mini';
import type { Endpoint } from '../../base/endpoints/endpoint';
import { withoutSecrets } from '../../base/http/serverText';
import { jsonOfAnyLength } from '../../base/json/parse';
import { jobOf } from '../../base/worker/job';
import { coverageSchema, hasLostContexts, partialSentences } from '../wire/partialResults';
import { rawAnswer } from '../wire/rawAnswer';

/** The part of a response that is read if its hits are skipped rather than shown. */
interface SkippedPage {
  /** The JSON text of each hit's list of sort values, as received. */
  readonly sorts: readonly string[];
  /** The reasons why hits may be missing: translated sentences. */
  readonly partial: readonly string[];
  readonly hasLostContexts: boolean;
}

/** Reads such a response; undefined if it is not JSON. A job, because the sort values of 10,000 hits can be long. */
function readSkippedPage(body: string, endpoint: Endpoint): SkippedPage | undefined {
  const parsed = jsonOfAnyLength(body);
  if (parsed === undefined) return undefined;
  const coverage = z.safeParse(coverageSchema, parsed).data ?? {};
  return {
    // If there are no hits, `filter_path` omits the list as well.
    sorts: rawAnswer(body).hits.flatMap(({ sort }) => sort ?? []),
    partial: partialSentences(coverage, (text) => withoutSecrets(text, endpoint)),
    hasLostContexts: hasLostContexts(coverage),
  };
}

export const skippedPageJob = jobOf('readSkippedPage', 2 ** 18, readSkippedPage);
