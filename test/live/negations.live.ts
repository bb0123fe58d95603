/** What a query string excludes in nested objects is excluded from the documents, by random query strings and by brute force. */
import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { openEngineCatalog } from '../../src/core/search/engine/engineCatalog';
import { outerNegations } from '../../src/core/search/query/queryStringFields';
import { searchOf } from '../../src/core/search/query/searchOf';
import { emptyQuestion } from '../../src/protocol/question';
import { client, engine, withSearchClient } from './engine';
import { randomFrom } from './random';

const indexName = 'negations';
const letters = ['x', 'y', 'z'];

interface Parts {
  readonly a: string;
  readonly b: string;
}
interface Doc {
  readonly level: string;
  readonly text: string;
  readonly kw: string;
  readonly nest: readonly Parts[];
}

const random = randomFrom(7);
const pick = <T>(from: readonly [T, ...T[]] | readonly T[]): T => from[random(from.length)] as T;
const documents: readonly Doc[] = Array.from({ length: 120 }, () => ({
  level: pick(letters),
  text: `${pick(letters)} ${pick(letters)}`,
  kw: pick(['x', 'y', 'x y', 'y z', 'x y z']),
  nest: Array.from({ length: random(4) }, () => ({ a: pick(letters), b: pick(letters) })),
}));

/** A clause outside of brackets, with what stands before it. */
interface Written {
  readonly join: '' | 'AND' | 'OR' | '&&' | '||';
  readonly sign: '' | '+' | '-' | '!' | 'NOT ';
  readonly text: string;
}

const textOf = (clauses: readonly Written[]): string =>
  clauses.map(({ join, sign, text }, at) => `${at === 0 ? '' : `${join} `}${sign}${text}`).join(' ');

function clausesOf(text: () => string): readonly Written[] {
  return Array.from({ length: 1 + random(5) }, (_, at) => ({
    join: at === 0 ? '' : pick(['', 'AND', 'OR', '&&', '||']),
    sign: pick(['', '', '', '+', '-', '!', 'NOT ']),
    text: text(),
  }));
}

describe(`negations: query strings that exclude something, on ${engine.kind} ${engine.version}`, function () {
  this.timeout(120_000);

  before(async () => {
    const keyword = { type: 'keyword' };
    const properties = {
      ...{ level: keyword, text: { type: 'text' }, kw: keyword },
      nest: { type: 'nested', properties: { a: keyword, b: keyword } },
    };
    await client.create(indexName, { settings: { number_of_replicas: 0 }, mappings: { properties } });
    const lines = documents.flatMap((each, at) => [`{"index":{"_id":"d${at}"}}`, JSON.stringify(each)]);
    await client.bulk(indexName, lines, { refresh: true });
  });

  const answer = z.object({ hits: z.object({ hits: z.array(z.object({ _id: z.string() })) }) });
  const found = async (body: object): Promise<string> => {
    const { body: answered } = await client.call('GET', `/${indexName}/_search`, { ...body, size: 200 });
    const ids = answer.parse(answered).hits.hits.map(({ _id }) => _id);
    return ids.sort().join();
  };

  it('find the same with their outermost negations taken out', async () => {
    const value = (): string => pick(['x', 'y', 'z', '"x y"', 'x*', 'y^2', '/[xy]/', '[x TO y]', 'x y', 'x y z', '*']);
    const atom = (): string =>
      pick([value, () => `text:${value()}`, () => `level:(${value()} OR NOT y)`, () => `(${value()} -kw:x\\ y)`])();
    for (let count = 0; count < 300; count++) {
      const query = textOf(clausesOf(atom));
      for (const field of ['text', 'kw']) {
        const clause = (part: string) => ({ query_string: { query: part, default_field: field } });
        const { rest, negated } = outerNegations(query);
        const bool = { ...(rest !== '' && { must: clause(rest) }), must_not: negated.map(clause) };
        assert.equal(
          await found({ query: { bool } }),
          await found({ query: clause(query) }),
          `${field}: ${query} -> ${rest}`,
        );
      }
    }
  });

  it('exclude documents, not nested objects', async () => {
    const atoms = letters.flatMap((letter) => [
      `nest.a:${letter}`,
      `nest.b:${letter}`,
      `_exists_:nest.${pick(['a', 'b'])}`,
    ]);
    const has = (parts: Parts, atom: string): boolean => {
      if (atom.startsWith('_')) return true;
      return parts[atom.charAt(5) === 'a' ? 'a' : 'b'] === atom.slice(7);
    };
    await withSearchClient(async (searchClient) => {
      const fields = await openEngineCatalog(searchClient).fields(indexName);
      for (let count = 0; count < 300; count++) {
        const clauses = clausesOf(() => pick(atoms));
        const isOut = clauses.map(({ sign }) => !['', '+'].includes(sign));
        const isRequired = clauses.map(
          ({ join, sign }, at) =>
            sign === '+' || ['AND', '&&'].includes(join) || ['AND', '&&'].includes(clauses[at + 1]?.join ?? ''),
        );
        const inner = clauses.filter((_, at) => !isOut[at]);
        const musts = clauses.filter((_, at) => !isOut[at] && isRequired[at]);
        const isFound = ({ nest }: Doc): boolean =>
          !clauses.some(({ text }, at) => isOut[at] && nest.some((parts) => has(parts, text))) &&
          (inner.length === 0 ||
            nest.some((parts) =>
              musts.length > 0
                ? musts.every(({ text }) => has(parts, text))
                : inner.some(({ text }) => has(parts, text)),
            ));
        const expected = documents.flatMap((each, at) => (isFound(each) ? [`d${at}`] : []));
        const text = textOf(clauses);
        const question = { ...emptyQuestion, index: indexName, by: 'queryString' as const, text };
        const { body, notes } = searchOf(question, 0, new Date(), fields);
        assert.equal(await found(JSON.parse(body)), expected.sort().join(), text);
        assert.equal(notes, undefined, text);
      }
    });
  });

  it('exclude them beside other fields, too', async () => {
    await withSearchClient(async (searchClient) => {
      const fields = await openEngineCatalog(searchClient).fields(indexName);
      const question = {
        ...emptyQuestion,
        index: indexName,
        by: 'queryString' as const,
        text: 'level:x AND NOT nest.a:y',
      };
      const { body, notes } = searchOf(question, 0, new Date(), fields);
      const expected = documents.flatMap(({ level, nest }, at) =>
        level === 'x' && !nest.some(({ a }) => a === 'y') ? [`d${at}`] : [],
      );
      assert.deepEqual([await found(JSON.parse(body)), notes], [expected.sort().join(), undefined]);
    });
  });
});
