/** `npm start` on a machine without a desktop, as its user sees it. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import type { BrowserContext } from 'playwright-core';
import { openBrowserContext } from './harness';
import { openProxyScout, row, searchPage, unfold } from './person';
import { whenReady, windowOn } from './window';

/** The endpoints that are there from the start. */
const samples = [
  'Traefik 3.7',
  'Traefik 2.11',
  'Traefik with 5,000 routers',
  'Elasticsearch 8.19',
  'OpenSearch 3.0',
] as const;

describe('npm start', () => {
  let context: BrowserContext;
  let program: ChildProcess;

  before(async () => {
    context = await openBrowserContext();
  });

  after(async () => {
    program?.kill('SIGKILL');
    await context?.close();
  });

  it('serves a workbench with the sample endpoints, for one who knows the token, until Ctrl-C', async () => {
    program = spawn(process.execPath, ['scripts/start.mjs'], {
      env: { ...process.env, PROXY_SCOUT_VSCODE: 'npm-host' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    assert.ok(program.stdout);
    const address = await lineWith(program.stdout, /^http:\/\/127\.0\.0\.1:\d+\/\?tkn=[0-9a-f]{48}/);
    const bare = new URL('/', address).href;
    assert.equal(await status(bare), 403);

    const page = await context.newPage();
    await page.goto(address);
    await whenReady(page);
    const window = windowOn(page);
    await openProxyScout(window);
    const ports: string[] = [];
    for (const name of samples) {
      const text = await row(window, name).innerText();
      const [, port] = /127\.0\.0\.1:(\d+)/.exec(text) ?? [];
      assert.ok(port !== undefined, `${name} has no address: ${text}`);
      assert.notEqual(await status(`http://127.0.0.1:${port}/`), undefined);
      ports.push(port);
    }
    assert.equal(new Set(ports).size, samples.length);
    await unfold(window, 'Traefik 3.7', 'HTTP', 'Routers');
    await page.locator('[role="treeitem"][aria-level="4"]').first().waitFor();
    await window.screenshot('start');
    await row(window, 'OpenSearch 3.0').click();
    const search = searchPage(window);
    await search.search({ Index: 'access-logs', Field: 'message', Text: 'timeout' });
    await search.shows(/^1–50 of [\d,]+$/);
    assert.equal(await search.hits.count(), 50);
    await page.close();

    const ended = once(program, 'exit');
    program.kill('SIGINT');
    assert.deepEqual(await ended, [0, null]);
    for (const url of [bare, ...ports.map((port) => `http://127.0.0.1:${port}/`)]) {
      await assert.rejects(status(url), { code: 'ECONNREFUSED' }, url);
    }
  });
});

/** The first line that matches; the program goes on writing. */
async function lineWith(output: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    if (pattern.test(line)) return line;
  }
  throw new Error(`The program ended without a line like ${pattern}.`);
}

const status = (url: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(url, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
