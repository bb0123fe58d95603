import assert from 'node:assert/strict';
import {
  type ExchangedSearch,
  exportSearches,
  freeName,
  importSearches,
  searchesToAdd,
} from '../../../../../src/core/search/saved/searchExchange';
import { emptyQuestion, type SearchQuestion } from '../../../../../src/protocol/question';

const about = (text: string): SearchQuestion => ({ ...emptyQuestion, index: 'logs', field: 'message', text });
const searches: readonly ExchangedSearch[] = [
  { name: 'errors', endpoint: 'prod', question: about('error') },
  { name: 'spans', endpoint: 'prod', question: { ...about(''), body: '{\r\n"n": 9007199254740993}' } },
];

describe('searchExchange: a file of saved searches', () => {
  it('brings back what was put in, to the last digit', () => {
    assert.deepEqual(importSearches(exportSearches(searches)), searches);
    assert.deepEqual(importSearches(`\uFEFF${exportSearches(searches)}`), searches);
  });

  it('holds nothing but names, endpoints by name and questions', () => {
    const [search] = searches;
    const record = { ...search, endpointId: 'canary', secret: 'canary', place: 'canary' } as unknown as ExchangedSearch;
    assert.doesNotMatch(exportSearches([record]), /canary/);
  });

  const refused: readonly (readonly [string, string, RegExp])[] = [
    ['no JSON', 'x', /does not contain saved searches/],
    ['nothing', '', /does not contain saved searches/],
    ['endpoints', '{"proxyScoutEndpoints":1,"endpoints":[]}', /does not contain saved searches/],
    ['another version', '{"proxyScoutSearches":2,"searches":[]}', /another version/],
    ['a search that is none', '{"proxyScoutSearches":1,"searches":[{"name":"x","endpoint":"y"}]}', /Search 1 /],
    [
      'a name that is empty',
      JSON.stringify({ proxyScoutSearches: 1, searches: [searches[0], { ...searches[0], name: ' ' }] }),
      /Search 2 /,
    ],
    [
      'a page size that no engine has',
      JSON.stringify({
        proxyScoutSearches: 1,
        searches: [{ ...searches[0], question: { ...about(''), size: 1e9 } }],
      }),
      /Search 1 /,
    ],
    [
      'a million searches',
      `{"proxyScoutSearches":1,"searches":[${Array(1_001).fill(JSON.stringify(searches[0])).join()}]}`,
      /too many/,
    ],
    ['brackets only', '['.repeat(100_000), /does not contain saved searches/],
  ];
  for (const [what, text, problem] of refused) {
    it(`is refused with ${what}`, () => {
      const read = importSearches(text);
      assert.ok('problem' in read);
      assert.match(read.problem, problem);
      assert.match(read.problem, /\.$/);
    });
  }
});

describe('searchExchange: searches that arrive', () => {
  const names = (found: { readonly added: readonly { readonly name: string }[] }) =>
    found.added.map(({ name }) => name);

  it('are not added where the same is there', () => {
    const found = searchesToAdd(searches, [{ name: 'errors', question: about('error') }]);
    assert.deepEqual([names(found), found.present], [['spans'], 1]);
  });

  it('get another name where a different search has theirs, also among themselves', () => {
    const twice = [
      { name: 'errors', question: about('1') },
      { name: 'errors', question: about('2') },
      { name: 'errors', question: about('2') },
    ];
    const found = searchesToAdd(twice, [
      { name: 'errors', question: about('error') },
      { name: 'errors (2)', question: about('other') },
    ]);
    assert.deepEqual([names(found), found.present], [['errors (3)', 'errors (4)'], 1]);
  });

  it('have names that are no longer than names can be', () => {
    const name = 'x'.repeat(200);
    assert.equal(
      freeName(name, (taken) => taken === name),
      `${'x'.repeat(196)} (2)`,
    );
  });
});
