import { headOfDocumentJob, wholeDocumentJob } from './base/json/document';
import type { Job } from './base/worker/job';
import { routerInHitJob } from './bridge/logs/routerInHit';
import { maskJsonJob } from './proxy/secrets/secrets';
import {
  detailsInMappingJob,
  fieldsInCapabilitiesJob,
  fieldsInMappingJob,
  namesInAliasesJob,
  namesInCatJob,
  namesInResolveJob,
} from './search/engine/lists';
import { csvNamesJob, csvRowJob } from './search/export/csvFormat';
import { lineOfJob } from './search/export/record';
import { readHopJob } from './search/paging/hop';
import { describeAggregationsJob } from './search/read/describeAggregations';
import { describeHitJob } from './search/read/describeHit';
import { describeTableJob } from './search/read/describeTable';
import { textPlacesJob } from './search/read/textPlaces';
import { valueInJob } from './search/read/values';
import { readPlacesJob } from './search/wire/answer';

/** All that the worker threads can do. */
export const jobs: readonly Job<never, unknown>[] = [
  readPlacesJob,
  textPlacesJob,
  describeTableJob,
  describeAggregationsJob,
  describeHitJob,
  valueInJob,
  routerInHitJob,
  csvNamesJob,
  csvRowJob,
  lineOfJob,
  maskJsonJob,
  readHopJob,
  namesInResolveJob,
  namesInAliasesJob,
  namesInCatJob,
  fieldsInCapabilitiesJob,
  fieldsInMappingJob,
  detailsInMappingJob,
  headOfDocumentJob,
  wholeDocumentJob,
];
