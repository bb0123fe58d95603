import type { Aggregation } from '../../../protocol/resultPage';
import { members } from '../../base/json/scan';
import { onOneLine } from '../../base/text/plainText';
import { jobOf } from '../../base/worker/job';
import { aggregationTable } from './aggregationTable';
import { readable } from './readable';

const longestJson = 65_536;
const mostAggregations = 100;
const longestName = 200;

/**
 * The aggregations of an answer, each as indented JSON and, where it has the shape of one, as a table; at most a hundred.
 *
 * @param aggregations the JSON text of the object that holds them
 */
export function describeAggregations(aggregations: string | undefined): Aggregation[] {
  const described: Aggregation[] = [];
  for (const [name, json] of members(aggregations ?? '')) {
    if (described.length === mostAggregations) break;
    const { text, isCut } = readable(json, longestJson);
    const table = aggregationTable(json);
    described.push({
      name: onOneLine(name.slice(0, longestName)),
      json: text,
      isCut,
      ...(table !== undefined && { table }),
    });
  }
  return described;
}

export const describeAggregationsJob = jobOf('describeAggregations', 2 ** 20, describeAggregations);
