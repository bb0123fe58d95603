import { jsonOfAnyLength } from '../../json/parse';
import { detailsOfMapping } from './fieldDetails';
import { fieldsOfCapabilities, fieldsOfMapping } from './fieldList';
import { namesOfAliases, namesOfCat, namesOfResolve } from './nameList';

/** What the texts of an engine's lists hold, as jobs: of thousands of fields they have many megabytes. */
export const listJobs = {
  namesInResolve: (text: string) => namesOfResolve(jsonOfAnyLength(text)),
  namesInAliases: (text: string) => namesOfAliases(jsonOfAnyLength(text)),
  namesInCat: (text: string) => namesOfCat(jsonOfAnyLength(text)),
  fieldsInCapabilities: (text: string) => fieldsOfCapabilities(jsonOfAnyLength(text)),
  fieldsInMapping: (text: string) => fieldsOfMapping(jsonOfAnyLength(text)),
  detailsInMapping: (text: string) => detailsOfMapping(jsonOfAnyLength(text)),
} as const;
