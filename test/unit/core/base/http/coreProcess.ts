import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { promisify } from 'node:util';
import { endpointAt } from './endpointAt';

const run = promisify(execFile);

/**
 * What a new process does with a built extension: `moduleOf` loads a file of what the extension loads with `import()`, `url`
 * is there, and `report` is what it prints as JSON. No setting of VS Code has a value.
 */
const program = (body: string) => `
  import { readdirSync } from 'node:fs';
  import { register } from 'node:module';
  import { join } from 'node:path';
  import { pathToFileURL } from 'node:url';
  const [, folder, url] = process.argv;
  const vscode = 'data:text/javascript,export const env = {}; export class ThemeColor {} export class ThemeIcon {} export const workspace = { getConfiguration: () => ({ get() {}, inspect() {} }) };';
  register('data:text/javascript,' + encodeURIComponent(\`
    export const resolve = (name, context, next) =>
      name === 'vscode' ? { url: \${JSON.stringify(vscode)}, shortCircuit: true } : next(name, context);\`));
  const moduleOf = (name) =>
    import(pathToFileURL(join(folder, readdirSync(folder).find((one) => one.startsWith(name + '-') && one.endsWith('.js')))).href);
  const names = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'];
  const symbols = () => names.map((name) => globalThis[Symbol.for(name)]);
  const endpoint = ${JSON.stringify(endpointAt('there'))};
  const report = {};
  ${body}
  process.stdout.write(JSON.stringify(report));
`;

/** Requests `url` as the extension does, but with `options`; `report.status` is the status, or the failure's code. */
export const ask = `
    const { connectTo } = await moduleOf('rows');
    const client = connectTo({ ...endpoint, url }, false, options);
    report.status = await client.request({ method: 'GET', path: '/', body: '{}' }).then((a) => a.status, (e) => e.failure.code);
    await client.close();`;

/**
 * Runs `body` in a new process of the Node that runs this test, which inside VS Code is the extension host's own.
 *
 * @param folder of the built extension: dist/, or a copy
 * @param env on top of this process's
 * @returns what `body` left in `report`
 */
export async function reportOf(
  folder: string,
  body: string,
  url: string,
  env: NodeJS.ProcessEnv = {},
): Promise<unknown> {
  // A stack trace names the real path.
  const { stdout } = await run(
    process.execPath,
    ['--input-type=module', '-e', program(body), realpathSync(folder), url],
    {
      // The desktop VS Code's executable is Node only when it is told so.
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', ...env },
    },
  );
  return JSON.parse(stdout);
}

/**
 * How often the extension sets the process-wide dispatcher, and what the built-in fetch makes of a length of its own afterwards.
 *
 * @param url a server that answers `{"length": …}` with the request's `Content-Length`
 * @returns `{ status: 200, setByCore: 0, fetched: [200, { length: 2 }] }` if all is well
 */
export const dispatcherReport = (folder: string, url: string): Promise<unknown> =>
  // Node's own copy may set it, when something first touches fetch or Headers: what counts is who does.
  reportOf(
    folder,
    `
      const { defineProperty } = Object;
      report.setByCore = 0;
      Object.defineProperty = (target, key, property) => {
        const [, , caller] = new Error().stack.split('\\n');
        if (target === globalThis && names.includes(key.description) && caller.includes(folder)) report.setByCore += 1;
        return defineProperty(target, key, property);
      };
      const options = {};
      ${ask}
      const sent = await fetch(url, { method: 'POST', headers: { 'content-length': '2' }, body: '{}' });
      report.fetched = [sent.status, await sent.json()];`,
    url,
  );
