import type { AggregationResult } from '../../../protocol/resultPage';
import { objectMembers } from '../../base/json/scan';
import { onOneLine } from '../../base/text/plainText';
import { jobOf } from '../../base/worker/job';
import { aggregationTable } from './aggregationTable';
import { readableJson } from './readable';

const longestJson = 65_536;
const mostAggregations = 100;
const longestName = 200;

/**
 * The aggregations of a response, at most a hundred, each as indented JSON and, if its shape allows, as a table.
 *
 * @param aggregations the JSON text of the object with the aggregations
 */
export function describeAggregations(aggregations: string | undefined): AggregationResult[] {
  const described: AggregationResult[] = [];
  for (const [name, json] of objectMembers(aggregations ?? '')) {
    if (described.length === mostAggregations) break;
    const { text, isCut } = readableJson(json, longestJson);
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
