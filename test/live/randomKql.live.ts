/** Random conditions in KQL, as query strings, find what the clauses find that Kibana sends for them. */
import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { queryStringOfKql } from '../../src/core/search/address/kqlQueryString';
import { client, engine, withSearchClient } from './engine';
import { choicesFrom, foundBy, type Random, seeds } from './generated';

const indexName = 'kql-random';
const keyword = { type: 'keyword' };
const properties = {
  ...{
    kw: keyword,
    l: { type: 'long' },
    b: { type: 'boolean' },
    d: { type: 'date' },
    txt: { type: 'text' },
    tag: keyword,
  },
  host: { properties: { name: keyword } },
};
const answer = z.object({ hits: z.object({ hits: z.array(z.object({ _id: z.string() })) }) });

const values =
  'a¦b¦a b¦A¦x-y¦or¦AND¦not¦<z>¦(p)¦{q}¦a*b¦"q"¦c:\\d¦ä ö¦a  b¦/re/¦~f¦^g¦+h¦-i¦!j¦k?¦l&&m¦n||o¦[1 TO 2]¦5¦-5¦null¦true¦*¦a/b¦a.b'.split(
    '¦',
  );
/** Those that have a word: a text has no other. */
const withWords = values.filter((value) => /[\p{L}\d]/u.test(value));
const tags = ['a', 'b', 'c'];
/** A condition in KQL, and the clause that Kibana sends for it. */
type Condition = readonly [kql: string, clause: object];

const bare = (text: string): string =>
  text
    .replace(/[\\():<>"*{}]/g, '\\$&')
    .replace(/^(and|or|not)(?=\s|$)/gi, '\\$1')
    .replace(/(\s)(and|or|not)(?=\s|$)/gi, '$1\\$2');
const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;

function leafOf(random: Random): Condition {
  const field = random.pick(['kw', 'host.name', 'tag', 'l', 'txt', 'd', 'b']);
  const [sign, end] = random.pick([
    ['<', 'lt'],
    ['<=', 'lte'],
    ['>', 'gt'],
    ['>=', 'gte'],
  ] as const);
  switch (field) {
    case 'l': {
      const value = random.between(-3, 3);
      if (random.chance(0.5)) return [`l: ${value}`, { match: { l: value } }];
      return [`l ${sign} ${value}`, { range: { l: { [end]: value } } }];
    }
    case 'd': {
      const value = `2026-03-0${random.between(1, 9)}`;
      if (random.chance(0.3)) return [`d: ${quoted(value)}`, { range: { d: { gte: value, lte: value } } }];
      return [`d ${sign} ${value}`, { range: { d: { [end]: value } } }];
    }
    case 'b':
      return ['b: true', { match: { b: true } }];
    case 'txt': {
      const value = random.pick(withWords);
      return random.chance(0.5)
        ? [`txt: ${quoted(value)}`, { match_phrase: { txt: value } }]
        : [`txt: ${bare(value)}`, { match: { txt: value } }];
    }
    default: {
      const value = random.pick(field === 'tag' ? tags : values);
      if (random.chance(0.1)) return [`${field}: *`, { exists: { field } }];
      return [`${field}: ${random.chance(0.4) ? quoted(value) : bare(value)}`, { term: { [field]: { value } } }];
    }
  }
}

function treeOf(random: Random, depth = 0): Condition {
  if (depth > 2 || random.chance(0.35)) return leafOf(random);
  const isJoined = (kql: string): boolean => /\s(?:and|or)\s/i.test(kql);
  if (random.chance(0.25)) {
    const [kql, clause] = treeOf(random, depth + 1);
    return [`not ${isJoined(kql) || kql.startsWith('not ') ? `(${kql})` : kql}`, { bool: { must_not: clause } }];
  }
  const parts = Array.from({ length: random.between(2, 3) }, () => treeOf(random, depth + 1));
  const word = random.pick(['and', 'or', 'AND', 'Or']);
  const text = parts.map(([kql]) => (isJoined(kql) ? `(${kql})` : kql)).join(` ${word} `);
  const clauses = parts.map(([, clause]) => clause);
  return [
    text,
    { bool: word.toLowerCase() === 'and' ? { filter: clauses } : { should: clauses, minimum_should_match: 1 } },
  ];
}

describe(`randomKql: random KQL on ${engine.kind} ${engine.version}`, function () {
  this.timeout(120_000);

  for (const seed of seeds(6)) {
    it(`finds the same by query strings as by its clauses, or says what it leaves out (seed ${seed})`, () =>
      withSearchClient(async (searchClient) => {
        const random = choicesFrom(3_000 + seed);
        const settings = { number_of_shards: 2, number_of_replicas: 0 };
        await client.create(indexName, { settings, mappings: { properties } });
        const lines = Array.from({ length: 200 }, (_, at) => [
          `{"index":{"_id":"${at}"}}`,
          JSON.stringify({
            ...{ kw: random.pick(values), l: random.between(-3, 3), b: random.chance(0.5) },
            d: `2026-03-0${random.between(1, 9)}T0${random.below(10)}:00:00Z`,
            txt: `${random.pick(values)} ${random.pick(['one', 'two'])} ${random.pick(values)}`,
            host: { name: random.pick(values) },
            ...(random.chance(0.7) && { tag: [random.pick(tags), random.pick(tags)] }),
          }),
        ]);
        await client.bulk(indexName, lines.flat(), { refresh: true });
        const wrong: string[] = [];
        let same = 0;
        for (let each = 0; each < 40; each++) {
          const [kql, clause] = treeOf(random);
          const { text, leftOut } = queryStringOfKql(kql);
          if (leftOut.length > 0) continue;
          const { body } = await client.call('GET', `/${indexName}/_search`, {
            query: clause,
            size: 1_000,
            _source: false,
          });
          const expected = answer
            .parse(body)
            .hits.hits.map(({ _id }) => `${indexName}/${_id}`)
            .sort();
          const { ids, told } = await foundBy(searchClient, { index: indexName, by: 'queryString', field: '', text });
          if (ids.sort().join() === expected.join()) same += 1;
          else if (told.length === 0) wrong.push(`${kql} as ${text}: ${ids.length} instead of ${expected.length}`);
        }
        assert.deepEqual(wrong, []);
        assert.ok(same > 15, `only ${same} are the same`);
      }));
  }
});
