import { headOfDocumentJob, wholeDocumentJob } from './json/document';
import { routerInHitJob } from './logs/routerInHit';
import { readPlacesJob } from './search/answer';
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
import { maskJsonJob } from './traefik/secrets';
import type { Job } from './worker/job';

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
