import assert from 'node:assert/strict';
import {
  longestFilter,
  parseOfferedFilter,
  readFilterForAll,
  readSavedFilters,
} from '../../../../../src/core/proxy/find/savedFilters';

const edge = '0b5c1f0e-3a55-4c7e-9a61-2f5c8a3e9d10';
const staging = '5d0f7a52-6d6b-4f0d-8f6c-1d6d8f3b7a21';

describe('savedFilters: the filters that a workspace keeps', () => {
  it('are read as they were written', () => {
    const kept = { [edge]: 'shop status:warning', [staging]: 'x'.repeat(longestFilter) };
    assert.deepEqual([...readSavedFilters(JSON.parse(JSON.stringify(kept)))], Object.entries(kept));
  });

  it('are none where nothing was kept', () => {
    assert.equal(readSavedFilters(undefined).size, 0);
    assert.deepEqual([...readSavedFilters({ [edge]: ' ', [staging]: 'a' })], [[staging, 'a']]);
  });

  for (const kept of [
    null,
    7,
    'text',
    [edge],
    { [edge]: 7 },
    { edge: 'a' },
    { [edge]: 'x'.repeat(longestFilter + 1) },
  ]) {
    it(`are none where something else was kept: ${JSON.stringify(kept).slice(0, 60)}`, () => {
      assert.equal(readSavedFilters(kept).size, 0);
    });
  }
});

describe('savedFilters: the one filter for all proxies', () => {
  it('is read as it was written, with those that it was cleared for', () => {
    const kept = { text: 'status:error', except: [edge] };
    assert.deepEqual(readFilterForAll(JSON.parse(JSON.stringify(kept))), kept);
  });

  for (const kept of [undefined, null, 'a', { text: ' ', except: [] }, { text: 'a', except: ['edge'] }, { text: 7 }]) {
    it(`is none where something else was kept: ${JSON.stringify(kept)}`, () => {
      assert.deepEqual(readFilterForAll(kept), { text: '', except: [] });
    });
  }
});

describe('savedFilters: a filter that a row offers', () => {
  it('is taken from the row, and from nothing else', () => {
    const row = { type: 'note', endpointId: edge, filter: 'status:warning' };
    assert.deepEqual(parseOfferedFilter(row), { endpointId: edge, filter: 'status:warning' });
    assert.deepEqual(parseOfferedFilter({ ...row, filter: '' }), { endpointId: edge, filter: '' });
    for (const other of [undefined, { endpointId: edge }, { ...row, endpointId: 'edge' }, { ...row, filter: 7 }]) {
      assert.equal(parseOfferedFilter(other), undefined);
    }
  });
});
