import assert from 'node:assert/strict';
import type { EngineCatalog } from '../../../../../src/core/search/engine/engineCatalog';
import type { FieldInfo } from '../../../../../src/core/search/engine/fieldList';
import { fieldsAsked } from '../../../../../src/core/search/query/fieldsAsked';
import { emptyQuestion, type SearchQuestion } from '../../../../../src/protocol/question';

const known = (name: string, type: string): FieldInfo => ({
  name,
  types: [type],
  isSearchable: true,
  isAggregatable: true,
});
const fields = [known('flat', 'flattened'), known('title', 'text'), known('title.keyword', 'keyword')];
const details = { formats: [undefined], nullValues: [undefined], ignoreAbove: 7, indices: 1 };

function catalog(told: Partial<EngineCatalog> = {}) {
  const asked: string[] = [];
  const whole: EngineCatalog = {
    list: async () => ({ entries: [], isRefused: false }),
    onDidListNames: () => ({ dispose: () => undefined }),
    indices: async () => [],
    async fields(index) {
      asked.push(`fields of ${index}`);
      return fields;
    },
    async details(index, field) {
      asked.push(`details of ${field} in ${index}`);
      return new Map([['title.keyword', details]]);
    },
    forget() {},
    ...told,
  };
  return { asked, whole };
}
const question = (changes: Partial<SearchQuestion>): SearchQuestion => ({
  ...emptyQuestion,
  index: 'logs',
  field: 'title',
  ...changes,
});

describe('fieldsAsked: what a search has to know of its fields', () => {
  const cases: readonly [changes: Partial<SearchQuestion>, asked: readonly string[]][] = [
    [{ by: 'match', field: '', text: '' }, ['fields of logs']],
    [{ by: 'id' }, []],
    [{ body: '{}' }, []],
    [{ by: 'match' }, ['fields of logs']],
    [{ by: 'match', field: '', text: '', sort: [{ field: 'a', order: 'asc' }] }, ['fields of logs']],
    [{ by: 'match', field: '', text: '', time: { field: 'at', span: '1h', from: '', to: '' } }, ['fields of logs']],
    [{ by: 'exact' }, ['fields of logs', 'details of title in logs']],
    [{ by: 'range', field: 'flat.a.b' }, ['fields of logs', 'details of flat in logs']],
    [{ by: 'range', field: 'nosuch' }, ['fields of logs']],
  ];
  for (const [changes, asked] of cases) {
    it(`is ${asked.join(' and ') || 'nothing'} for ${JSON.stringify(changes)}`, async () => {
      const fake = catalog();
      const told = await fieldsAsked(fake.whole, question(changes));
      assert.deepEqual(fake.asked, asked);
      assert.equal(told.length, asked.length === 0 ? 0 : 3);
      assert.equal(told[2]?.details, changes.by === 'exact' || changes.field === 'flat.a.b' ? details : undefined);
    });
  }

  it('is not asked for again where it is known', async () => {
    const fake = catalog();
    assert.equal(await fieldsAsked(fake.whole, question({ by: 'match' }), fields), fields);
    assert.deepEqual(fake.asked, []);
  });

  it('is nothing where the engine does not tell, or not in time, or the search is canceled', async () => {
    const never: EngineCatalog['fields'] = (_, signal) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    const refusing = async () => Promise.reject(new Error('no'));
    const exact = question({ by: 'exact' });
    assert.deepEqual(await fieldsAsked(catalog({ fields: refusing }).whole, exact), []);
    assert.equal(await fieldsAsked(catalog({ details: refusing }).whole, exact), fields);
    assert.deepEqual(await fieldsAsked(catalog({ fields: never }).whole, exact, [], { patienceMs: 20 }), []);
    const abort = new AbortController();
    const asked = fieldsAsked(catalog({ fields: never }).whole, exact, [], { signal: abort.signal });
    abort.abort();
    assert.deepEqual(await asked, []);
  });
});
