import { filterOfClause, readDiscoverFilters } from '../../../../src/core/search/address/addressFilters';
import { readAddressTime } from '../../../../src/core/search/address/addressTime';
import { isIndexPattern } from '../../../../src/core/search/address/discoverState';
import { readDiscoverUrl, unpackLzString } from '../../../../src/core/search/address/discoverUrl';
import { readKql } from '../../../../src/core/search/address/kql';
import { queryStringOfKql } from '../../../../src/core/search/address/kqlQueryString';
import { readDiscoverAddress } from '../../../../src/core/search/address/readDiscoverAddress';
import { readRison } from '../../../../src/core/search/address/rison';
import { discoverAddressIn } from '../../../../src/protocol/discoverAddress';
import { emptyQuestion } from '../../../../src/protocol/question';
import type { Read, Readers } from '../reader';

const discover = 'https://kibana.test/app/discover#/?_a=';
/** As in a parameter, also of half a character. */
const uri = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);

const reading =
  (address: (text: string) => string): Read =>
  (text) =>
    readDiscoverAddress(address(text), {
      form: { ...emptyQuestion, index: 'a' },
      zone: 'UTC',
      now: new Date(0),
      fieldsOf: async () => [],
    });

/** Addresses of Discover, and what they are made of. */
export const addresses: Readers = {
  'protocol/discoverAddress.ts': {
    discoverAddressIn: [
      discoverAddressIn,
      (text) => discoverAddressIn(`https://kibana.test/${text}`),
      (text) => discoverAddressIn(`<${discover}${text}`),
    ],
  },
  'core/search/address/rison.ts': {
    readRison: [
      readRison,
      (text) => readRison(`(a:${text}`),
      (text) => readRison(`'${text}`),
      (text) => readRison(`!(${text}`),
      (text) => readRison(`!(${'a,'.repeat(text.length / 2)}a)`),
      (text) => readRison(`(${'a:1,'.repeat(text.length / 4)}a:1)`),
    ],
  },
  'core/search/address/kql.ts': {
    readKql: [
      readKql,
      (text) => readKql(`a: (${text}`),
      (text) => readKql(`a: "${text}`),
      (text) => readKql(`a: {${text}`),
    ],
  },
  'core/search/address/kqlQueryString.ts': {
    queryStringOfKql: [
      queryStringOfKql,
      (text) => queryStringOfKql(`${text} : x`),
      (text) => queryStringOfKql(`a >= ${text}`),
      (text) => queryStringOfKql('a:b or not c and '.repeat(text.length / 16)),
      (text) => queryStringOfKql(`a: (${'b or not c and '.repeat(text.length / 16)}d)`),
    ],
  },
  'core/search/address/addressTime.ts': {
    readAddressTime: (text) => readAddressTime({ from: text, to: `now${text}` }, { zone: text, now: new Date(0) }),
  },
  'core/search/address/addressFilters.ts': {
    filterOfClause: (text) => filterOfClause({ term: { [text]: text } }),
    readDiscoverFilters: [
      (text) => readDiscoverFilters([text, { meta: { alias: text }, query: { term: { [text]: text } } }]),
      (text) => readDiscoverFilters(Array.from({ length: text.length / 10 }, () => ({ query: { term: { a: 1 } } }))),
      (text) =>
        readDiscoverFilters([
          { query: { bool: { should: Array.from({ length: text.length / 10 }, () => ({ term: { a: 1 } })) } } },
        ]),
    ],
  },
  'core/search/address/discoverState.ts': { isIndexPattern: [isIndexPattern, (text) => isIndexPattern(`*${text}`)] },
  'core/search/address/discoverUrl.ts': {
    unpackLzString: (text) => unpackLzString(text, 1_000_000),
    readDiscoverUrl: [
      readDiscoverUrl,
      (text) => readDiscoverUrl(discover + text),
      (text) => readDiscoverUrl(`https://kibana.test/app/discover#/${text}`),
      (text) => readDiscoverUrl(`https://kibana.test/app/r?l=DISCOVER_APP_LOCATOR&p=${uri(text)}`),
    ],
  },
  'core/search/address/readDiscoverAddress.ts': {
    readDiscoverAddress: [
      reading((text) => text),
      reading((text) => `${discover}(index:'${text}')`),
      reading((text) => `${discover}(query:(language:kuery,query:'${uri(text.replaceAll(/[!']/g, '!$&'))}'))`),
      reading((text) => `${discover}(filters:!(${'(query:(term:(a:b))),'.repeat(text.length / 20)}a))`),
      reading((text) => `${discover}(sort:!(${'!(a,asc),'.repeat(text.length / 10)}!(a,asc)))`),
    ],
  },
};
