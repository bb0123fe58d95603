/**
 * Real search engines on loopback, for the live suites and scripts in this folder. Opt-in: needs Maven and JDKs.
 *
 * Each engine is the distribution its makers publish for integration tests (no modules but the transport, and x-pack-core
 * on Elasticsearch, which holds the point in time). Maven fetches it once into a cache of its own; every start unpacks it
 * into a fresh folder below the system's temporary folder, which `stop()` removes.
 */
import { spawn, spawnSync } from 'node:child_process';
import { pbkdf2Sync, randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { get as getPlainly } from 'node:http';
import { get as getByTls } from 'node:https';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {object} Engine
 * @property {'elasticsearch' | 'opensearch'} kind
 * @property {string} version
 * @property {string} origin    for instance `http://127.0.0.1:40123`, without a slash at the end
 * @property {number} nodes     how many nodes the cluster has
 * @property {() => Promise<void>} stop  ends the nodes and removes their folder
 * @property {(number: number) => Promise<void>} kill     ends a node as a power cut would; nodes are counted from 1 up
 * @property {(number: number) => Promise<void>} restart  starts a node that was killed, over what it had stored
 */

/**
 * An Elasticsearch with security: https by this key and certificate, and one user who may do all.
 * @typedef {{cert: string, key: string, ca: string, username: string, password: string}} Security
 */

const securitySettings = [
  'xpack.security.enabled: true',
  'xpack.security.http.ssl.enabled: true',
  'xpack.security.http.ssl.key: http.key',
  'xpack.security.http.ssl.certificate: http.pem',
  'xpack.security.http.ssl.certificate_authorities: ca.pem',
  'xpack.security.transport.ssl.enabled: false',
  'xpack.security.authc.api_key.enabled: true',
];

/** What differs between the two engines when they are started. */
const engineSetups = {
  elasticsearch: {
    group: 'org.elasticsearch.distribution.integ-test-zip',
    variables: (java) => ({ ES_JAVA_HOME: java, ES_JAVA_OPTS: heapOptions }),
    settings: (version, isSecured) => {
      if (isSecured) return securitySettings;
      // What Maven has of 6.8 is the open-source distribution, which refuses settings of x-pack.
      return version.startsWith('6.') ? [] : ['xpack.security.enabled: false'];
    },
    firstNode: 'cluster.initial_master_nodes',
  },
  opensearch: {
    group: 'org.opensearch.distribution.integ-test-zip',
    variables: (java) => ({ OPENSEARCH_JAVA_HOME: java, OPENSEARCH_JAVA_OPTS: heapOptions }),
    settings: () => [],
    firstNode: 'cluster.initial_cluster_manager_nodes',
  },
};

/** What can be started: by kind, the versions with the Java they are known to run on. The first one is the measured one. */
const engineVersions = {
  elasticsearch: { '7.17.29': 17, '6.8.23': 17, '8.11.0': 17, '8.19.0': 25, '9.1.0': 25 },
  opensearch: { '2.19.0': 17, '3.0.0': 25 },
};

const heapOptions = '-Xms512m -Xmx512m';
const mavenDependency = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';
const startLimitMs = 180_000;
/** A process that was just killed may still be writing. */
const removeOptions = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 };
const stopLimitMs = 30_000;

export const engineKinds = Object.freeze(Object.keys(engineSetups));

/** @type {readonly {kind: 'elasticsearch' | 'opensearch', version: string, java: number}[]} all that can be started */
export const engines = Object.freeze(
  Object.entries(engineVersions).flatMap(([kind, versions]) =>
    Object.entries(versions).map(([version, java]) => ({ kind, version, java })),
  ),
);

/** Runs a tool to its end and gives its output; throws with that output when the tool fails or is not there. */
function run(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (result.error)
    throw new Error(`${command} cannot be run (${result.error.message}). Install it, then run this again.`);
  if (result.status !== 0) throw new Error(`${command} ended with ${result.status}:\n${result.stdout}${result.stderr}`);
  return result.stdout + result.stderr;
}

/** Folders that hold JDKs, on Linux, macOS and where SDKMAN puts them. */
const jdkFolders = [
  '/usr/lib/jvm',
  '/Library/Java/JavaVirtualMachines',
  join(homedir(), '.sdkman', 'candidates', 'java'),
  join(homedir(), '.jdks'),
];

/** The major version of the JDK in a folder, by its `release` file; undefined where there is none. */
function majorOf(home) {
  const release = join(home, 'release');
  if (!existsSync(join(home, 'bin', 'jar')) || !existsSync(release)) return undefined;
  const major = /^JAVA_VERSION="(\d+)/m.exec(readFileSync(release, 'utf8'))?.[1];
  return major && Number(major);
}

/** The home of the java on the path, if there is one. */
function homeOnPath() {
  const result = spawnSync('java', ['-XshowSettings:properties', '-version'], { encoding: 'utf8' });
  return /^\s*java\.home = (.*)$/m.exec(`${result.stdout}${result.stderr}`)?.[1];
}

/**
 * The home of a JDK of this major version: in JAVA_HOME, JAVA17_HOME and the like, on the path, or where systems keep them.
 * @param {number} major
 * @returns {string | undefined}
 */
export function jdkOf(major) {
  const named = [process.env[`JAVA${major}_HOME`], process.env.JAVA_HOME, homeOnPath()].filter(Boolean);
  const kept = jdkFolders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder).flatMap((name) => [join(folder, name), join(folder, name, 'Contents', 'Home')]),
    );
  return [...named, ...kept].find((home) => majorOf(home) === major);
}

function cacheFolder() {
  return join(process.env.PROXY_SCOUT_CACHE ?? join(homedir(), '.cache', 'proxy-scout'), 'engines');
}

/**
 * Why an engine cannot be started here, and what to do about it; undefined where it can.
 * @param {{kind: string, version: string, java: number}} engine
 * @returns {string | undefined}
 */
export function whyNot({ kind, version, java }) {
  if (jdkOf(java) === undefined) {
    return `it runs on a JDK ${java}, and none was found. Install one, or name its folder in JAVA${java}_HOME.`;
  }
  if (existsSync(join(cacheFolder(), `${kind}-${version}.zip`))) return undefined;
  const maven = spawnSync('mvn', ['--version'], { encoding: 'utf8' });
  return maven.error || maven.status !== 0 ? 'Maven, which fetches it, was not found. Install it.' : undefined;
}

/** The distribution's archive, fetched by Maven the first time. The cache folder can be chosen by PROXY_SCOUT_CACHE. */
function archiveOf(kind, version) {
  const cache = cacheFolder();
  const archive = join(cache, `${kind}-${version}.zip`);
  if (!existsSync(archive)) {
    mkdirSync(cache, { recursive: true });
    const artifact = `${engineSetups[kind].group}:${kind}:${version}:zip`;
    run('mvn', ['-q', '-B', `${mavenDependency}:copy`, `-Dartifact=${artifact}`, `-DoutputDirectory=${cache}`], {
      cwd: cache,
    });
  }
  return archive;
}

/** The user the engines run as: they refuse root. Undefined means the user we are. */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag) => Number(run('id', [flag, 'nobody']).trim());
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function giveTo(folder, user) {
  chownSync(folder, user.uid, user.gid);
  for (const name of readdirSync(folder, { recursive: true })) chownSync(join(folder, name), user.uid, user.gid);
}

/** Ends an engine with all its processes: Elasticsearch 8 and later start the JVM in one of their own. */
function end(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has ended by itself.
  }
}

const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null;

/** Every process that is still to be ended, so that none outlives this one, however it ends. */
const running = new Set();
process.on('exit', () => {
  for (const { child, folder } of running) {
    end(child, 'SIGKILL');
    rmSync(folder, removeOptions);
  }
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

/** The address an engine wrote to its ports file, once it has. `node.portsfile` lets the system choose free ports. */
async function addressFrom(node, file) {
  const deadline = Date.now() + startLimitMs;
  const path = join(node.folder, 'logs', file);
  while (Date.now() < deadline) {
    if (hasEnded(node.child)) break;
    const address = existsSync(path) && /^127\.0\.0\.1:\d+$/m.exec(readFileSync(path, 'utf8'))?.[0];
    if (address) return address;
    await sleep(100);
  }
  throw new Error(`The engine did not start. The end of its output:\n${node.output().slice(-4000)}`);
}

function startNode(kind, { version, archive, java, user, name, settings, security }) {
  const parent = mkdtempSync(join(tmpdir(), `proxy-scout-${kind}-`));
  const folder = join(parent, `${kind}-${version}`);
  run(join(java, 'bin', 'jar'), ['xf', archive], { cwd: parent });
  for (const file of readdirSync(join(folder, 'bin'))) chmodSync(join(folder, 'bin', file), 0o755);
  mkdirSync(join(folder, 'tmp'));
  const lines = [
    'cluster.name: proxy-scout-live',
    `node.name: ${name}`,
    'node.portsfile: true',
    'network.host: 127.0.0.1',
    'http.port: 0',
    'transport.port: 0',
    'cluster.routing.allocation.disk.threshold_enabled: false',
    // Points in time that ran out are looked for each minute by default; the scripts do not want to wait that long.
    'search.keep_alive_interval: 1s',
    ...engineSetups[kind].settings(version, security !== undefined),
    ...settings,
  ];
  const config = join(folder, 'config');
  appendFileSync(join(config, `${kind}.yml`), `\n${lines.join('\n')}\n`);
  if (security !== undefined) {
    secure(config, security);
    addAnalysis(folder, { version, java });
  }
  if (user) giveTo(parent, user);
  const node = { kind, folder, parent, user, java, child: undefined, output: () => '' };
  launch(node);
  return node;
}

/** Writes the certificate and the user of an engine with security. */
function secure(config, { cert, key, ca, username, password }) {
  for (const [file, text] of Object.entries({ 'http.pem': cert, 'http.key': key, 'ca.pem': ca })) {
    writeFileSync(join(config, file), text);
  }
  const salt = randomBytes(32);
  const hash = pbkdf2Sync(password, salt, 10_000, 32, 'sha512');
  appendFileSync(
    join(config, 'users'),
    `${username}:{PBKDF2}10000$${salt.toString('base64')}$${hash.toString('base64')}\n`,
  );
  appendFileSync(join(config, 'users_roles'), `superuser:${username}\n`);
}

/** Below the folder that suites run in: they are bundled elsewhere. */
const analysisFile = resolve('test/live/setups/SecurityAnalysis.java');

/** Compiles and adds a stand-in for the module that the index of users needs and that these distributions lack. */
function addAnalysis(folder, { version, java }) {
  const plugin = join(folder, 'plugins', 'security-analysis');
  const classes = join(folder, 'tmp', 'classes');
  mkdirSync(plugin);
  run(join(java, 'bin', 'javac'), ['--release', '17', '-cp', join(folder, 'lib', '*'), '-d', classes, analysisFile]);
  run(join(java, 'bin', 'jar'), ['cf', join(plugin, 'security-analysis.jar'), '-C', classes, '.']);
  const descriptor = {
    name: 'security-analysis',
    description: 'what the index of users needs',
    version,
    'elasticsearch.version': version,
    'java.version': '17',
    classname: 'proxyscout.SecurityAnalysis',
  };
  const lines = Object.entries(descriptor).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(plugin, 'plugin-descriptor.properties'), lines.join(''));
}

/** Starts the process of a node whose folder is there. */
function launch(node) {
  const { kind, folder, parent, user, java } = node;
  for (const file of ['transport.ports', 'http.ports']) rmSync(join(folder, 'logs', file), { force: true });
  const child = spawn('bash', [join('bin', kind)], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      ES_TMPDIR: join(folder, 'tmp'),
      OPENSEARCH_TMPDIR: join(folder, 'tmp'),
      ...engineSetups[kind].variables(java),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that it can be ended with all its processes.
    detached: true,
    ...user,
  });
  let output = '';
  const keepTheEnd = (chunk) => {
    output = (output + chunk).slice(-20_000);
  };
  child.stdout.on('data', keepTheEnd);
  child.stderr.on('data', keepTheEnd);
  node.child = child;
  node.output = () => output;
  running.add({ child, folder: parent });
}

async function endNode({ child }, signal) {
  if (!hasEnded(child)) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    end(child, signal);
    const limit = setTimeout(() => end(child, 'SIGKILL'), stopLimitMs);
    await ended;
    clearTimeout(limit);
  }
  for (const entry of running) if (entry.child === child) running.delete(entry);
}

async function stopNode(node) {
  await endNode(node, 'SIGTERM');
  rmSync(node.parent, removeOptions);
}

/**
 * Starts an engine on free loopback ports and waits until it answers.
 *
 * @param {'elasticsearch' | 'opensearch'} kind
 * @param {{nodes?: number, version?: string, security?: Security}} [options]  more than one node gives shards a replica
 *   elsewhere; all but the first hold data only, so that they can be killed
 * @returns {Promise<Engine>}
 * @throws when Maven or the JDK is missing (see `whyNot`), or the engine does not start; the message ends with its output
 */
export async function startEngine(kind, { nodes = 1, version = Object.keys(engineVersions[kind])[0], security } = {}) {
  const major = engineVersions[kind][version];
  const why = whyNot({ kind, version, java: major });
  if (why) throw new Error(`${kind} ${version} cannot be started: ${why}`);
  const shared = { version, archive: archiveOf(kind, version), java: jdkOf(major), user: unprivilegedUser(), security };
  const started = [];
  const stop = async () => {
    await Promise.all(started.map(stopNode));
  };
  try {
    const alone = nodes === 1 ? ['discovery.type: single-node'] : [`${engineSetups[kind].firstNode}: ["node-1"]`];
    started.push(startNode(kind, { ...shared, name: 'node-1', settings: alone }));
    const first = started[0];
    const transport = await addressFrom(first, 'transport.ports');
    for (let number = 2; number <= nodes; number += 1) {
      const settings = [`discovery.seed_hosts: ["${transport}"]`, 'node.roles: ["data"]'];
      started.push(startNode(kind, { ...shared, name: `node-${number}`, settings }));
    }
    const scheme = security === undefined ? 'http' : 'https';
    const origin = `${scheme}://${await addressFrom(first, 'http.ports')}`;
    await clusterOf(origin, nodes, security);
    return {
      kind,
      version,
      origin,
      nodes,
      stop,
      kill: (number) => endNode(started[number - 1], 'SIGKILL'),
      async restart(number) {
        launch(started[number - 1]);
        await clusterOf(origin, nodes, security);
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until the cluster answers with all its nodes. */
async function clusterOf(origin, nodes, security) {
  const deadline = Date.now() + startLimitMs;
  while (Date.now() < deadline) {
    const status = await statusOf(`${origin}/_cluster/health?wait_for_nodes=${nodes}&timeout=5s`, security);
    if (status === 200) return;
    await sleep(250);
  }
  throw new Error(`The cluster at ${origin} did not come together.`);
}

/** The status of the answer to a GET; undefined where there is none. */
function statusOf(url, security) {
  return new Promise((resolve) => {
    const options = security && { ca: security.ca, auth: `${security.username}:${security.password}` };
    const get = security ? getByTls : getPlainly;
    get(url, options ?? {}, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).on('error', () => resolve(undefined));
  });
}
