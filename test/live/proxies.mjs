/**
 * Reverse proxies as people put them before engines, on free loopback ports: those that are installed here. Each runs in the
 * foreground below a fresh folder of the system's temporary folder, which `stop()` removes.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where Debian keeps daemons, which is not on everybody's path. */
const programPath = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;

const nginx = (location) => ({
  program: 'nginx',
  version: '-v',
  file: 'nginx.conf',
  config: ({ port, host, folder }) => `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
events { worker_connections 64; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`).join(' ')}
  proxy_cache_path ${folder}/kept keys_zone=kept:1m;
  server { listen 127.0.0.1:${port}; location / { ${location} proxy_pass http://${host}; } }
}
`,
  args: ({ folder, config }) => ['-p', folder, '-e', 'stderr', '-c', config],
});

const haproxy = (rules) => ({
  program: 'haproxy',
  version: '-v',
  file: 'haproxy.cfg',
  config: ({ port, host }) => `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
cache kept
  total-max-size 64
  max-object-size 1000000
  max-age 60
listen engine
  bind 127.0.0.1:${port}
  ${rules.join('\n  ')}
  server engine ${host}
`,
  args: ({ config }) => ['-db', '-f', config],
});

const varnish = {
  program: 'varnishd',
  version: '-V',
  file: 'default.vcl',
  config: ({ host }) => `vcl 4.1;
backend engine { .host = "${host.split(':')[0]}"; .port = "${host.split(':')[1]}"; }
sub vcl_backend_response { set beresp.ttl = 60s; }
`,
  args: ({ port, folder, config }) => ['-F', '-a', `127.0.0.1:${port}`, '-f', config, '-n', join(folder, 'work')],
};

/** What stands between, by what it does. */
const proxyPrograms = {
  'nginx that caches': nginx('proxy_cache kept; proxy_cache_valid 200 1m;'),
  'nginx that takes bodies off': nginx('proxy_pass_request_body off; proxy_set_header Content-Length "";'),
  'HAProxy that caches': haproxy([
    'http-request cache-use kept',
    'http-response set-header Cache-Control max-age=60',
    'http-response cache-store kept',
  ]),
  'HAProxy that refuses a GET with a body': haproxy([
    'option http-buffer-request',
    'http-request deny deny_status 403 if { method GET } { req.body_len gt 0 }',
  ]),
  'Varnish that caches': varnish,
};

/** @param {keyof typeof proxyPrograms} name */
export function isInstalled(name) {
  const { program, version } = proxyPrograms[name];
  return spawnSync(program, [version], { env: { ...process.env, PATH: programPath } }).error === undefined;
}

/** The programs that are not here, for the summary. */
export function missingPrograms() {
  const names = Object.keys(proxyPrograms).filter((name) => !isInstalled(name));
  return [...new Set(names.map((name) => proxyPrograms[name].program))];
}

const startLimitMs = 20_000;
const running = new Set();
process.on('exit', () => {
  for (const { child, folder } of running) {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

/**
 * Starts a proxy before an engine.
 *
 * @param {keyof typeof proxyPrograms} name
 * @param {string} engineOrigin
 * @returns {Promise<{origin: string, stop: () => Promise<void>}>}
 * @throws where it does not start; the message ends with its output
 */
export async function startProxy(name, engineOrigin) {
  const proxy = proxyPrograms[name];
  const folder = mkdtempSync(join(tmpdir(), 'proxy-scout-between-'));
  // Started as root, Varnish reads its configuration as a user of its own.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'work'));
  const port = await freePort();
  const config = join(folder, proxy.file);
  writeFileSync(config, proxy.config({ port, folder, host: new URL(engineOrigin).host }));
  const child = spawn(proxy.program, proxy.args({ port, folder, config }), {
    env: { ...process.env, PATH: programPath },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-4_000);
    });
  }
  const entry = { child, folder };
  running.add(entry);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    const limit = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(limit);
    running.delete(entry);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  const deadline = Date.now() + startLimitMs;
  while (Date.now() < deadline && child.exitCode === null) {
    if (await answers(port)) return { origin: `http://127.0.0.1:${port}`, stop };
    await sleep(50);
  }
  await stop();
  throw new Error(`${name} did not start. The end of its output:\n${output}`);
}
