/** `npm start` on a machine without a desktop, as its user sees it. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { startWorkbench, type Workbench } from './harness';
import { whenReady, windowOn } from './window';

describe('npm start', () => {
  let browser: Workbench;
  let program: ChildProcess;

  before(async () => {
    browser = await startWorkbench();
  });

  after(async () => {
    program?.kill('SIGKILL');
    await browser?.close();
  });

  it('serves a workbench with the sample endpoints, for one who knows the token, until Ctrl-C', async () => {
    program = spawn(process.execPath, ['test/host/start.mjs'], {
      env: { ...process.env, PROXY_SCOUT_VSCODE: 'npm-host' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    assert.ok(program.stdout);
    const address = await lineWith(program.stdout, /^http:\/\/127\.0\.0\.1:\d+\/\?tkn=[0-9a-f]{48}/);
    const bare = new URL('/', address).href;
    assert.equal(await status(bare), 403);

    const page = await browser.context.newPage();
    await page.goto(address);
    await whenReady(page);
    const window = windowOn(page);
    await window.commandPalette('View: Show Proxy Scout');
    await window.treeRows('Traefik 3.7').waitFor();
    await window.screenshot('start');
    await page.close();

    const ended = once(program, 'exit');
    program.kill('SIGINT');
    await ended;
    await assert.rejects(status(bare), { code: 'ECONNREFUSED' });
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
