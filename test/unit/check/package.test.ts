import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = process.cwd();

describe('package: the package of proxy-scout', function () {
  this.timeout(60_000);

  it('has the program and its papers, and nothing of the extension', () => {
    const npm = process.env.npm_execpath;
    const args = ['pack', '--dry-run', '--json'];
    const [program, before] = npm?.endsWith('.js') === true ? [process.execPath, [npm]] : ['npm', []];
    const printed = execFileSync(program, [...before, ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
    // An array or, since npm 11, an object by name.
    const [packed] = Object.values<{ readonly files: readonly { readonly path: string }[] }>(JSON.parse(printed));
    const paths = (packed?.files ?? []).map(({ path }) => path);
    const others = paths.filter((path) => !path.startsWith('dist-check/'));
    assert.deepEqual(others.toSorted(), ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
  });

  it('names the program that the build makes', () => {
    const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.deepEqual(bin, { 'proxy-scout': 'dist-check/proxy-scout.js' });
    assert.match(readFileSync(join(root, 'esbuild.js'), 'utf8'), /buildCheck\('dist-check'\)/);
  });
});
