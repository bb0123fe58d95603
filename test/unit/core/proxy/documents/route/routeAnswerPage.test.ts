import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ProxyPage } from '../../../../../../src/core/proxy/documents/page';
import { routeAnswerPage } from '../../../../../../src/core/proxy/documents/route/routeAnswerPage';
import type { Inventory } from '../../../../../../src/core/proxy/model/inventory';
import { findRoute } from '../../../../../../src/core/proxy/routing/findRoute';
import type { HttpQuestion, RouteQuestion } from '../../../../../../src/core/proxy/routing/routeAnswer';
import { hostileTexts } from '../../../../../servers/traefik/hostile';
import { given, type Raw } from '../../model/given';
import { recordedInventory } from '../../tree/sample';

type RouteAnswerContext = Parameters<typeof routeAnswerPage>[1];

const readAt = new Date(2026, 10, 21, 6, 5, 4).getTime();

const plain: HttpQuestion = {
  kind: 'http',
  entryPoint: 'web',
  isTls: false,
  method: 'GET',
  host: 'shop.example.test',
  target: '/',
  headers: [],
};

function pageOf(inventory: Inventory, question: RouteQuestion, more: Partial<RouteAnswerContext> = {}) {
  const context = { endpointName: 'edge', reading: { is: 'current' }, asked: [], showsAll: false, ...more } as const;
  return routeAnswerPage(findRoute(inventory, question), { ...context, inventory: { ...inventory, readAt } });
}

/** The lines below a heading, without the heading. */
function below({ text, sections }: ProxyPage, title: string): string {
  const { line, endLine } =
    sections.find((one) => one.title.replace(/ \(\d+\)$/, '') === title) ?? assert.fail(`no ${title}: ${text}`);
  return text
    .split('\n')
    .slice(line + 1, endLine + 1)
    .join('\n');
}

/** What is marked so. */
function marked({ text, spans }: ProxyPage, look: string): readonly string[] {
  const lines = text.split('\n');
  return spans.filter((span) => span.look === look).map(({ line, start, end }) => lines[line]?.slice(start, end) ?? '');
}

/** An inventory of HTTP routers on the entry point web, all with the service s. */
async function routed(routers: readonly Raw[], entryPoints: readonly Raw[] = [{ name: 'web' }]): Promise<Inventory> {
  const full = routers.map((router) => ({
    provider: 'file',
    status: 'enabled',
    service: 's',
    using: ['web'],
    ...router,
  }));
  const services = [{ name: 's@file', provider: 'file', status: 'enabled', type: 'loadbalancer', loadBalancer: {} }];
  return given({ entryPoints, http: { routers: full, services } });
}

describe('routeAnswerPage: the answer to which router takes a request', () => {
  let inventory: Inventory;
  before(async () => {
    inventory = await recordedInventory('traefik-3.7');
  });

  it('begins with the question, the winner, its way and what the server sees', async () => {
    const { text } = await pageOf(inventory, { ...plain, target: '/api/../api/x?y=1' });
    assert.equal(
      text.slice(0, text.indexOf('\n\nWhy Other')),
      `GET http://shop.example.test/api/../api/x?y=1 on web
Read from edge on 2026-11-21 at 06:05:04
Rules see the path /api/x

Result
  shop-api@file · matches · priority 1000
    Host(\`shop.example.test\`) && PathPrefix(\`/api\`)

Request Flow
  Entry point: web · 127.0.0.1:8000
  Router: shop-api@file
  Middleware: api-auth@file · basicAuth
  Middleware: api-strip@file · stripPrefix
  Middleware: rate-limit@file · rateLimit
  Middleware: retry@file · retry
  Service: shop-api@file · loadBalancer · 1 of 1 up
    Server: http://127.0.0.1:9103/base/ · up

What the Server Sees
  Sent: /api/../api/x?y=1
  Cleaned by Traefik: /api/x?y=1
  After api-strip@file: /x?y=1
  Server sees: /base/x?y=1 · if api-auth@file allows it

Also Matching
  shop-web@file · priority 25
    Host(\`shop.example.test\`)
  negative@file · priority -1
    PathPrefix(\`/\`)`,
    );
  });

  it('has the lines that README shows of it, in this order', async () => {
    const [, shown = ''] = /^```text\n([\s\S]*?)^```/m.exec(readFileSync('README.md', 'utf8')) ?? [];
    const excerpt = shown.split('\n').filter((line) => line !== '');
    assert.ok(excerpt.length > 10);
    const lines = (await pageOf(inventory, { ...plain, target: '/api/x' })).text.split('\n');
    let at = -1;
    for (const line of excerpt) {
      at = lines.indexOf(line, at + 1);
      assert.ok(at >= 0, line);
    }
  });

  it('says of each other router which part of its rule fails, in words and marked', async () => {
    const page = await pageOf(inventory, { ...plain, target: '/api/x' }, { showsAll: true });
    const others = below(page, 'Why Other Routers Do Not Match');
    assert.match(others, /\|\| Host\(`last\.example\.test`\) {3}← does not match\n {4}… and 49 more lines/);
    assert.ok(
      others.includes(`  shop-api-v2@file · priority 87
    Host(\`shop.example.test\`)
    && PathPrefix(\`/api/v2\`)   ← does not match
    && (Method(\`GET\`) || Method(\`HEAD\`))
`),
    );
    assert.match(others, / && PathPrefix\(`\/old`\) {3}← PathPrefix\(`\/old`\) does not match\n/);
    const bad = marked(page, 'bad');
    assert.ok(bad.includes('PathPrefix(`/old`)'));
    assert.ok(!bad.some((text) => text.includes('shop.example.test')));
  });

  it('says of what a rule denies that it matches', async () => {
    const long = 'Host(`a-rather-long-name.example.test`)';
    const rules = [
      'PathPrefix(`/`) && !Host(`shop.example.test`)',
      'Path(`/x`) && !Method(`GET`)',
      '!(Method(`GET`) || Method(`HEAD`))',
      `PathPrefix(\`/\`) && !(Host(\`shop.example.test\`) || ${long} || ${long})`,
    ];
    const page = await pageOf(
      await routed(rules.map((rule, at) => ({ name: `r${at}@file`, rule, priority: 9 - at }))),
      plain,
    );
    const remarks = below(page, 'Why No Router Matches').matchAll(/ {3}← (.*)$/gm);
    assert.deepEqual(
      [...remarks].map(([, words]) => words),
      [
        'Host(`shop.example.test`) matches',
        '!(…) does not match',
        '(Method(`GET`) || Method(`HEAD`)) matches',
        'Path(`/x`) does not match · Method(`GET`) matches',
      ],
    );
  });

  it('says so where an entry point asks no router at all', async () => {
    const page = await pageOf(await routed([{ name: 'one@file', rule: 'PathPrefix(`/`)', tls: {} }]), plain);
    assert.equal(
      below(page, 'Result'),
      `  This entry point only has routers with TLS. Over http, Traefik responds with 404.
  Closest routers:
    one@file · its rule matches · only with TLS`,
    );
    const over = await pageOf(await routed([{ name: 'one@file', rule: 'PathPrefix(`/`)' }]), { ...plain, isTls: true });
    assert.equal(
      below(over, 'Result'),
      `  This entry point only has routers without TLS. Over https, Traefik responds with 404.
  Closest routers:
    one@file · its rule matches · only without TLS`,
    );
    const none = await pageOf(await routed([]), plain);
    assert.equal(below(none, 'Result'), '  No router can match on this entry point. Traefik responds with 404.');
    assert.deepEqual(
      page.sections.map(({ title }) => title),
      ['Result', 'Skipped Routers (1)', 'Notes'],
    );
  });

  it('says who answers where no server sees the request, and why', async () => {
    const servers = [{ url: 'http://10.0.0.1' }, { url: 'http://10.0.0.2' }];
    const ask = async (fields: object, serverStatus = {}, web: object = {}): Promise<string> => {
      const item = { provider: 'file', status: 'enabled' };
      const sourceRange = ['10.20.0.0/16'];
      const read = await given({
        entryPoints: [{ name: 'web', ...web }],
        http: {
          routers: [{ ...item, name: 'r@file', rule: 'PathPrefix(`/`)', using: ['web'], service: 's', ...fields }],
          middlewares: [
            { ...item, name: 'office@file', type: 'ipallowlist', ipAllowList: { sourceRange } },
            { ...item, name: 'add@file', type: 'addprefix', addPrefix: { prefix: '/own' } },
          ],
          services: [
            { ...item, name: 's@file', type: 'loadbalancer', loadBalancer: { servers, healthCheck: {} }, serverStatus },
            { ...item, name: 'api@internal', provider: 'internal' },
          ],
        },
      });
      const question = { ...plain, target: '/x%2Fy', clientIp: '127.0.0.1' };
      return below(await pageOf({ ...read, version: { number: '3.7.9' } }, question), 'What the Server Sees');
    };
    const denies = { http: { encodedCharacters: {} } };
    const down = { 'http://10.0.0.1': 'DOWN', 'http://10.0.0.2': 'DOWN' };
    const none = '  Not forwarded: ';
    assert.equal(
      await ask({ middlewares: ['office'] }),
      `${none}office@file responds with 403: Allowed addresses: 10.20.0.0/16.`,
    );
    assert.equal(await ask({}, down), `${none}s@file: Traefik responds with 503: All 2 servers are down.`);
    assert.equal(
      await ask({}, {}, denies),
      `${none}r@file: Traefik responds with 400: The entry point denies %2F in paths (http.encodedCharacters).`,
    );
    const middlewares = ['add'];
    assert.equal(
      await ask({ service: 'api@internal', middlewares }),
      '  Sent: /x%2Fy\n  After add@file: /own/x%2Fy\n  Traefik sees: /own/x%2Fy',
    );
  });

  it('names right behind the answer what Traefik disabled and is probably meant', async () => {
    const read = await routed([
      {
        name: 'gone@file',
        rule: 'Host(`shop.example.test`)',
        status: 'disabled',
        error: ['the service "x@file" does not exist'],
      },
      { name: 'rest@file', rule: 'PathPrefix(`/`)', priority: 1 },
    ]);
    assert.match(
      below(await pageOf(read, plain), 'Result'),
      /^ {2}rest@file · matches · priority 1\n.*\n {2}gone@file would match, but Traefik disabled it: the service "x@file" does not exist$/,
    );
  });

  it('says who was not considered, and why', async () => {
    const passed = below(await pageOf(inventory, plain), 'Skipped Routers');
    assert.match(
      passed,
      /Disabled by Traefik because of an error \(6\)\n {4}no-middleware@file · middleware "missing@docker"/,
    );
    assert.match(passed, /Invalid rule \(3\)\n {4}bad-matcher@file · error while parsing rule/);
    assert.match(passed, /Only for connections with TLS \(1\)\n {4}shop-beta@file/);
    assert.match(passed, /On other entry points \(15\)\n {4}api@internal · traefik\n/);
    assert.match(
      passed,
      /Child routers \(only reached through their parent\) \(2\)\n {4}child-a@file · child of parent@file\n/,
    );
  });

  it('leaves out what Traefik disabled elsewhere: it would not matter here', async () => {
    const broken = (name: string, more: object): Raw => ({
      name,
      rule: 'Host(`a.test`)',
      status: 'disabled',
      ...more,
    });
    const read = await routed([
      { name: 'one@file', rule: 'PathPrefix(`/`)' },
      broken('here@file', { error: ['no service'] }),
      broken('elsewhere@file', { using: ['other'], error: ['no service'] }),
      broken('unread@file', { using: ['other'], error: ['error while parsing rule: x'] }),
    ]);
    assert.equal(
      below(await pageOf(read, plain), 'Skipped Routers'),
      '  Disabled by Traefik because of an error (1)\n    here@file · no service',
    );
  });

  it('names a copy by what it is a copy of, and says of a middleware that the entry point added it', async () => {
    const rule = 'Host(`shop.example.test`)';
    const middlewares = ['headers@file', 'headers@file'];
    const shop = { name: 'shop@file', rule, using: ['lan'], entryPoints: ['lan'] };
    const copy = { ...shop, name: 'web-shop@file', using: ['web'], entryPoints: ['web'], middlewares };
    const entryPoints = [
      { name: 'web', address: ':80', http: { middlewares: ['headers@file'] } },
      { name: 'lan', address: ':81' },
    ];
    const own = { ...shop, middlewares: ['headers@file'] };
    const page = await pageOf(await routed([own, copy], entryPoints), plain);
    assert.match(below(page, 'Result'), /^ {2}shop@file \(its copy for web\) · matches · priority 25\n/);
    assert.ok(page.first?.to !== undefined && page.first.to.name === 'web-shop@file');
    const flow = below(page, 'Request Flow').split('\n');
    assert.deepEqual(
      flow.filter((each) => each.includes('headers@file')).map((each) => each.trim()),
      ['Middleware: headers@file (from the entry point) · not found', 'Middleware: headers@file · not found'],
    );
    const missed = await pageOf(await routed([own, copy], entryPoints), { ...plain, host: 'b.test' });
    assert.match(below(missed, 'Why No Router Matches'), /shop@file \(its copy for web\) · priority 25/);
  });

  it('only counts the headers that no rule checks', async () => {
    const headers = [
      ['X-Beta', '1'],
      ['Accept', '*/*'],
      ['Accept-Language', 'en'],
    ] as const;
    const { text } = await pageOf(inventory, { ...plain, headers }, { checkedHeaders: ['x-beta'] });
    assert.match(text, /\n {2}Headers\n {4}X-Beta: 1\n {4}2 headers that no rule of this entry point checks\n/);
    assert.ok(!text.includes('Accept'));
  });

  it('links every router to its details', async () => {
    const page = await pageOf(inventory, { ...plain, target: '/api/x' }, { showsAll: true });
    const linked = page.spans.flatMap(({ to }) => (to !== undefined && !('type' in to) ? [to.name] : []));
    for (const name of ['shop-api@file', 'shop-web@file', 'very-long@file', 'child-a@file']) {
      assert.ok(linked.includes(name), name);
    }
  });

  it('tells which router the answer names first: the one that takes it, else the nearest', async () => {
    const firstIn = (page: Awaited<ReturnType<typeof pageOf>>): string | undefined => {
      const { line = 0, to } = page.first ?? {};
      assert.ok(to === undefined || page.text.split('\n')[line]?.includes(to.name));
      return to?.name;
    };
    assert.equal(firstIn(await pageOf(inventory, { ...plain, target: '/api/x' })), 'shop-api@file');
    const near = await routed([{ name: 'near@file', rule: 'Host(`shop.example.test`) && Path(`/x`)' }]);
    assert.equal(firstIn(await pageOf(near, plain)), 'near@file');
    assert.equal(firstIn(await pageOf(await routed([]), plain)), undefined);
  });

  it('names the nearest misses where no router takes it', async () => {
    const read = await routed([
      { name: 'far@file', rule: 'Host(`b.test`) && PathPrefix(`/x`)', priority: 3 },
      { name: 'near@file', rule: 'Host(`a.test`) && PathPrefix(`/api`)', priority: 2 },
      { name: 'nothing@file', rule: 'Host(`c.test`)', priority: 1 },
    ]);
    assert.equal(
      below(await pageOf(read, { ...plain, host: 'a.test', target: '/x' }), 'Result'),
      `  No router matches. Traefik responds with 404.
  Closest routers:
    near@file · Host(\`a.test\`) matches · PathPrefix(\`/api\`) does not match
    far@file · PathPrefix(\`/x\`) matches · Host(\`b.test\`) does not match`,
    );
  });

  it('names before them those that would take it elsewhere: on another entry point, with or without TLS', async () => {
    const read = await routed(
      [
        { name: 'near@file', rule: 'Host(`a.test`) && PathPrefix(`/api`)' },
        { name: 'both@file', rule: 'Host(`a.test`)', priority: 9, using: ['inner'], tls: {} },
        { name: 'own@internal', provider: 'internal', rule: 'PathPrefix(`/`)', priority: 8, using: ['inner'] },
        { name: 'any@file', rule: 'PathPrefix(`/`)', priority: 7, using: ['inner', 'inner2'] },
        { name: 'secure@file', rule: 'Host(`a.test`)', priority: 3, tls: {} },
        { name: 'inner@file', rule: 'Host(`a.test`)', priority: 2, using: ['inner'] },
        { name: 'other@file', rule: 'Host(`b.test`)', using: ['inner'] },
        { name: 'child@file', rule: 'PathPrefix(`/`)', using: ['inner'], parentRefs: ['near@file'] },
      ],
      [{ name: 'web' }, { name: 'inner' }, { name: 'inner2' }],
    );
    const asked = { ...plain, host: 'a.test', target: '/x' };
    assert.equal(
      below(await pageOf(read, asked), 'Result'),
      `  No router matches. Traefik responds with 404.
  Closest routers:
    secure@file · its rule matches · only with TLS
    inner@file · its rule matches · only on inner
    any@file · its rule matches · only on inner and inner2
    near@file · Host(\`a.test\`) matches · PathPrefix(\`/api\`) does not match`,
    );
    const secure = { ...asked, isTls: true, target: '/y' };
    const { elsewhere } = findRoute(read, { ...secure, host: 'b.test' });
    assert.deepEqual(
      elsewhere.map(({ router }) => router.name),
      ['other@file', 'any@file'],
    );
    const both = await pageOf(read, { ...secure, host: 'b.test' });
    assert.match(both.text, /other@file · its rule matches · only on inner · only without TLS/);
    assert.deepEqual(findRoute(read, { ...asked, target: '/api' }).elsewhere, []);
  });

  it('names beside a router that takes it those that would come before it on another entry point', async () => {
    const rule = 'Host(`shop.example.test`)';
    const read = await routed(
      [
        { name: 'all@file', rule, priority: 5, using: ['secure'], tls: {} },
        { name: 'api@file', rule: `${rule} && PathPrefix(\`/api\`)`, priority: 9, using: ['web', 'lan'] },
        { name: 'lower@file', rule, priority: 4, using: ['lan'] },
        { name: 'any@file', rule: 'PathPrefix(`/`)', priority: 9, using: ['lan'] },
        { name: 'plain@file', rule, priority: 9, using: ['secure'] },
        { name: 'own@internal', provider: 'internal', rule, priority: 9, using: ['lan'] },
      ],
      [{ name: 'web' }, { name: 'lan' }, { name: 'secure' }],
    );
    const asked = { ...plain, isTls: true, entryPoint: 'secure' };
    const page = await pageOf(read, { ...asked, target: '/api/v2' });
    assert.equal(
      below(page, 'Result'),
      `  all@file · matches · priority 5
    Host(\`shop.example.test\`)
  Would match on another entry point: api@file (web and lan)`,
    );
    assert.doesNotMatch((await pageOf(read, asked)).text, /Would match/);
  });

  it('does not repeat what was sent as what the server sees', async () => {
    const read = await routed([{ name: 'one@file', rule: 'PathPrefix(`/`)' }]);
    const seen = { ...read, version: { number: '3.7.9' } };
    assert.doesNotMatch((await pageOf(seen, { ...plain, target: '/x?y=1' })).text, /What the Server Sees/);
    assert.match(
      below(await pageOf(seen, { ...plain, target: '/a/../x' }), 'What the Server Sees'),
      /Server sees: \/x$/,
    );
  });

  it('folds the routers that were skipped, and nothing else', async () => {
    const { sections } = await pageOf(inventory, plain);
    const folded = sections.filter(({ isFolded }) => isFolded === true);
    assert.deepEqual(
      folded.map(({ title }) => title),
      ['Skipped Routers (27)'],
    );
  });

  it('names those with a similar host where no part of any rule matches', async () => {
    const read = await routed([
      { name: 'shop@file', rule: 'Host(`shop.example.test`) || Host(`www.example.test`)' },
      { name: 'far@file', rule: 'Host(`far.example.test`)' },
    ]);
    assert.equal(
      below(await pageOf(read, { ...plain, host: 'shpo.example.test:8080' }), 'Result'),
      `  No router matches. Traefik responds with 404.
  Closest routers:
    shop@file · has a similar host: shop.example.test`,
    );
    assert.doesNotMatch((await pageOf(read, { ...plain, host: '203.0.113.7' })).text, /Closest/);
  });

  describe('from the line of an access log', () => {
    const at = new Date(2026, 10, 21, 5, 4, 3).getTime();
    const logged = { at, status: 200, router: 'shop-api@file', query: 'none' } as const;
    const asked = { ...plain, target: '/api/x' };

    it('says so at the top, and nothing more where Traefik logged the same router', async () => {
      const { text } = await pageOf(inventory, asked, { logged });
      assert.equal(
        text.split('\n')[2],
        'From an access log line of 2026-11-21 05:04 · status 200 · router shop-api@file',
      );
      assert.doesNotMatch(text, /The access log line names/);
      assert.match(
        (await pageOf(inventory, asked, { logged: { query: 'none' } })).text,
        /\nFrom an access log line · no router\n/,
      );
    });

    it('says that Traefik logged another router, or none', async () => {
      const other = await pageOf(inventory, asked, { logged: { ...logged, router: 'shop-web@file' } });
      assert.match(
        below(other, 'Result'),
        /\n {2}The access log line names shop-web@file\. The configuration may have/,
      );
      assert.ok(other.spans.some(({ to }) => to !== undefined && 'name' in to && to.name === 'shop-web@file'));
      const gone = await pageOf(inventory, asked, { logged: { ...logged, router: 'gone@file\nResult' } });
      assert.match(below(gone, 'Result'), /names gone@file.Result\./);
      const none = await pageOf(inventory, asked, { logged: { status: 404, query: 'none' } });
      assert.match(below(none, 'Result'), /\n {2}The access log line names no router\. The configuration may have/);
      const empty = await routed([]);
      assert.doesNotMatch((await pageOf(empty, plain, { logged: { status: 404, query: 'none' } })).text, /line names/);
      assert.match((await pageOf(empty, plain, { logged })).text, /The access log line names shop-api@file\./);
    });
  });

  it('says that a parent takes it and none of those nested in it', async () => {
    const page = await pageOf(inventory, { ...plain, host: 'layers.example.test', target: '/c' });
    assert.equal(
      below(page, 'Result'),
      '  parent@file matches, but none of its child routers does. Traefik responds with 404.',
    );
    assert.match(
      below(page, 'Why Other Routers Do Not Match'),
      /^ {2}child-a@file · priority 16 · child of parent@file\n {4}PathPrefix\(`\/a`\) {3}← does not match\n/,
    );
    assert.match(below(page, 'Also Matching'), /negative@file · priority -1/);
  });

  it('shows the way through nested routers', async () => {
    const page = await pageOf(inventory, { ...plain, host: 'layers.example.test', target: '/a/b' });
    assert.match(
      below(page, 'Result'),
      /^ {2}parent@file · matches first · priority 27\n.*\n {4}child-a@file · matches · priority 16\n/,
    );
    assert.match(below(page, 'Request Flow'), /Router: parent@file\n {2}Router: child-a@file\n {2}Service: shop@file/);
    assert.match(below(page, 'Why Other Routers Do Not Match'), /^ {2}child-b@file/);
  });

  it('tells a tie', async () => {
    const rule = 'Host(`a.test`)';
    const read = await routed([
      { name: 'one@file', rule, priority: 5 },
      { name: 'two@file', rule, priority: 5 },
    ]);
    const answer = below(await pageOf(read, { ...plain, host: 'a.test' }), 'Result');
    assert.match(answer, /^ {2}2 routers match with the same priority\. Which one Traefik uses is undefined\.\n/);
    assert.match(answer, /one@file · matches[\s\S]*two@file · matches/);
  });

  it('cuts a tie of very many, and shows all when asked', async () => {
    const rule = 'Host(`a.test`)';
    const read = await routed(Array.from({ length: 5_000 }, (_, at) => ({ name: `r${at}@file`, rule })));
    const cut = await pageOf(read, { ...plain, host: 'a.test' });
    assert.match(below(cut, 'Result'), /^ {2}5,000 routers [\s\S]*\n {2}and 4,800 more$/);
    assert.equal(cut.text.split('\n')[cut.cutAt ?? 0], 'Result');
    const whole = await pageOf(read, { ...plain, host: 'a.test' }, { showsAll: true });
    assert.equal(below(whole, 'Result').match(/@file/g)?.length, 5_000);
    assert.equal(whole.cutAt, undefined);
  });

  it('tells why it is refused, or not certain', async () => {
    const refused = await pageOf(inventory, { ...plain, target: '/%zz' });
    assert.match(below(refused, 'Result'), /^ {2}Traefik responds with 400 before trying any router\. /);
    assert.ok(!refused.text.includes('Why Other'));
    const read = await routed([{ name: 'one@file', rule: 'ClientIP(`10.0.0.0/8`)', priority: 5 }]);
    const unsure = await pageOf(read, plain);
    assert.match(
      below(unsure, 'Result'),
      /^ {2}The result is uncertain\. .*\n {2}These routers may match the request:\n {2}one@file · may match/,
    );
    assert.match(below(unsure, 'Uncertain'), /one@file · priority 5 · may match/);
  });

  it('tells that a TCP router takes the connection first', async () => {
    const tls = { tls: {} };
    const http = {
      name: 'h@file',
      provider: 'file',
      status: 'enabled',
      service: 's',
      using: ['web'],
      rule: 'PathPrefix(`/`)',
    };
    const tcp = { name: 't@file', provider: 'file', status: 'enabled', service: 's', using: ['web'] };
    const ask = async (tcpRule: string, httpRule: string, isTls: boolean, haveTls = isTls): Promise<string> => {
      const read = await given({
        entryPoints: [{ name: 'web' }],
        http: { routers: [{ ...http, rule: httpRule, ...(haveTls && tls) }] },
        tcp: { routers: [{ ...tcp, rule: tcpRule, ...(haveTls && tls) }] },
      });
      return below(await pageOf(read, { ...plain, isTls }), 'Result');
    };
    const certain = /^ {2}The TCP router t@file gets this connection before any HTTP router\./;
    assert.match(await ask('HostSNI(`*`)', 'PathPrefix(`/`)', false), certain);
    assert.match(await ask('HostSNI(`shop.example.test`)', 'PathPrefix(`/`)', true), certain);
    assert.match(await ask('HostSNI(`*`)', 'PathPrefix(`/`)', true), /^ {2}h@file/);
    assert.match(await ask('HostSNI(`*`)', 'Host(`other.test`)', true), certain);
    assert.match(await ask('HostSNI(`*`)', 'PathPrefix(`/`)', true, false), certain);
    assert.match(await ask('HostSNI(`shop.example.test`)', 'Host(`shop.example.test`)', true), /^ {2}h@file/);
    assert.match(await ask('HostSNI(`other.test`)', 'PathPrefix(`/`)', true), /^ {2}h@file/);
  });

  it('answers about connections', async () => {
    const tcp = { provider: 'file', status: 'enabled', service: 's', using: ['web'], tls: {} };
    const read = await given({
      entryPoints: [{ name: 'web' }],
      tcp: { routers: [{ ...tcp, name: 'db@file', rule: 'HostSNI(`db.test`)' }] },
    });
    const question = { kind: 'tcp', entryPoint: 'web', isTls: true, serverName: 'db.test', alpn: ['h2'] } as const;
    const page = await pageOf(read, question);
    assert.match(page.text, /^TLS connection for db\.test on web\n/);
    assert.match(page.text, /\n {2}ALPN: h2\n/);
    assert.match(below(page, 'Result'), /^ {2}db@file · matches/);
    assert.match(
      below(await pageOf(read, { ...question, serverName: 'x.test' }), 'Result'),
      /^ {2}No TCP router matches/,
    );
  });

  it('has of foreign routers a few where none is near, and else only their number', async () => {
    const foreign = Array.from({ length: 6 }, (_, at) => ({ name: `r${at}@file`, rule: `Host(\`h${at}.test\`)` }));
    const far = below(await pageOf(await routed(foreign), plain), 'Why No Router Matches');
    assert.equal(far.match(/@file/g)?.length, 5);
    assert.match(far, /\n {2}and 1 more, which matches less of its rule$/);
    const near = { name: 'near@file', rule: 'Host(`shop.example.test`) && Path(`/x`)', priority: 1 };
    const page = await pageOf(await routed([...foreign, near]), plain);
    assert.match(
      below(page, 'Why No Router Matches'),
      /^ {2}near@file · .*\n.*\n {2}and 6 more, which match less of their rules$/,
    );
    assert.equal(page.text.split('\n')[page.cutAt ?? 0], 'Why No Router Matches');
    const small = below(await pageOf(await routed([...foreign.slice(2), near]), plain), 'Why No Router Matches');
    assert.deepEqual(
      [...small.matchAll(/^ {2}(\w+)@file/gm)].map(([, name]) => name),
      ['near', 'r2', 'r3', 'r4', 'r5'],
    );
  });

  it('cuts long lists to what comes nearest, says how many more there are, and shows all when asked', async () => {
    const routers = Array.from({ length: 500 }, (_, index) => ({
      name: `r${index}@file`,
      rule: index >= 480 ? `Host(\`shop.example.test\`) && Path(\`/x\`)` : `Host(\`h${index}.test\`)`,
      priority: index === 499 ? 1000 : 900 - index,
    }));
    const read = await routed(routers);
    const cut = await pageOf(read, plain);
    const others = below(cut, 'Why No Router Matches');
    assert.match(others, /^ {2}r499@file[\s\S]*\n {2}and 480 more, which match less of their rules$/);
    assert.equal(others.match(/@file/g)?.length, 20);
    assert.equal(cut.text.split('\n')[cut.cutAt ?? 0], 'Why No Router Matches');
    const all = await pageOf(read, plain, { showsAll: true });
    assert.equal(below(all, 'Why No Router Matches').match(/@file/g)?.length, 500);
    assert.equal(all.cutAt, undefined);
  });

  it('says what was not asked as typed, and which headers were sent, without their secrets', async () => {
    const headers = [
      ['Authorization', 'Bearer abcdefgh12345678'],
      ['X-Beta', '1'],
    ] as const;
    const question = { ...plain, headers, target: '/x?token=s3cr3t-value', clientIp: '10.0.0.1' };
    const { text } = await pageOf(inventory, question, { asked: ['The part after “#” is not sent.'] });
    assert.match(
      text,
      /\n {2}Headers\n {4}Authorization: •••\n {4}X-Beta: 1\n {2}Client IP: 10\.0\.0\.1\n {2}The part after “#” is not sent\.\n/,
    );
    assert.ok(!text.includes('abcdefgh') && !text.includes('s3cr3t'));
  });

  it('masks the secrets of rules and still marks what fails around them', async () => {
    const rule = 'Host(`a.test`) && Header(`X-Api-Key`, `k3y-of-the-shop`) && Path(`/only`)';
    const page = await pageOf(await routed([{ name: 'one@file', rule, priority: 5 }]), { ...plain, host: 'a.test' });
    assert.ok(!page.text.includes('k3y-of-the-shop'), page.text);
    const bad = marked(page, 'bad');
    assert.ok(bad.includes('Header(`X-Api-Key`, `•••`)'), page.text);
    assert.ok(bad.includes('Path(`/only`)'));
  });

  it('keeps hostile texts on their lines and out of the first column', async () => {
    for (const hostile of hostileTexts('https://beacon.test')) {
      const read = await routed(
        [
          {
            name: `${hostile}@file`,
            rule: `Host(\`a.test\`) && Path(\`/${hostile.replaceAll('`', '')}\`)`,
            errors: [hostile],
          },
          { name: `bad-${hostile}`, rule: hostile, status: 'disabled', error: [hostile] },
        ],
        [{ name: 'web' }, { name: hostile }],
      );
      assertOnItsLines(await pageOf(read, { ...plain, host: 'a.test', entryPoint: 'web' }));
    }
  });

  it('keeps the type of a middleware that is not known on its line', async () => {
    for (const hostile of hostileTexts('https://beacon.test')) {
      const common = { provider: 'file', status: 'enabled' };
      const read = await given({
        entryPoints: [{ name: 'web' }],
        http: {
          routers: [
            { ...common, name: 'a@file', rule: 'Host(`a.test`)', service: 's', using: ['web'], middlewares: ['odd'] },
          ],
          services: [{ ...common, name: 's@file', type: 'loadbalancer', loadBalancer: {} }],
          middlewares: [{ ...common, name: 'odd@file', type: hostile }],
        },
      });
      const page = await pageOf(read, { ...plain, host: 'a.test' });
      assert.match(page.text, /Uncertain from here on/);
      assertOnItsLines(page);
    }
  });
});

/** Nothing of a server is in the first column, or more than one line. */
function assertOnItsLines(page: ProxyPage): void {
  const titles = new Set([0, 1, ...page.sections.map(({ line }) => line)]);
  for (const [index, line] of page.text.split('\n').entries()) {
    assert.ok(titles.has(index) || line === '' || line.startsWith('  '), JSON.stringify(line));
    assert.doesNotMatch(line, /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
  }
}
