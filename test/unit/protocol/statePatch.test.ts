import assert from 'node:assert/strict';
import { patchedState, statePatch } from '../../../src/protocol/statePatch';

const throughJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

/** The state after a change, as one gets it who has the state before, and the change as JSON. */
function told<State extends object>(before: State, after: State): State {
  return patchedState(before, throughJson(statePatch(before, after)));
}

describe('statePatch: what has changed in a state', () => {
  const table = { rows: [{ text: 'a' }, { text: 'b' }], headings: ['x'] };
  const before = { busy: 'search', page: { range: '1–2', table }, hits: { 1: { json: '{}' } }, form: { text: 'x' } };

  it('is nothing where all is the same, also under another identity', () => {
    assert.deepEqual(statePatch(before, before), {});
    assert.deepEqual(statePatch(before, structuredClone(before)), {});
  });

  it('names only the members with other values', () => {
    const after = { ...before, busy: 'turn', page: { ...before.page, range: '1–3' } };
    assert.deepEqual(statePatch(before, after), { busy: { to: 'turn' }, page: { in: { range: { to: '1–3' } } } });
    assert.deepEqual(told(before, after), after);
  });

  it('leaves what stays as it is under its identity', () => {
    const after = told(before, { ...before, page: { ...before.page, range: '1–3' } });
    assert.equal(after.page.table, before.page.table);
    assert.equal(after.hits, before.hits);
    assert.notEqual(after.page, before.page);
  });

  it('replaces a list as a whole, if any of it is another', () => {
    const rows = [...table.rows, { text: 'c' }];
    const after = { ...before, page: { ...before.page, table: { ...table, rows } } };
    assert.deepEqual(statePatch(before, after), { page: { in: { table: { in: { rows: { to: rows } } } } } });
    const equal = { ...before, page: { ...before.page, table: { ...table, rows: structuredClone(table.rows) } } };
    assert.equal(told(before, equal).page, before.page);
  });

  it('removes what is not there any more, and adds what was not', () => {
    const states: readonly { readonly busy?: object | undefined; readonly hits: Readonly<Record<string, object>> }[] = [
      { hits: {} },
      { busy: { what: 'turn' }, hits: { 1: { json: '1' } } },
      { busy: { what: 'turn', progress: '1 of 2' }, hits: { 1: { json: '1' }, 2: { json: '2' } } },
      { busy: undefined, hits: { 2: { json: '2' } } },
    ];
    for (const from of states) {
      for (const to of states) assert.deepEqual(throughJson(told(from, to)), throughJson(to));
    }
  });
});
