import { parseArgs } from 'node:util';
import type { Endpoint } from '../../src/core/base/endpoints/endpoint';
import { emptyQuestion, largestSize, type SearchQuestion } from '../../src/protocol/question';
import { endpointOf, isProblem, type Problem } from './arguments';

/** What the probe is to ask of a search engine. */
export interface SearchTask {
  readonly endpoint: Endpoint;
  readonly question: SearchQuestion;
  /** How many pages to walk, the first one included. */
  readonly pages: number;
}

const defaultPages = 10;
/** Each page is a line or two of the report, twice. */
const mostPages = 100_000;

/** Reads what stands behind `search`. */
export function readSearchArguments(args: readonly string[]): SearchTask | Problem {
  const given = parsed(args);
  if (given === undefined) return { problem: 'There is an option that the probe does not have.' };
  const { positionals, values } = given;
  const [url, index, field, text, ...others] = positionals;
  if (url === undefined || index === undefined)
    return { problem: 'Say where the engine is, and which index to search.' };
  if (others.length > 0) return { problem: 'That is more than a field and a text.' };
  if (field !== undefined && text === undefined) return { problem: 'A field goes with a text.' };
  const size = numberIn(values.size ?? String(emptyQuestion.size), largestSize);
  if (size === undefined) return { problem: `A page has 1 to ${largestSize} hits.` };
  const pages = numberIn(values.pages ?? String(defaultPages), mostPages);
  if (pages === undefined) return { problem: `The walk has 1 to ${mostPages} pages.` };
  const endpoint = endpointOf({ url, user: values.user, header: values.header }, 'search');
  if (isProblem(endpoint)) return endpoint;
  return {
    endpoint,
    pages,
    question: {
      ...emptyQuestion,
      index,
      ...(field === undefined || text === undefined
        ? { by: 'match', field: '', text: '' }
        : { by: 'match', field, text }),
      sort: sortOf(values.sort),
      size,
      highlight: false,
    },
  };
}

/** A field alone is sorted by as engines do, with the smallest value first. */
function sortOf(sort: string | undefined): SearchQuestion['sort'] {
  if (sort === undefined) return [];
  const [, field = sort, order = 'asc'] = /^(.+):(asc|desc)$/s.exec(sort) ?? [];
  return [{ field, order: order === 'desc' ? 'desc' : 'asc' }];
}

function numberIn(text: string, most: number): number | undefined {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most ? number : undefined;
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        size: { type: 'string' },
        pages: { type: 'string' },
        sort: { type: 'string' },
        user: { type: 'string' },
        header: { type: 'string' },
      },
      allowPositionals: true,
    });
  } catch {
    return undefined;
  }
}
