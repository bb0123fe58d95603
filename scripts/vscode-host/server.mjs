/** @file VS Code's own server, as a child process. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installVSCode } from './install.mjs';

/**
 * Starts VS Code's server on a socket file, with a fresh data folder and a random token.
 *
 * @param {object} options
 * @param {import('./versions.mjs').HostName} options.name which VS Code
 * @param {Record<string, unknown>} options.settings the user's settings
 * @param {string[]} options.vsix packages to install first
 * @param {string[]} options.extensions folders of extensions to have installed
 * @param {string[]} options.builtIn names of the built-in extensions to have; all of them if it is empty
 * @param {boolean} options.driver whether the page takes extensions and tests under development from its address. VS
 *   Code calls this its smoke test driver; it then shows no notification toasts.
 * @param {string} [options.userDataDir] instead of a fresh one
 * @param {string} [options.extensionsDir] instead of a fresh one
 * @returns {Promise<{ socketPath: string, token: string, folder: string, ended: Promise<void>, stop: () => Promise<void> }>}
 *   `folder` is for what shall be gone after the end
 */
export async function startServer(options) {
  const { name, settings, vsix, extensions, builtIn, driver, userDataDir, extensionsDir } = options;
  const { node, server } = await installVSCode(name);
  // Short, because the path of a socket may have 107 characters; for this user alone, because the token is in it.
  const folder = await mkdtemp(join(tmpdir(), 'proxy-scout-'));
  await chmod(folder, 0o700);
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const socketPath = join(folder, 'socket');
    const token = randomBytes(24).toString('hex');
    const userData = userDataDir ?? join(folder, 'user-data');
    const extensionsFolder = extensionsDir ?? join(folder, 'extensions');
    const folders = [
      `--server-data-dir=${join(folder, 'server-data')}`,
      `--user-data-dir=${userData}`,
      `--extensions-dir=${extensionsFolder}`,
    ];
    await writeFile(join(folder, 'token'), token, { mode: 0o600 });
    await mkdir(join(userData, 'User'), { recursive: true });
    await writeFile(join(userData, 'User/settings.json'), JSON.stringify(settings, undefined, 2));
    for (const path of extensions) await link(path, extensionsFolder);
    const builtInFolder = join(folder, 'built-in');
    await mkdir(builtInFolder);
    for (const one of builtIn) await symlink(join(server, '../../extensions', one), join(builtInFolder, one));
    for (const file of vsix) await install(node, server, folders, file);
    const child = start(node, [
      server,
      ...folders,
      `--socket-path=${socketPath}`,
      `--connection-token-file=${join(folder, 'token')}`,
      '--accept-server-license-terms',
      '--disable-experiments',
      '--disable-getting-started-override',
      '--disable-telemetry',
      '--disable-update-check',
      '--disable-workspace-trust',
      '--force-disable-user-env',
      ...(builtIn.length > 0 ? [`--builtin-extensions-dir=${builtInFolder}`] : []),
      ...(driver ? ['--enable-smoke-test-driver'] : []),
    ]);
    await answering(socketPath, child);
    return {
      socketPath,
      token,
      folder,
      ended: child.ended,
      stop: async () => {
        child.end();
        await child.ended;
        await removeFolder();
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

/**
 * Starts a process as the leader of a group, so that the processes which it starts (extension host, file watcher) are
 * ended with it, and nothing else is.
 */
function start(program, args) {
  const child = spawn(program, args, { detached: true, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-10_000);
    });
  }
  let failure;
  const ended = new Promise((resolve) => {
    child.on('exit', resolve).on('error', (error) => {
      failure = error;
      resolve(1);
    });
  });
  return {
    ended,
    output: () => (failure === undefined ? output : String(failure)),
    end: () => {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended already.
      }
    },
  };
}

/**
 * What a terminal inside VS Code, or a debugger, sets is not for the VS Code started here. Without a gallery it asks no
 * server on the internet about extensions.
 */
function environment() {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$)/.test(name));
  return { ...Object.fromEntries(inherited), EXTENSIONS_GALLERY: '{}' };
}

/** Puts an extension where VS Code finds it when it first looks into its extensions folder. */
async function link(path, extensionsFolder) {
  const { publisher, name, version } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
  await mkdir(extensionsFolder, { recursive: true });
  await symlink(path, join(extensionsFolder, `${publisher}.${name}-${version}`));
}

/** Installs a package with VS Code's own `--install-extension`. */
async function install(node, server, folders, file) {
  const child = start(node, [server, ...folders, `--install-extension=${file}`, '--accept-server-license-terms']);
  const code = await child.ended;
  if (code !== 0) throw new Error(`VS Code could not install ${file}:\n${child.output()}`);
}

/** Waits until the server answers on its socket. */
async function answering(socketPath, child) {
  let running = true;
  child.ended.then(() => {
    running = false;
  });
  for (let attempt = 0; running && attempt < 600; attempt += 1) {
    if (await answers(socketPath)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.end();
  throw new Error(`VS Code's server does not answer:\n${child.output()}`);
}

const answers = (socketPath) =>
  new Promise((resolve) => {
    request({ socketPath, path: '/version' }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    })
      .on('error', () => resolve(false))
      .end();
  });
