import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorInLog } from '../../../../src/vscode/shared/logError';

const thrownBy = (task: () => unknown): unknown => {
  try {
    return task();
  } catch (error) {
    return error;
  }
};

describe('errorInLog: an unexpected error in the log', () => {
  it('does not repeat the text that could not be parsed', () => {
    const text = errorInLog(thrownBy(() => JSON.parse('canary-secret {"a": 1}')));
    assert.match(text, /^SyntaxError\n {4}at /);
    assert.doesNotMatch(text, /canary/);
  });

  it('says what happened and where, without what looks like a secret', () => {
    const text = errorInLog(new TypeError('no https://reader:canary@a.test here\nand there'));
    assert.match(text, /^TypeError: no https:\/\/•••@a\.test here and there\n {4}at /);
    assert.match(errorInLog(Object.assign(new Error('disk'), { code: 'ENOSPC' })), /^Error \(ENOSPC\): disk\n/);
    assert.equal(errorInLog('canary'), 'unknown');
  });

  it('is never handed over whole', () => {
    const files = readdirSync('src/vscode', { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const whole = files.filter((name) =>
      /log\.(?:error|warn|debug|info)\((?:[^;]*?, )?(?:error|String\(error\)|error\.(?:message|stack))\)/.test(
        readFileSync(join('src/vscode', name), 'utf8'),
      ),
    );
    assert.deepEqual(whole, []);
  });
});
