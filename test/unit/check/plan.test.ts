import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gitEnvironment, makeRepository, type TestRepository } from '../core/changePlan/gitRepository';
import { api, files, snapshotOf } from './planned';
import { type Ended, runHere } from './program';

const edge = files['dynamic/edge.yml'];
const withoutAdmin = edge.replace(/ {4}admin:[\s\S]*?(?= {2}middlewares:)/, '');

const formats = ['pretty', 'json', 'github', 'sarif', 'markdown'];

describe('plan: proxy-scout plan', function () {
  this.timeout(30_000);
  let one: TestRepository;
  let outside: TestRepository;
  let snapshot: string;

  beforeEach(async () => {
    [one, outside] = [makeRepository(files), makeRepository()];
    snapshot = join(outside.folder, 'snapshot.json');
    writeFileSync(snapshot, await snapshotOf());
  });
  afterEach(() => {
    one.remove();
    outside.remove();
  });

  const run = (args: readonly string[], cwd = one.folder): Promise<Ended> =>
    runHere(['plan', ...args], gitEnvironment, cwd);
  const plan = (...args: readonly string[]): Promise<Ended> => run(['--against', snapshot, ...args]);
  const json = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await plan('--format', 'json', ...args);
    return { ...JSON.parse(stdout), code, stderr };
  };
  const changed = async (...args: readonly string[]): Promise<readonly string[]> => {
    const { objects } = await json(...args);
    return objects.map(({ how, name }: { how: string; name: string }) => `${how} ${name}`).sort();
  };

  it('says that nothing would change', async () => {
    const { code, stdout, stderr } = await plan();
    assert.equal(code, 0, stderr);
    assert.match(stdout, /Nothing that Traefik reads would change\./);
    assert.match(stdout, /compared with the committed files \(HEAD\)/);
  });

  it('says which requests move, of a running Traefik and of a snapshot', async () => {
    one.write({ 'dynamic/edge.yml': withoutAdmin });
    const { code, stdout } = await plan('.');
    assert.equal(code, 0);
    assert.match(stdout, /GET http:\/\/shop\.test\/admin on web · admin@file → shop@file · and 1 more like it/);
    const server = createServer((request, response) => {
      const [path = ''] = (request.url ?? '').split('?');
      const body = path === '/api/version' ? { Version: '3.7.9' } : (api[path.replace(/^\/api/, '')] ?? []);
      response.setHeader('content-type', 'application/json').setHeader('x-next-page', '1');
      response.end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const live = await run(['--endpoint', `http://${host}`]);
    server.close();
    assert.equal(live.stdout.replaceAll(host, 'P'), stdout.replaceAll(snapshot, 'P'));
  });

  it('prints a versioned object', async () => {
    one.write({ 'dynamic/edge.yml': withoutAdmin });
    const { code, stderr, base, proxy, ...printed } = await json('dynamic');
    assert.deepEqual([code, stderr, base.revision, base.commit.length, proxy], [0, '', 'HEAD', 40, snapshot]);
    assert.deepEqual(printed, {
      version: 1,
      refusals: [],
      drifted: [],
      moves: [
        {
          request: { entryPoint: 'web', method: 'GET', url: 'http://shop.test/admin', headers: [] },
          ...{ from: 'admin@file', to: 'shop@file', differs: 'router' },
          before: { path: '/admin', servers: ['http://10.0.0.2'] },
          after: { path: '/admin', servers: ['http://10.0.0.1'] },
          ...{ why: '“admin@file” is removed.', more: 1 },
        },
      ],
      silenced: [],
      unansweredHosts: [],
      problems: { ...printed.problems, fixed: [] },
      objects: [{ protocol: 'http', kind: 'routers', name: 'admin@file', how: 'removed', options: [] }],
      notKnown: [],
      isWhole: true,
      notes: [],
    });
  });

  it('ends with 1 and tells first what Traefik would refuse, also in annotations', async () => {
    one.write({ 'dynamic/edge.yml': edge.replace('middlewares: [auth]', 'midlewares: [auth]') });
    const { code, stdout } = await plan();
    assert.equal(code, 1);
    assert.match(stdout.split('\n')[2] ?? '', /^Traefik would refuse dynamic\/edge\.yml:6: /);
    assert.match(
      (await plan('--format', 'github')).stdout,
      /^::error file=dynamic\/edge\.yml,line=6,col=7,title=Traefik would refuse this file::/,
    );
    assert.deepEqual(await changed(), []);
    const markdown = await plan('--format', 'markdown');
    assert.match(markdown.stdout, /^- \*\*Traefik would refuse\*\* `dynamic\/edge.yml:6`: /m);
  });

  it('reads a text that looks like no configuration any more, as Traefik does', async () => {
    one.write({ 'dynamic/edge.yml': 'x: [1' });
    const { code, refusals, objects } = await json();
    assert.equal(code, 1);
    assert.deepEqual([refusals[0].path, refusals[0].line, objects], ['dynamic/edge.yml', 1, []]);
  });

  it('ends with 1 if an error is new, and with 0 if it was there before', async () => {
    one.write({ 'dynamic/edge.yml': edge.replace('[auth]', '[none]') });
    const { code, silenced, problems, unansweredHosts } = await json();
    assert.equal(code, 1);
    assert.deepEqual(
      silenced.map(({ name }: { name: string }) => name),
      ['shop@file'],
    );
    assert.deepEqual(
      problems.introduced.map(({ path, line, severity }: Record<string, unknown>) => [path, line, severity])[0],
      ['dynamic/edge.yml', 6, 'error'],
    );
    assert.deepEqual(unansweredHosts, []);
    one.commit();
    assert.equal((await plan()).code, 0);
  });

  it('compares with another revision, and runs nothing for one that looks like an option', async () => {
    one.write({ 'dynamic/edge.yml': withoutAdmin });
    one.commit();
    assert.deepEqual(await changed(), []);
    assert.deepEqual(await changed('--base', 'HEAD~1'), ['removed admin@file']);
    const { code, stdout, stderr } = await plan('--base=--output=x');
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^The repository has no commit “--output=x”\. Name a commit/);
  });

  it('counts new, deleted, and renamed files', async () => {
    one.write({
      'dynamic/new.yml':
        'http:\n  services:\n    more:\n      loadBalancer:\n        servers:\n          - url: http://x\n',
    });
    assert.deepEqual(await changed(), ['added more@file']);
    rmSync(join(one.folder, 'dynamic/new.yml'));
    renameSync(join(one.folder, 'dynamic/services.yml'), join(one.folder, 'dynamic/other.yml'));
    assert.deepEqual(await changed(), []);
    rmSync(join(one.folder, 'dynamic/other.yml'));
    assert.deepEqual(await changed(), ['removed admin@file', 'removed shop@file']);
    assert.deepEqual(await changed('dynamic/services.yml'), ['removed admin@file', 'removed shop@file']);
    rmSync(join(one.folder, 'dynamic'), { recursive: true });
    assert.equal((await changed('dynamic')).length, 5);
  });

  it('reads beside a named file what Traefik reads with it, and nothing else', async () => {
    const labels = ['traefik.enable=true', 'traefik.http.routers.c.rule=Host(`c.test`)'];
    one.write({
      'compose.yml': JSON.stringify({ services: { c: { image: 'c', labels } } }),
      'dynamic/edge.yml': withoutAdmin,
    });
    assert.deepEqual(await changed('dynamic/services.yml'), ['removed admin@file']);
    assert.deepEqual(await changed('services.yml', '../compose.yml').catch(() => 'no'), 'no');
    const inFolder = await run(
      ['--against', snapshot, '--format', 'json', 'services.yml'],
      join(one.folder, 'dynamic'),
    );
    assert.equal(JSON.parse(inFolder.stdout).objects.length, 1);
    assert.equal((await changed('compose.yml')).includes('removed admin@file'), false);
  });

  it('leaves out links, submodules, and large files on both sides', async () => {
    writeFileSync(join(outside.folder, 'a.yml'), withoutAdmin);
    const service = join(one.folder, 'dynamic/services.yml');
    rmSync(service);
    symlinkSync(join(outside.folder, 'a.yml'), service);
    const linked = await json();
    assert.deepEqual([linked.objects, linked.code], [[], 0]);
    assert.match(
      linked.notes.join(),
      /^dynamic\/services\.yml is a link, or in another repository, and was not read\.$/,
    );
    rmSync(service);
    one.write({ 'dynamic/services.yml': `${files['dynamic/services.yml']}#${' '.repeat(1_000_000)}` });
    const large = await json();
    assert.deepEqual([large.objects, large.code], [[], 0]);
    assert.match(large.notes.join(), /^dynamic\/services\.yml is larger than 1 MB and was not read\.$/);
    one.git('checkout', '-q', '.');
    outside.commit();
    one.git('submodule', 'add', '-q', outside.folder, 'sub');
    one.write({
      'sub/b.yml': 'http:\n  services:\n    b:\n      loadBalancer:\n        servers: [{ url: http://x }]\n',
    });
    assert.deepEqual(await changed(), []);
    one.commit();
    assert.deepEqual(await changed(), []);
  });

  it('ends with 2 and says why if it cannot plan', async () => {
    const noted = async (...args: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await run(args);
      assert.deepEqual([code, stdout], [2, '']);
      return stderr.split('\n')[0] ?? '';
    };
    assert.match(await noted(), /^Name the proxy: --endpoint/);
    assert.match(await noted('--endpoint=http://x', '--against=x'), /^Use --endpoint or --against/);
    assert.match(await noted('--against=none.json'), /cannot be read: it does not exist\. Check its path\.$/);
    assert.match(await noted('--against=dynamic'), /^The snapshot is not a file/);
    assert.match(await noted('--against=dynamic/edge.yml'), /^This file does not contain a snapshot/);
    assert.match(await noted('--against', snapshot, '/'), /^The files are in no work tree|^The paths are not in one/);
    assert.match(await noted('--against', snapshot, '.', outside.folder), /^The paths are not in one repository\./);
    writeFileSync(
      snapshot,
      (await snapshotOf()).replace(
        /"\/?\w*\/?http\/routers":\[[\s\S]*?\n\]/,
        (list) => `${list.slice(0, list.indexOf('['))}"failed"`,
      ),
    );
    assert.match(await noted('--against', snapshot), /^The list could not be read when the snapshot was taken/);
  });

  it('ends with 2 if a named path is nowhere, and plans the others', async () => {
    one.write({ 'dynamic/edge.yml': withoutAdmin });
    const { code, stdout, stderr } = await plan('dynamic', 'none/a.yml');
    assert.equal(code, 2);
    assert.match(stdout, /admin@file → shop@file/);
    assert.equal(stderr, 'Cannot read none/a.yml: it does not exist, and did not at the base.\n');
  });

  it('takes values of .env as they are if they are not committed, and prints none', async () => {
    const labels = [
      'traefik.enable=true',
      `traefik.http.routers.c.rule=Host(\`\${HOST}\`)`,
      `traefik.http.routers.c.middlewares=\${NAME}`,
    ];
    const compose = (more: readonly string[]) =>
      JSON.stringify({ services: { c: { image: 'c', expose: [80], labels: [...labels, ...more] } } });
    one.write({ 'compose.yml': compose([]), '.gitignore': '.env\n' });
    one.commit();
    one.write({ '.env': 'HOST=hunter2.test\nNAME=hunter3\n' });
    assert.deepEqual(await changed(), []);
    one.write({
      'compose.yml': compose(['traefik.http.routers.c.rul=x', `traefik.http.routers.d.middlewares=\${NAME}`]),
    });
    const { problems } = await json();
    assert.ok(problems.introduced.length > 0);
    for (const format of formats) assert.doesNotMatch((await plan('--format', format)).stdout, /hunter/, format);
    one.write({ 'compose.yml': compose([`traefik.http.routers.e.rule=Host(\`\${HOST}\`)`]) });
    const { moves } = await json();
    assert.equal(moves[0]?.request.url, `http://\${HOST}/`);
  });

  it('names of the proxy only what the files touch', async () => {
    one.write({ 'dynamic/edge.yml': edge.replace('service: admin', 'service: other-tea').replace('[auth]', '[none]') });
    for (const format of formats) {
      const { stdout } = await plan('--format', format);
      assert.doesNotMatch(stdout, /other-team|secret-project|10\.9\.9\.9/, format);
    }
  });

  it('masks secrets on both sides', async () => {
    const listings = JSON.parse(
      JSON.stringify(api).replaceAll('http://10.0.0.2', 'http://u:hunter2@10.0.0.2?token=hunter2'),
    );
    writeFileSync(snapshot, await snapshotOf(listings));
    one.write({
      'dynamic/edge.yml': edge.replace('PathPrefix(`/admin`)', 'Header(`Authorization`, `Bearer hunter2hunter2`)'),
      'dynamic/services.yml': files['dynamic/services.yml']
        .replace('http://10.0.0.1', 'http://u:hunter2@10.0.0.3?token=hunter2')
        .replace(
          'http:',
          `http:
  routers:
    more:
      rule: Host(\`more.test\`) && Query(\`token\`, \`hunter2\`)
      middlewares: [to, login]
      service: shop
  middlewares:
    to: { redirectRegex: { regex: ".*", replacement: "https://u:hunter2@more.test/?token=hunter2" } }
    login: { basicAuth: { users: ["u:$apr1$AbCdEfGh$hunter2hijklmnopqrstu1", "u-hunter2"] } }`,
        ),
    });
    for (const format of formats) {
      const { stdout } = await plan('--format', format);
      assert.doesNotMatch(stdout, /hunter2/, format);
    }
  });

  it('prints no name as a command, a link, or a line of its own', async () => {
    const name = '"\\n::error::x ##[group] [a](http://evil.test) <img src=x> @everyone #1 **b** `c`"';
    const broken = (number: number) =>
      `    ${name.replace('x ', `${number} `)}: { rule: "Host(\`h${number}.test\`)", service: shop }\n`;
    const many = Array.from({ length: 300 }, (_, number) => broken(number)).join('');
    one.write({ 'dynamic/edge.yml': edge.replace('routers:\n', `routers:\n${many}`).replace('[auth]', '[none]') });
    const pretty = await plan();
    for (const line of pretty.stdout.split('\n')) assert.match(line, /^(?: {2}|$|[A-Z])/);
    const markdown = await plan('--format', 'markdown');
    assert.ok(markdown.stdout.trimEnd().split('\n').length <= 60);
    const bare = markdown.stdout.replace(/(`+)[\s\S]*?[^`]\1(?!`)/g, '');
    assert.doesNotMatch(bare, /evil|<|@|#\d|\]\(|::/);
    for (const format of ['github', 'json', 'sarif']) {
      const { stdout } = await plan('--format', format);
      assert.doesNotMatch(stdout, /^(?!::(?:error|warning) )\s*::|##\[/m, format);
    }
  });

  it('has a help of its own, and options that check has not', async () => {
    const help = await run(['--help']);
    assert.equal(help.code, 0);
    assert.match(help.stdout, /^Usage: proxy-scout plan .*\(--endpoint URL \| --against FILE\) \[--base REVISION\]/);
    assert.match((await runHere(['--help'])).stdout, /^ {2}plan {4}Says what would change/m);
    assert.match((await runHere(['check', '--base=HEAD'])).stderr, /^Only “plan” has the options/);
  });

  it('needs a folder that exists only at the base', async () => {
    mkdirSync(join(one.folder, 'empty'));
    assert.deepEqual(await changed('empty'), []);
  });
});
