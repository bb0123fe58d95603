import assert from 'node:assert/strict';
import {
  filteredEndpointNode,
  knownOfIndicesLines,
  searchEndpointNode,
} from '../../../../src/core/searchView/indexRows';
import { indexViewOf } from '../../../../src/core/searchView/indexView';
import { endpoint, entry } from './given';

const readAt = new Date(2026, 10, 24, 14, 5, 12).getTime();
const failure = { kind: 'unauthorized', sentence: 'Nobody is let in.', nextStep: 'Log in.' } as const;

describe('engineRow: the row of a search endpoint', () => {
  it('has the health of the cluster in one word', () => {
    const row = searchEndpointNode(endpoint, { health: 'yellow', readAt }, '');
    assert.equal(row.description, 'yellow · 127.0.0.1:9200');
    assert.equal(row.spoken, 'Search endpoint prod, yellow, 127.0.0.1:9200');
    assert.deepEqual([row.severity, row.mark, row.isFiltered], ['warning', endpoint.mark, false]);
    const worst = (health: 'green' | 'red') => searchEndpointNode(endpoint, { health, readAt }, '').severity;
    assert.deepEqual([worst('red'), worst('green')], ['error', undefined]);
    assert.equal(searchEndpointNode(endpoint, {}, '').description, endpoint.description);
  });

  it('says what went wrong, since when, and offers its remedy', () => {
    const first = searchEndpointNode(endpoint, { failure }, '');
    assert.deepEqual(
      [first.description, first.mark, first.remedy],
      ['Authentication required · 127.0.0.1:9200', 'failed', 'credentials'],
    );
    const later = searchEndpointNode(endpoint, { health: 'green', readAt, failure }, '');
    assert.equal(later.description, 'Authentication required · stale since 14:05 · green · 127.0.0.1:9200');
    assert.equal(later.mark, 'stale');
  });

  it('says what the filter leaves, once that is known', () => {
    const view = indexViewOf({ entries: [entry(), entry({ name: 'b' })] }, { filter: 'lo', showsHidden: false });
    assert.equal(searchEndpointNode(endpoint, { view }, 'lo').description, '“lo”: 1 of 2 · 127.0.0.1:9200');
    assert.equal(searchEndpointNode(endpoint, { view }, 'log').description, '“log” · 127.0.0.1:9200');
    const before = filteredEndpointNode(endpoint, 'lo');
    assert.deepEqual([before.description, before.isFiltered], ['“lo” · 127.0.0.1:9200', true]);
    assert.equal(filteredEndpointNode(endpoint, ''), endpoint);
  });

  it('explains itself in the tooltip', () => {
    assert.deepEqual(knownOfIndicesLines({ health: 'green', readAt, failure }), [
      '',
      'Cluster health: green. All shards are assigned.',
      'Read at 14:05:12',
      '',
      'Nobody is let in.',
    ]);
    assert.deepEqual(knownOfIndicesLines({}), []);
  });
});
