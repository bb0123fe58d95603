import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProgram, type Ended, run, runHere } from './program';

describe('check: proxy-scout check', function () {
  this.timeout(60_000);
  let folder: string;
  let server: Server | undefined;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'proxy-scout-check-'));
    await buildProgram(folder);
  });
  afterEach(() => void server?.close());
  after(() => rmSync(folder, { recursive: true, force: true }));

  const check = (args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd?: string): Promise<Ended> =>
    runHere(['check', ...args], env, cwd);
  const start = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
    run(join(folder, 'proxy-scout.js'), ['check', ...args], env);

  /** A proxy that lists this. */
  async function serve(listings: Readonly<Record<string, unknown>>, asked: IncomingMessage[] = []): Promise<string> {
    const made = createServer((request, response) => {
      asked.push(request);
      const [path = ''] = (request.url ?? '').split('?');
      const body = listings[path] ?? (path === '/api/version' ? { Version: '3.7.9' } : []);
      response.setHeader('content-type', 'application/json');
      response.setHeader('x-next-page', '1');
      response.end(JSON.stringify(body));
    });
    server = made;
    await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
  }

  it('ends with 0 if nothing breaks, and says nothing of files that are none of its own', async () => {
    assert.deepEqual(await start(['good']), {
      code: 0,
      stdout: '0 errors, 0 warnings in 3 files for Traefik.\n',
      stderr: '',
    });
  });

  it('ends with 1 and tells each problem with its place, without values of users and headers', async () => {
    const { code, stdout } = await start(['broken']);
    assert.equal(code, 1);
    assert.match(stdout, /^broken\/compose\.yml:6:35: error: .*“rul”.*“rule”.* \[label\.syntax\]$/m);
    assert.match(stdout, /^broken\/dynamic\.toml:2:\d+: error: .* \[rule\.syntax\]$/m);
    assert.doesNotMatch(stdout, /hunter2/);
  });

  it('reads files with a byte order mark, which Traefik accepts, and counts no column for it', async () => {
    const marked = join(folder, 'marked');
    mkdirSync(marked);
    const dynamic = 'http: { routers: { a: { rule: Hst(`a`), service: s } } }\n';
    writeFileSync(join(marked, 'dynamic.yml'), `\uFEFF${dynamic}`);
    writeFileSync(join(marked, 'dynamic.toml'), '\uFEFF[http.routers.b]\nrule = "Hst(`b`)"\n');
    const { stdout } = await check(['.', '--format', 'json'], {}, marked);
    const { problems } = JSON.parse(stdout) as { problems: { code: string; path: string; column: number }[] };
    const rules = problems.filter(({ code }) => code === 'rule.syntax').map(({ path, column }) => [path, column]);
    assert.deepEqual(rules, [
      ['dynamic.toml', 9],
      ['dynamic.yml', dynamic.indexOf('Hst') + 1],
    ]);
  });

  it('repeats no value of users, headers, and keys, however they are written', async () => {
    const secret = join(folder, 'secret');
    mkdirSync(secret);
    const labels = [
      ...[
        'traefik.http.middlewares.a.basicauth.users:admin:hunter2',
        'traefik.http.middlewares.b.basicauth.users=hunter2',
      ],
      ...[
        'traefik.http.routers.b.rule=Header(`X-Key` `hunter2`)',
        'traefik.http.routers.c.rule=HeaderRegexp(`X-Key`, `hunter2(`)',
      ],
      ...[
        'traefik.http.middlewares.d.digestauth.users=a:$hunter2$hunter2:b',
        'traefik.http.routers.d.rule=Header(`K`, hunter2)',
      ],
    ];
    for (const [index, label] of labels.entries()) {
      writeFileSync(
        join(secret, `${index}.yml`),
        `services: { a: { labels: ${JSON.stringify([label, 'traefik.http.routers.b.middlewares=b'])} } }`,
      );
    }
    writeFileSync(
      join(secret, 'x.yml'),
      "http:\n  middlewares:\n    m:\n      basicAuth:\n        users:\n        - a\n       'hunter2'\n",
    );
    writeFileSync(join(secret, 'x.toml'), '[http.middlewares.m.basicAuth]\nusers = ["a:b" hunter2]\n');
    const { code, stdout } = await check([secret]);
    assert.equal(code, 1);
    assert.equal(new Set([...stdout.matchAll(/^.*\/(\w+\.\w+):\d+/gm)].map(([, name]) => name)).size, 8, stdout);
    assert.doesNotMatch(stdout, /hunter2/);
  });

  it('takes variables from the .env file beside a compose file, and prints their names only', async () => {
    const project = join(folder, 'project');
    mkdirSync(project);
    const labels = [
      ...['routers.a.rule=Host(`a`) && $VALUE', 'routers.b.rule=Hots(`$VALUE`)', 'routers.$VALUE.rule=Host(`c`'],
      ...[
        'routers.c.rule=Host(`$SERVER`)',
        'services.s.loadbalancer.server.url=http://$VALUE:x',
        'routers.d.middlewares=m',
      ],
      ...[`middlewares.m.ipallowlist.sourcerange=$VALUE`, `routers.e.tls=$VALUE`, `routers.c.service=$VALUE`],
    ];
    const list = labels.map((one) => `      - traefik.http.${one}\n`).join('');
    writeFileSync(join(project, 'compose.yml'), `services:\n  a:\n    image: a\n    labels:\n${list}`);
    writeFileSync(join(project, '.env'), "VALUE='hunter2 swordfish'\n");
    const listings = {
      '/api/http/routers': [
        {
          name: 'c@docker',
          provider: 'docker',
          rule: 'Host(`x`)',
          service: 'hunter2 swordfish',
          status: 'disabled',
          error: ['the service "hunter2 swordfish@docker" does not exist'],
        },
      ],
      '/api/overview': { providers: ['Docker'] },
    };
    const endpoint = await serve(listings, []);
    for (const more of [
      [],
      ['--format=json'],
      ['--format=github'],
      ['--endpoint', endpoint],
      ['--endpoint', endpoint, '--format=json'],
    ]) {
      // The environment of the process, too.
      const running = more.length === 0 ? start : check;
      const { code, stdout, stderr } = await running([project, ...more], { SERVER: 'swordfish' });
      assert.equal(code, 1, stderr);
      assert.match(stdout, /\$\{VALUE\}/);
      assert.doesNotMatch(stdout + stderr, /hunter2|swordfish/i);
    }
    const { stdout } = await check([join(project, 'compose.yml')]);
    assert.match(stdout, /compose\.yml:6:\d+: error: Unknown matcher “Hots”/);
  });

  it('looks up the paths of the file provider, only in the folder that it is called in', async () => {
    const own = join(folder, 'paths');
    mkdirSync(join(own, 'there'), { recursive: true });
    symlinkSync(folder, join(own, 'link'));
    const service = (name: string, source: string): string =>
      `  ${name}:\n    image: traefik:v3.5\n    command: [--providers.file.directory=/conf]\n    volumes: ["${source}:/conf"]\n`;
    const sources = ['./there', './missing', './link', './link/missing', '../missing', '/missing'];
    const text = `services:\n${sources.map((source, index) => service(`traefik${index}`, source)).join('')}`;
    writeFileSync(join(own, 'compose.yml'), text);
    const { code, stdout } = await check(['.'], {}, own);
    assert.equal(code, 0);
    assert.match(stdout, /^compose\.yml:8:\d+: warning: .*“\.\/missing”.* \[static\.path\]\n0 errors, 1 warning/);
  });

  it('reads no .env file that is a link, or large', async () => {
    const project = join(folder, 'linked');
    mkdirSync(join(project, 'real'), { recursive: true });
    const text = 'services:\n  a:\n    image: a\n    labels: [ "traefik.http.routers.a.rule=Host(`a`) $VALUE" ]\n';
    writeFileSync(join(project, 'compose.yml'), text);
    writeFileSync(join(project, 'real/env'), 'VALUE=(\n');
    symlinkSync('real/env', join(project, '.env'));
    assert.equal((await check([project])).code, 0);
    rmSync(join(project, '.env'));
    writeFileSync(join(project, '.env'), `VALUE=(\n${'#'.repeat(65_536)}\n`);
    assert.equal((await check([project])).code, 0);
    writeFileSync(join(project, '.env'), `VALUE=(\n${'#'.repeat(65_000)}\n`);
    assert.equal((await check([project])).code, 1);
  });

  it('prints JSON', async () => {
    const { code, stdout } = await check(['broken/compose.yml', '--format', 'json']);
    assert.equal(code, 1);
    const { problems, ...rest } = JSON.parse(stdout);
    assert.deepEqual(rest, { version: 1, files: 1, notes: [] });
    const [{ message, ...problem }] = problems;
    assert.deepEqual(problem, {
      path: 'broken/compose.yml',
      ...{ line: 6, column: 35, endLine: 6, endColumn: 38 },
      ...{ code: 'label.syntax', severity: 'error' },
    });
    assert.match(message, /^Traefik has no option “rul” here\./);
  });

  it('prints commands for GitHub, in which a path ends no property', async () => {
    const odd = join(folder, 'a,b:100%\n');
    mkdirSync(odd);
    writeFileSync(join(odd, 'compose.yml'), 'services: { a: { labels: ["traefik.enable=\\u001b[31m%"] } }\n');
    const { code, stdout } = await check(['.', '--format=github'], {}, odd);
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^::error file=compose\.yml,line=1,endLine=1,col=\d+,endColumn=\d+,title=label\.syntax::[^\p{Cc}]+\n$/u,
    );
    const { stdout: named } = await check([odd, '--format=github'], {}, folder);
    assert.ok(named.startsWith('::error file=a%2Cb%3A100%25%0A/compose.yml,line=1,'), named);
    const { stdout: pretty } = await check([odd], {}, folder);
    assert.match(pretty, /^a,b:100% \/compose\.yml:1:\d+: error: /);
    assert.doesNotMatch(pretty.replaceAll('\n', ''), /\p{Cc}/u);
  });

  it('ends with 2 for wrong use, a path that cannot be read, and an endpoint that does not answer', async () => {
    const refused = [
      ['--color'],
      ['--format=xml'],
      ['nowhere'],
      ['good', '--endpoint', 'ftp://a'],
      ['good', '--endpoint', 'http://someone:hunter2@127.0.0.1:1'],
      ['good', '--endpoint', 'http://127.0.0.1:1'],
    ];
    for (const args of refused) {
      const { code, stdout, stderr } = await check(args);
      assert.deepEqual([code, stdout], [2, ''], args.join(' '));
      assert.match(stderr, /^[^\n]+\./);
      assert.doesNotMatch(stderr, /hunter2/);
    }
    const wordsOf = async (...args: readonly string[]) => (await check(args)).stderr.split('\n')[0];
    assert.equal(await wordsOf('--color'), 'There is an option that this program does not have.');
    for (const args of [['--format'], ['--endpoint', '--format=json'], ['--help=yes']]) {
      assert.equal(await wordsOf(...args), 'There is an option without its value, or with one that it does not take.');
    }
    assert.equal((await runHere(['look'])).code, 2);
    assert.equal((await run(join(folder, 'proxy-scout.js'), ['look'])).code, 2);
  });

  it('has a help of its own beside that of the program', async () => {
    for (const option of ['--help', '-h']) {
      const whole = await runHere([option]);
      assert.deepEqual([whole.code, whole.stderr], [0, '']);
      assert.match(whole.stdout, /^Usage: proxy-scout <command> \[options\]$/m);
      assert.match(whole.stdout, /^ {2}check +\S/m);
      const own = await check(['good', option]);
      assert.deepEqual([own.code, own.stderr], [0, '']);
      assert.match(own.stdout, /^Usage: proxy-scout check \[paths…\] /);
    }
    const { stderr } = await runHere(['look']);
    assert.equal(stderr, (await runHere(['--help'])).stdout);
    assert.equal((await runHere([])).code, 2);
    assert.match((await check(['--color'])).stderr, /^There is an option .*\n\nUsage: proxy-scout check /);
  });

  it('says which files are too large, and does not look into node_modules', async () => {
    const large = join(folder, 'large');
    mkdirSync(join(large, 'node_modules'), { recursive: true });
    writeFileSync(join(large, 'node_modules/compose.yml'), 'services: { a: { labels: ["traefik.enable=x"] } }\n');
    writeFileSync(join(large, 'compose.yml'), `# ${'x'.repeat(1_000_000)}\n`);
    const { code, stdout } = await check(['.'], {}, large);
    assert.equal(code, 0);
    assert.equal(
      stdout,
      'compose.yml is larger than 1 MB and was not read.\n0 errors, 0 warnings in 0 files for Traefik.\n',
    );
  });

  it('adds what a live proxy says, and sends credentials from the environment', async () => {
    const asked: IncomingMessage[] = [];
    const url = await serve(
      {
        '/api/overview': { providers: ['Docker', 'File'] },
        '/api/entrypoints': [{ name: 'web', address: ':80' }],
        '/api/http/routers': [
          {
            ...{ name: 'blog@file', provider: 'file', status: 'disabled', rule: 'Host(`blog.example.test`)' },
            ...{ service: 'blog', middlewares: ['auth@file'], error: ['middleware "auth@file" does not exist'] },
          },
        ],
        '/api/http/services': [{ name: 'blog@file', provider: 'file', status: 'enabled' }],
      },
      asked,
    );
    const env = { PROXY_SCOUT_USER: 'reader', PROXY_SCOUT_PASSWORD: 'hunter2' };
    const { code, stdout, stderr } = await start(['good', '--endpoint', url], env);
    assert.equal(stderr, '');
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^good\/dynamic\.yml:6:21: error: The proxy reports: middleware "auth@file" does not exist \[live\.error\]$/m,
    );
    assert.match(
      stdout,
      /^good\/compose\.yml:5:\d+: information: 127\.0\.0\.1:\d+ has not loaded “shop@docker”\. Reason not known: which static configuration it has\. \[not\.loaded\]$/m,
    );
    // Kubernetes is not among its providers.
    assert.doesNotMatch(stdout, /route\.yaml/);
    const authorizations = new Set(asked.map(({ headers }) => headers.authorization));
    assert.deepEqual([...authorizations], [`Basic ${Buffer.from('reader:hunter2').toString('base64')}`]);
  });

  it('tells why the proxy lacks an object, by what the folder says of its static configuration', async () => {
    const url = await serve({
      '/api/version': { Version: '3.7.9' },
      '/api/overview': { providers: ['Docker'] },
      '/api/entrypoints': [{ name: 'web', address: ':80' }],
    });
    const docker = { exposedByDefault: false };
    const told = { static: { entryPoints: { web: { address: ':80' } }, providers: { docker } } };
    const place = mkdtempSync(join(folder, 'told-'));
    mkdirSync(join(place, '.vscode'));
    writeFileSync(join(place, '.vscode/proxy-scout.json'), JSON.stringify(told));
    const labels = ['traefik.http.routers.shop.rule=Host(`shop.example.test`)'];
    writeFileSync(join(place, 'compose.yml'), JSON.stringify({ services: { shop: { image: 'shop', labels } } }));
    const { stdout } = await check(['.', '--endpoint', url], {}, place);
    assert.match(
      stdout,
      /has not loaded “shop@docker”, by its static configuration \(\.vscode\/proxy-scout\.json\)\. The container is not exposed\./,
    );
    const toml = '\uFEFF[entryPoints.web]\naddress = ":80"\n[providers.docker]\nexposedByDefault = false\n';
    writeFileSync(join(place, 'own.toml'), toml);
    writeFileSync(join(place, '.vscode/proxy-scout.json'), JSON.stringify({ static: 'own.toml' }));
    const named = await check(['.', '--endpoint', url], {}, place);
    assert.match(
      named.stdout,
      /“shop@docker”, by its static configuration \(own\.toml\)\. The container is not exposed\./,
    );
  });

  it('says that the static configuration of the folder cannot be read, and checks the rest', async () => {
    const url = await serve({ '/api/version': { Version: '3.7.9' }, '/api/overview': { providers: ['File'] } });
    const place = mkdtempSync(join(folder, 'refused-'));
    mkdirSync(join(place, '.vscode'));
    writeFileSync(join(place, 'a.yml'), 'http: { routers: { r: { rule: Host(`a.test`), service: api@internal } } }\n');
    for (const [text, why] of [
      ['{ "static": "../traefik.yml" }', '“../traefik.yml” is not a file inside this folder.'],
      ['{ "static": "none.yml" }', '“none.yml” does not exist.'],
      ['{ "static": 7 }', 'It is neither options nor a path.'],
      ['{ "static": ', 'The file is not valid JSON (line 1: ValueExpected).'],
      ['{ "endpoints": 7, "static": "traefik.yml" }', 'In this file, “endpoints” has to be a list.'],
    ]) {
      writeFileSync(join(place, '.vscode/proxy-scout.json'), text ?? '');
      const { code, stdout, stderr } = await check(['.', '--endpoint', url], {}, place);
      assert.equal(code, 2, stdout);
      assert.equal(stderr, `Cannot read the static configuration in .vscode/proxy-scout.json: ${why}\n`);
      assert.match(stdout, /has not loaded “r@file”/);
    }
    // Without a proxy, nothing asks for it.
    assert.equal((await check(['.'], {}, place)).stderr, '');
  });

  it('warns of names that neither the files nor the proxy have', async () => {
    const url = await serve({ '/api/entrypoints': [{ name: 'web', address: ':80' }] });
    const { code, stdout } = await check(['good/compose.yml', '--endpoint', url]);
    assert.equal(code, 0);
    assert.match(stdout, /^good\/compose\.yml:6:\d+: warning: .*“auth@file”.* \[ref\.unknown\]$/m);
  });
});
