import assert from 'node:assert/strict';
import { runSteps } from '../../../../../src/core/base/async/steps';
import { checkConfigGroups } from '../../../../../src/core/config/files/checkConfigGroups';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';

function toldOf(url: string): readonly string[] {
  const text = `http: { routers: { r: { rule: Host(\`a.test\`), service: s } }, services: { s: { loadBalancer: { servers: [{ url: '${url}' }] } } } }\n`;
  return checkConfigGroups(runSteps(readConfigFiles([{ path: 'dyn.yml', text }])), {}).map(
    ({ severity, range }) => `${severity} ${text.slice(range.start, range.end)}`,
  );
}

describe('the URL of a server', () => {
  for (const url of ['10.0.0.1:80', 'my_app:80', ':80', '[::1]:80']) {
    it(`is refused by Go without a scheme: ${url}`, () => {
      assert.deepEqual(toldOf(url), ['error s', `error ${url}`]);
    });
  }

  for (const url of ['app:80', 'localhost:8080/x', 'app', '10.0.0.1', 'app/x']) {
    it(`is accepted, and leads nowhere: ${url}`, () => {
      assert.deepEqual(toldOf(url), [`warning ${url}`]);
    });
  }

  for (const url of [
    'http://10.0.0.1:80',
    'https://app',
    'h2c://app:80/',
    'HTTP://a',
    'http://[::1]:80',
    '',
    '@@URL@@',
    'BACKEND_URL',
    '@@HOST@@:80',
    '%URL%',
    '{{ env "A" }}:80',
  ]) {
    it(`is right: ${url}`, () => {
      assert.deepEqual(toldOf(url), []);
    });
  }
});
