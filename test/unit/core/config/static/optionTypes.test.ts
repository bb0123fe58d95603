import assert from 'node:assert/strict';
import {
  flagKindsOf,
  staticFieldsOf,
  staticRoot,
  staticVersions,
  staticVersionsOf,
} from '../../../../../src/core/config/static/optionTypes';
import { staticTypes } from '../../../../../src/core/config/static/staticTypes';

describe('optionTypes: the table of static options', () => {
  it('has a struct for each type that it names', () => {
    for (const [struct, fields] of Object.entries(staticTypes)) {
      for (const field of fields.split('; ')) {
        const [, name] = / \*?([A-Z]\w*)/.exec(field) ?? [];
        assert.ok(name === undefined || name in staticTypes, `${struct}: ${name}`);
      }
    }
  });

  it('knows which versions have an option', () => {
    assert.ok(staticFieldsOf('DockerProvider', 'a').has('swarmmode'));
    assert.ok(!staticFieldsOf('DockerProvider', '0').has('swarmmode'));
    assert.ok(!staticFieldsOf(staticRoot, '4').has('ocsp'));
    assert.ok(staticFieldsOf(staticRoot, '5').has('ocsp'));
    assert.ok(staticFieldsOf(staticRoot, '7').has('configfile'));
  });

  it('is asked for the versions of a number or a tag', () => {
    assert.deepEqual(staticVersionsOf('3.7.9'), ['7']);
    assert.deepEqual(staticVersionsOf('v3.1'), ['1']);
    assert.deepEqual(staticVersionsOf('v2.11.53'), ['a']);
    assert.deepEqual(staticVersionsOf('v3'), staticVersions.slice(1));
    assert.deepEqual(staticVersionsOf('latest'), staticVersions);
    assert.deepEqual(staticVersionsOf('v2.4'), []);
  });

  it('tells which flags take no value, as Go does: also by a part of a name', () => {
    assert.deepEqual([...flagKindsOf('api.insecure', '7')], ['switch']);
    assert.deepEqual([...flagKindsOf('log.level', '7')], []);
    assert.deepEqual([...flagKindsOf('entrypoints.web.address', '7')], ['switch']);
    assert.equal(flagKindsOf('entrypoints.web.http.middlewares', '7').size, 2);
  });
});
