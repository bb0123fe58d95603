import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRequestFailure } from '../../../../../src/core/base/errors/failure';
import { parseJson } from '../../../../../src/core/base/http/responseFailures';
import { jsonOrNothing, longestParsed } from '../../../../../src/core/base/json/parse';
import { allJobs } from '../../../../../src/core/jobs';
import { recordingsFolder } from '../../../../recordings/read';
import { endpointAt } from '../http/endpointAt';

const sources = join(dirname(dirname(recordingsFolder())), 'src');

/** Where `JSON.parse` itself is called, and why no long text comes to it. */
const known: Readonly<Record<string, string>> = {
  'core/proxy/compare/jsonTree.ts': 'one string of an item',
  'core/proxy/documents/settingRows.ts': 'one string of an item',
  'core/base/endpoints/endpointStore.ts': 'what was just written',
  'core/proxy/findings/middlewareSteps.ts': 'an entry point, which is an entry of a listing',
  'core/base/http/responseFailures.ts': 'looks at the length',
  'core/base/json/parse.ts': 'looks at the length; of any length for jobs alone',
  'core/search/wire/searchAnswer.ts': 'a job',
  'core/search/query/bodyText.ts': 'one key of a body by hand, which has a limit',
  'core/search/query/fieldKinds.ts': 'one value',
  'core/search/export/csvFormat.ts': 'one value, in a job',
  'core/search/paging/pointInTime.ts': 'an id',
  'core/search/paging/pitRequests.ts': 'an entry of a sort by hand, which has a limit',
  'core/search/paging/searchTraits.ts': 'an entry of a sort by hand, which has a limit',
  'core/search/read/aggregationTable.ts': 'one value, in a job',
  'core/search/read/hitCell.ts': 'one value, in a job',
  'core/base/json/scan.ts': 'one key',
  'core/base/workspace/workspaceFile.ts': 'a key of a file that has 256 KiB at most',
  'core/search/saved/savedStore.ts': 'a record of ours, which has a limit',
  'core/proxy/snapshots/snapshot.ts': 'an entry, or the head of a file',
  'core/proxy/api/readListing.ts': 'an entry of a listing',
  'protocol/translation.ts': 'the words of the extension, which come with it',
  'vscode/search/hitActions.ts': 'one value',
};

describe('parse: a text that is parsed at once', () => {
  it('has four mebibytes at most, in this thread', () => {
    const text = `["${'x'.repeat(longestParsed)}"]`;
    assert.equal(longestParsed, 4 * 2 ** 20);
    assert.equal(jsonOrNothing(text), undefined);
    assert.ok(Array.isArray(jsonOrNothing(`["${'x'.repeat(longestParsed - 4)}"]`)));
    for (const { name, longestHere } of allJobs) assert.ok(longestHere <= longestParsed, name);
  });

  it('is refused in words where an answer is longer that ought to be short', () => {
    const endpoint = endpointAt('http://a.test:81/base');
    const answer = { status: 200, headers: {}, body: `[${'{},'.repeat(2_000_000)}0]` };
    assert.throws(
      () => parseJson(answer, endpoint),
      (error) => {
        assert.ok(isRequestFailure(error));
        assert.equal(error.failure.kind, 'tooLarge');
        assert.equal(
          error.failure.sentence,
          'The response from http://a.test:81 is larger than 4 MiB, although little data was requested.',
        );
        return true;
      },
    );
  });

  it('is parsed nowhere else than where that is known', () => {
    const callers = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /^(?:core|protocol|vscode)\/.*\.ts$/.test(file) || file === 'extension.ts')
      .filter((file) =>
        /\bJSON\.parse\b/.test(readFileSync(join(sources, file), 'utf8').replace(/^\s*(?:\/?\*|\/\/).*$/gm, '')),
      );
    assert.deepEqual(callers.sort(), Object.keys(known).sort(), 'say in this test why no long text comes there');
  });
});
