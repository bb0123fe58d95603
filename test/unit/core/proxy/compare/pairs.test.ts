import assert from 'node:assert/strict';
import { pairThings } from '../../../../../src/core/proxy/compare/pairs';

/** `key/name=content` */
const things = (...texts: readonly string[]) =>
  texts.map((text) => {
    const [, key = '', name = '', content = ''] = /^(\w+)\/(\w+)=(\w*)$/.exec(text) ?? [];
    return { key, name, content: () => content, text };
  });
const paired = async (left: readonly string[], right: readonly string[]) => {
  const { pairs, onlyLeft, onlyRight, shared } = await pairThings(things(...left), things(...right), async () => {});
  return {
    pairs: pairs.map(([one, other]) => `${one.name} ${other.name}`),
    left: onlyLeft.map(({ name }) => name),
    right: onlyRight.map(({ name }) => name),
    shared,
  };
};

describe('pairs: things that are paired by name', () => {
  it('are the same where each side has one, whatever it says', async () => {
    assert.deepEqual(await paired(['a/x=1', 'b/y=1'], ['a/z=2', 'c/w=1']), {
      pairs: ['x z'],
      left: ['y'],
      right: ['w'],
      shared: [],
    });
  });

  it('are matched by what they say first, then by whole name, then the last ones left', async () => {
    const result = await paired(['a/x=1', 'a/y=2', 'a/z=3'], ['a/y=1', 'a/z=4', 'a/w=5']);
    assert.deepEqual(result, { pairs: ['x y', 'z z', 'y w'], left: [], right: [], shared: ['a'] });
  });

  it('stay apart where more than one could be meant', async () => {
    assert.deepEqual(await paired(['a/x=1', 'a/y=2'], ['a/z=3']), {
      pairs: [],
      left: ['x', 'y'],
      right: ['z'],
      shared: ['a'],
    });
  });

  it('are paired once each, also where several say the same', async () => {
    assert.deepEqual(await paired(['a/x=1', 'a/y=1', 'a/z=1'], ['a/v=1', 'a/w=1']), {
      pairs: ['x v', 'y w'],
      left: ['z'],
      right: [],
      shared: ['a'],
    });
  });

  it('are paired fast where thousands have one name, and may be given up', async () => {
    const many = (side: string) => Array.from({ length: 20_000 }, (_, at) => `a/${side}${at}=1`);
    assert.equal((await paired(many('x'), many('y'))).pairs.length, 20_000);
    const stopped = async (): Promise<void> => {
      throw new Error('given up');
    };
    await assert.rejects(pairThings(things('a/x=1', 'a/y=1'), things('a/z=1'), stopped), /given up/);
  });

  it('are told where only the other side has several', async () => {
    assert.deepEqual(await paired([], ['a/x=1', 'a/y=1']), { pairs: [], left: [], right: ['x', 'y'], shared: ['a'] });
  });
});
