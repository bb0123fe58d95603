import assert from 'node:assert/strict';
import { matchRank } from '../../../../../src/core/proxy/find/finder';

describe('matchRank: how well a word fits an item', () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ['shop@docker', 'shop@docker', 0],
    ['shop', 'shop@docker', 0],
    ['shop', 'shop', 0],
    ['shop@doc', 'shop@docker', 1],
    ['sho', 'shop@docker', 1],
    ['shop', 'shop-web@docker', 1],
    ['web', 'shop-web@docker', 2],
    ['docker', 'shop-web@docker', 2],
    ['web', 'web2web-web', 1],
    ['web', 'oweb-web', 2],
    ['web', 'a/web', 2],
    ['web', 'äweb', 3],
    ['web', '7web', 3],
    ['hop', 'shop', 3],
    ['-web', 'shop-web', 3],
    ['-web', 'shop--web', 2],
    ['example.test', 'shop@docker', 4],
    ['shop', '', 4],
  ];
  for (const [word, name, rank] of cases) {
    it(`is ${rank} for ${word} in ${name}`, () => assert.equal(matchRank(word, name), rank));
  }
});
