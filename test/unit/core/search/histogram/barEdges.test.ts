import assert from 'node:assert/strict';
import { barEdges } from '../../../../../src/core/search/histogram/histogramBody';

describe('barEdges: where bars begin in an engine that has to be told', () => {
  const changed = Date.parse('2026-10-25T01:00:00Z');
  const [second, minute] = [1_000, 60_000];

  for (const zone of ['UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', '+05:45']) {
    it(`is never behind the first hit, and goes on to the last, where clocks are changed, too: ${zone}`, () => {
      for (const interval of [1, second, 5 * minute, 15 * minute, 30 * minute, 60 * minute, 1_440 * minute]) {
        for (let from = changed - 180 * minute; from < changed + 180 * minute; from += 23 * minute + 1) {
          const to = from + 30 * interval;
          const edges = barEdges({ from, to }, interval, zone, 80);
          const what = `${new Date(from).toISOString()} by ${interval}`;
          assert.ok((edges[0] ?? Number.NaN) <= from && (edges.at(-1) ?? Number.NaN) > to, what);
          assert.deepEqual(
            edges,
            [...new Set(edges)].sort((one, other) => one - other),
            what,
          );
          // Bars of less than an hour are as long as the others when clocks are changed.
          if (interval > 15 * minute) continue;
          for (const [at, edge] of edges.entries()) assert.equal(edge, (edges[0] ?? 0) + at * interval, what);
        }
      }
    });
  }
});
