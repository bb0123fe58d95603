import { requestInHitJob, routerInHitJob } from './accessLogs/requestInHit';
import { jsonHeadJob, plainHtmlJob, wholeJsonDocumentJob } from './base/json/document';
import type { Job } from './base/worker/job';
import { maskJsonJob } from './proxy/secrets/secrets';
import {
  detailsInMappingJob,
  fieldsInCapabilitiesJob,
  fieldsInMappingJob,
  indexListJob,
  namesInAliasesJob,
  namesInCatJob,
  namesInResolveJob,
} from './search/engine/indexList';
import { csvNamesJob, csvRowJob } from './search/export/csvFormat';
import { lineOfJob } from './search/export/exportedHit';
import { skippedPageJob } from './search/paging/skipAhead';
import { describeAggregationsJob } from './search/read/aggregationTable';
import { describeHitJob } from './search/read/describeHit';
import { drawnTableJob } from './search/read/drawTable';
import { hitValueJob } from './search/read/hitValues';
import { textPlacesJob } from './search/read/textPlaces';
import { surroundingQuestionJob, traceQuestionJob } from './search/surroundings/surroundingQuestion';
import { readPlacesJob } from './search/wire/searchAnswer';

/** All jobs of the worker threads. */
export const allJobs: readonly Job<never, unknown>[] = [
  readPlacesJob,
  textPlacesJob,
  drawnTableJob,
  describeAggregationsJob,
  describeHitJob,
  surroundingQuestionJob,
  traceQuestionJob,
  hitValueJob,
  routerInHitJob,
  requestInHitJob,
  csvNamesJob,
  csvRowJob,
  lineOfJob,
  maskJsonJob,
  plainHtmlJob,
  skippedPageJob,
  indexListJob,
  namesInResolveJob,
  namesInAliasesJob,
  namesInCatJob,
  fieldsInCapabilitiesJob,
  fieldsInMappingJob,
  detailsInMappingJob,
  jsonHeadJob,
  wholeJsonDocumentJob,
];
