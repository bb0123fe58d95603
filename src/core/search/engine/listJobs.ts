import { jsonOfAnyLength } from '../../base/json/parse';
import { type Job, jobOf } from '../../base/worker/job';
import { detailsOfMapping, fieldsOfCapabilities, fieldsOfMapping } from './fieldList';
import { namesOfAliases, namesOfCat, namesOfResolve } from './nameList';

/** Reads the text of an engine's list, as a job: thousands of fields have many megabytes. */
function listJob<List>(name: string, read: (list: unknown) => List): Job<[text: string], List> {
  return jobOf(name, 2 ** 19, (text: string) => read(jsonOfAnyLength(text)));
}

export const namesInResolveJob = listJob('namesInResolve', namesOfResolve);
export const namesInAliasesJob = listJob('namesInAliases', namesOfAliases);
export const namesInCatJob = listJob('namesInCat', namesOfCat);
export const fieldsInCapabilitiesJob = listJob('fieldsInCapabilities', fieldsOfCapabilities);
export const fieldsInMappingJob = listJob('fieldsInMapping', fieldsOfMapping);
export const detailsInMappingJob = listJob('detailsInMapping', detailsOfMapping);
