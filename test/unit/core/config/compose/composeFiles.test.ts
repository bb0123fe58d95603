import assert from 'node:assert/strict';
import { composeFilesWith, composePathsBeside } from '../../../../../src/core/config/compose/composeFiles';

/** What is read with the first file if all of them are there: `place: paths`. */
function together(path: string, ...there: readonly string[]): string {
  const { place, paths } = composeFilesWith(path, (one) => there.includes(one));
  return `${place}: ${paths.join(', ')}`;
}

describe('composeFiles: compose files that are read together', () => {
  const both = 'a/: a/compose.yml, a/compose.override.yml';

  it('are a base and its override, whichever is asked about', () => {
    assert.equal(together('a/compose.yml', 'a/compose.override.yml'), both);
    assert.equal(together('a/compose.override.yml', 'a/compose.yml'), both);
    assert.equal(together('a/compose.yml'), 'a/: a/compose.yml');
    assert.equal(together('a/compose.override.yml'), 'a/: a/compose.override.yml');
    assert.equal(together('compose.yml', 'compose.override.yml'), ': compose.yml, compose.override.yml');
  });

  it('may have names and endings of both kinds', () => {
    assert.equal(
      together('a/docker-compose.yml', 'a/compose.override.yaml'),
      'a/: a/docker-compose.yml, a/compose.override.yaml',
    );
    assert.equal(
      together('a/docker-compose.override.yaml', 'a/compose.yaml'),
      'a/: a/compose.yaml, a/docker-compose.override.yaml',
    );
  });

  it('are the first ones of the folder, and those that Docker Compose leaves out stand alone', () => {
    const all = ['a/compose.yml', 'a/docker-compose.yml', 'a/compose.override.yml', 'a/docker-compose.override.yml'];
    assert.equal(together('a/compose.yml', ...all), both);
    assert.equal(together('a/docker-compose.yml', ...all), 'a/docker-compose.yml: a/docker-compose.yml');
    assert.equal(
      together('a/docker-compose.override.yml', ...all),
      'a/docker-compose.override.yml: a/docker-compose.override.yml',
    );
  });

  it('are an override of another name with its base, which stands alone itself', () => {
    assert.equal(
      together('a/prod.override.yml', 'a/prod.yaml', 'a/compose.yml'),
      'a/prod.override.yml: a/prod.yaml, a/prod.override.yml',
    );
    assert.equal(together('a/prod.yaml', 'a/prod.override.yml'), 'a/prod.yaml: a/prod.yaml');
    assert.equal(together('a/prod.yaml', 'a/prod.override.yml', 'a/compose.override.yml'), 'a/prod.yaml: a/prod.yaml');
  });

  it('are decided by seven other files at most', () => {
    assert.equal(composePathsBeside('a/compose.yml').length, 7);
    assert.deepEqual(composePathsBeside('a/b.override.yaml'), ['a/b.yml', 'a/b.yaml']);
    assert.deepEqual(composePathsBeside('a/b.yml'), []);
    for (const path of composePathsBeside('a/compose.yml')) {
      assert.ok(composePathsBeside(path).includes('a/compose.yml'), path);
    }
  });
});
