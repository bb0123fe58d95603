import assert from 'node:assert/strict';
import { withPlainHtmlCharacters } from '../../../../../src/core/base/json/document';
import { dateTimeText, timestampOf } from '../../../../../src/core/proxy/describe/dateTexts';
import { detailsPage } from '../../../../../src/core/proxy/documents/detailsPage';
import type { ProxyPage } from '../../../../../src/core/proxy/documents/page';
import type { ReadingState } from '../../../../../src/core/proxy/documents/statusPieces';
import type { Findings } from '../../../../../src/core/proxy/findings/finding';
import { findingsOf } from '../../../../../src/core/proxy/findings/findings';
import { type Inventory, inventoryGroupOf } from '../../../../../src/core/proxy/model/inventory';
import { kindsOf, traefikProtocols } from '../../../../../src/core/proxy/model/model';
import {
  type NamedSubject,
  parseSubjectRef,
  type SubjectRef,
  subjectIn,
} from '../../../../../src/core/proxy/model/subject';
import { shownText } from '../../../../../src/core/proxy/secrets/secrets';
import { hostileListings, hostileTexts } from '../../../../servers/traefik/hostile';
import { inventoryOf, recordedInventory } from '../tree/sample';

function pageOf(
  inventory: Inventory,
  named: NamedSubject,
  reading: ReadingState = { is: 'current' },
  findings?: Findings,
): ProxyPage {
  const subject = subjectIn(inventory, named) ?? assert.fail(`nothing is called ${named.name}`);
  return detailsPage(subject, { inventory: { ...inventory, readAt }, endpointName: 'edge', reading, findings });
}

const readAt = new Date(2026, 10, 21, 6, 5, 4).getTime();

const httpRouter = (name: string): NamedSubject => ({ protocol: 'http', kind: 'routers', name });
const httpService = (name: string): NamedSubject => ({ protocol: 'http', kind: 'services', name });
const httpMiddleware = (name: string): NamedSubject => ({ protocol: 'http', kind: 'middlewares', name });

/** What stands above the JSON. */
function reading({ text }: ProxyPage): string {
  return text.slice(0, text.indexOf('\nJSON\n'));
}

/** Everything of an inventory that can have a document. */
function everything(inventory: Inventory): readonly NamedSubject[] {
  const parts = (type: 'entryPoint' | 'certificate', group: Inventory['entryPoints'] | Inventory['certificates']) =>
    group.state === 'read' ? [...group.items.keys()].map((name): NamedSubject => ({ type, name })) : [];
  const items = traefikProtocols.flatMap((protocol) =>
    kindsOf(protocol).flatMap((kind) => {
      const group = inventoryGroupOf(inventory, protocol, kind);
      return group?.state === 'read'
        ? [...group.items.keys()].map((name): NamedSubject => ({ protocol, kind, name }))
        : [];
    }),
  );
  return [...items, ...parts('entryPoint', inventory.entryPoints), ...parts('certificate', inventory.certificates)];
}

/** Every string and number in a JSON, however deep. */
function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

describe('detailsPage: the document about', () => {
  let inventory: Inventory;
  before(async () => {
    inventory = await recordedInventory('traefik-3.7');
  });

  it('a router says what it is, where it leads, and the rest', () => {
    assert.equal(
      reading(pageOf(inventory, httpRouter('shop-web@file'))),
      `HTTP router shop-web@file
Read from edge on 2026-11-21 at 06:05:04

Problems
  1 of 3 servers of shop@file is down
    What to do: Start the servers, or correct their addresses or the health check.

Overview
  Status: enabled
  Health: 2 of 3 up
  Rule: Host(\`shop.example.test\`)
  Priority: 25 (default: length of the rule)
  Entry points: web · 127.0.0.1:8000
  TLS: off
  Provider: file
  Copies: websecure-conflicted-websecure-shop-web@file

Request Flow
  Entry point: web · 127.0.0.1:8000
  Middleware: security-headers@file · headers
  Middleware: shop-chain@file · chain
    Middleware: secret-headers@file · headers
    Middleware: buffering@file · buffering
  Middleware: compress@file · compress
  Service: shop@file · loadBalancer · 2 of 3 up
    Server: http://127.0.0.1:9101 · up · weight 3
    Server: http://127.0.0.1:9102 · up
    Server: http://127.0.0.1:9199 · down
`,
    );
  });

  it('a router says a long rule over several lines', () => {
    assert.match(
      pageOf(inventory, httpRouter('shop-beta@file')).text,
      /^ {2}Rule\n {4}\(Host\(`shop\.example\.test`\)\n {7}\|\| HostRegexp\(.*\)\)\n {4}&& Header\(.*\)\n {4}&& !ClientIP/m,
    );
  });

  it('a copy says of which router, for which entry point and why', () => {
    assert.match(
      pageOf(inventory, httpRouter('websecure-conflicted-websecure-shop-beta@file')).text,
      /^ {2}Copy of: shop-beta@file for websecure · separate because of conflicting TLS options$/m,
    );
    assert.match(
      pageOf(inventory, httpRouter('shop-beta@file')).text,
      /^ {2}Copies: websecure-conflicted-websecure-shop-beta@file$/m,
    );
  });

  it('a nested router says through which it is reached, and that one which are nested in it', () => {
    const child = reading(pageOf(inventory, httpRouter('child-a@file')));
    assert.match(child, /^ {2}Parent router: parent@file · .*\n {4}Entry point: web · .*\n {2}Service: shop@file/m);
    const parent = reading(pageOf(inventory, httpRouter('parent@file')));
    assert.match(parent, /\nChild Routers\n {2}child-a@file · PathPrefix\(`\/a`\)\n {2}child-b@file/);
  });

  it('a router nested in a nested one says what requests pass before', async () => {
    const routers = [
      { name: 'top@file', rule: 'Host(`a.test`)', using: ['web'], middlewares: ['auth@file'] },
      { name: 'mid@file', rule: 'PathPrefix(`/m`)', parentRefs: ['top@file', 'low@file'] },
      { name: 'low@file', rule: 'PathPrefix(`/m/l`)', parentRefs: ['mid@file'], service: 's' },
    ];
    const middlewares = [{ name: 'auth@file', type: 'basicauth', basicAuth: {} }];
    const of = await inventoryOf({ 'http/routers': routers, 'http/middlewares': middlewares });
    assert.match(
      reading(pageOf(of, httpRouter('low@file'))),
      /\n {2}Parent router: mid@file .*\n {4}Parent router: top@file .*\n {6}Entry point: web\n {6}Middleware: auth@file .*\n {4}Parent router: low@file .*\n {2}Service: s@file/,
    );
  });

  it('a router in error says what Traefik says, and what it names in vain', () => {
    const text = reading(pageOf(inventory, httpRouter('no-middleware@file')));
    assert.match(text, /^ {2}Status: disabled \(receives no requests\)$/m);
    assert.match(text, /^Problems\n {2}middleware "missing@docker" does not exist\n\nOverview$/m);
    assert.match(text, /^ {2}Middleware: not-there@file · not found\n {2}Middleware: missing@docker · not found$/m);
  });

  it('a router that is not on an entry point it asks for says so', () => {
    assert.match(reading(pageOf(inventory, httpRouter('bad-entrypoint@file'))), /^ {2}Not in effect: nowhere$/m);
  });

  it('a router whose service leads back to itself ends', () => {
    assert.match(reading(pageOf(inventory, httpRouter('uses-loop@file'))), /loop-a@file · circular reference$/m);
  });

  it('a router of Traefik 2 says that its priority is the default, too', async () => {
    const page = pageOf(await recordedInventory('traefik-2.11'), httpRouter('shop-web@file'));
    assert.match(page.text, /^ {2}Priority: 25 \(default: length of the rule\)$/m);
  });

  it('a service says its servers, and everyone who uses it or leads there', () => {
    const text = reading(pageOf(inventory, httpService('shop@file')));
    assert.match(text, /^Servers\n {2}Server: http:\/\/127\.0\.0\.1:9101 · up · weight 3\n/m);
    assert.match(text, /^ {2}Service: canary@file|^ {2}Service: mirror@file · as main service$/m);
    assert.match(text, /^Routers That Lead Here\n(.*\n)* {2}static@file · Host/m);
    assert.match(text, /^ {4}healthCheck\n {6}mode: http$/m);
  });

  it('a weighted service says its children with their weights, and their servers', () => {
    assert.match(
      reading(pageOf(inventory, httpService('canary@file'))),
      /^Leads To\n {2}Weighted service: shop-api@file · .* · weight 9\n {4}Server: .*\n {2}Weighted service: all-down@file · .* · weight 1\n/m,
    );
  });

  it('a middleware that nobody uses says so', () => {
    assert.match(reading(pageOf(inventory, httpMiddleware('unused-mw@file'))), /^Used By\n {2}No router leads here$/m);
  });

  it('a middleware does not claim that where routers could not be read', async () => {
    const partial: Inventory = {
      ...inventory,
      groups: {
        ...inventory.groups,
        http: {
          ...inventory.groups.http,
          routers: { state: 'failed', failure: { kind: 'malformed', sentence: 'It is damaged.', nextStep: 'Retry.' } },
        },
      },
    };
    assert.match(
      reading(pageOf(partial, httpMiddleware('unused-mw@file'))),
      /^Used By\n {2}Usage unknown: not everything/m,
    );
  });

  it('an errors middleware says where its pages come from', () => {
    assert.match(
      reading(pageOf(inventory, httpMiddleware('errors@file'))),
      /^Leads To\n {2}Error pages: passive@file/m,
    );
  });

  it('an entry point says where it listens and which routers are on it', () => {
    const text = reading(pageOf(inventory, { type: 'entryPoint', name: 'websecure' }));
    assert.match(text, /^Entry point websecure\n/);
    assert.match(text, /^ {2}Address: 127\.0\.0\.1:8443$/m);
    assert.match(text, /^Entry Point Middlewares\n {2}security-headers@file$/m);
    assert.match(text, /^Routers\n(.*\n)* {2}websecure-/m);
  });

  it('a certificate says for which names and how much longer it is good', () => {
    const [certificate] = everything(inventory).filter((named) => 'type' in named && named.type === 'certificate');
    const text = reading(pageOf(inventory, certificate ?? assert.fail('no certificate')));
    assert.match(text, /^Certificate shop\.example\.test$/m);
    assert.match(text, /^ {2}Names\n {4}\*\.shop\.example\.test\n {4}shop\.example\.test$/m);
    const until = dateTimeText(Date.UTC(2027, 10, 21, 1, 53, 4));
    assert.ok(text.includes(`  Valid until: ${until} (364 days left)\n`), text);
  });
});

describe('detailsPage: what is wrong, at the top of a document', () => {
  let inventory: Inventory;
  let findings: Findings | undefined;
  before(async () => {
    inventory = await recordedInventory('traefik-3.7');
    findings = await findingsOf(inventory);
  });
  /** The lines above the facts; of an item without problems, the first line. */
  const problemsOf = (named: NamedSubject, of = inventory, found = findings): readonly string[] => {
    const { text, sections } = pageOf(of, named, { is: 'current' }, found);
    const lines = text.split('\n');
    const [first] = sections;
    return first?.title === 'Problems' ? lines.slice(first.line + 1, first.endLine + 1) : lines.slice(3, 4);
  };
  const cure = '    What to do: Start the servers, or correct their addresses or the health check.';
  const asked: readonly (readonly [named: NamedSubject, problems: readonly string[]])[] = [
    [httpRouter('all-down@file'), ['  All 2 servers of all-down@file are down', cure]],
    [httpService('shop@file'), ['  1 of 3 servers is down', cure]],
    [httpRouter('shop-api@file'), ['  No problems found']],
    [httpMiddleware('buffering@file'), ['  Status: enabled']],
    [
      httpMiddleware('unused-mw@file'),
      ['  Nothing uses this middleware.', '    What to do: Remove it, or use it in a router.'],
    ],
    [
      httpRouter('no-middleware@file'),
      [
        '  middleware "missing@docker" does not exist',
        '    What to do: Correct the name, or add what it refers to.',
        '  Missing middleware: not-there@file',
        '    What to do: Correct the name, or add what it refers to.',
      ],
    ],
  ];
  for (const [named, problems] of asked) {
    it(`${named.name}: ${problems[0]?.trim()}`, () => assert.deepEqual(problemsOf(named), problems));
  }

  it('is no fact twice: an error that a finding explains, a service that is down, an unused middleware', () => {
    const count = (named: NamedSubject, words: RegExp) =>
      reading(pageOf(inventory, named, { is: 'current' }, findings)).match(words)?.length;
    assert.equal(count(httpRouter('no-middleware@file'), /missing@docker(?! · not found)/g), 1);
    assert.equal(count(httpService('all-down@file'), /servers (?:of \S+ )?are down/gi), 1);
    assert.equal(count(httpMiddleware('unused-mw@file'), /No router leads here|Nothing uses/g), 1);
  });

  it('names what shadows a router and leads there, with the reason in lines that break no rule', () => {
    const page = pageOf(inventory, httpRouter('shop-api-v2@file'), { is: 'current' }, findings);
    const lines = page.text.split('\n');
    assert.deepEqual(lines.slice(3, 5), ['Problems', '  Shadowed by shop-api@file, which always matches first']);
    assert.match(lines[5] ?? '', /^ {4}Reason: shop-api@file \(priority 1000 over 87\) matches everything /);
    for (const line of lines.slice(5, 8))
      assert.ok((line.match(/`/g)?.length ?? 0) % 2 === 0 && line.length < 110, line);
    const link = page.spans.find(({ line, to }) => line === 4 && to !== undefined) ?? assert.fail(lines[4]);
    assert.equal(lines[4]?.slice(link.start, link.end), 'shop-api@file');
  });

  it('can be ignored where no error of Traefik’s says it', () => {
    const subject = subjectIn(inventory, httpRouter('no-middleware@file')) ?? assert.fail();
    const context = { inventory, endpointName: 'edge', reading: { is: 'current' }, findings } as const;
    const { text, findings: placed } = detailsPage(subject, context);
    assert.deepEqual(
      placed.map(({ kind, line }) => [kind, text.split('\n')[line]]),
      [['missing', '  Missing middleware: not-there@file']],
    );
  });

  it('is told of everything that a finding is about', () => {
    const told = new Set(
      everything(inventory).flatMap((named) => {
        const [first] = pageOf(inventory, named, { is: 'current' }, findings).sections;
        return first?.title === 'Problems' ? [named.name] : [];
      }),
    );
    for (const { kind, links } of findings?.list ?? []) {
      const [first] = links;
      if (first?.to === 'item') assert.ok(told.has(first.item.name), `${kind} ${first.item.name}`);
    }
  });

  it('claims no more than is known', async () => {
    const router = { name: 'r@file', rule: 'Host(`a.test`)', service: 's', using: ['web'], status: 'enabled' };
    const service = { name: 's@file', status: 'enabled', type: 'loadbalancer' };
    const servers = [{ url: 'http://10.0.0.1' }];
    const given = (fields: object, ofRouter: object = {}) =>
      inventoryOf({
        entrypoints: [{ name: 'web' }],
        'http/routers': [{ ...router, provider: 'file', ...ofRouter }],
        'http/services': [{ ...service, provider: 'file', loadBalancer: { servers }, ...fields }],
        'http/middlewares': [],
      });
    const first = async (fields: object, ofRouter?: object) => {
      const of = await given(fields, ofRouter);
      return problemsOf(httpRouter('r@file'), of, { list: (await findingsOf(of))?.list ?? [], notes: [] })[0];
    };
    assert.equal(await first({}), '  No problems found; no health check says whether its servers are up');
    assert.equal(await first({ loadBalancer: {} }), '  s@file has no servers');
    const checked = { loadBalancer: { servers, healthCheck: {} }, serverStatus: { 'http://10.0.0.1': 'UP' } };
    assert.equal(await first(checked), '  No problems found');
    assert.equal(
      await first(checked, { status: 'strange' }),
      '  No problems found; Traefik does not report its status',
    );
    assert.equal(await first(checked, { status: 'disabled' }), '  Traefik disabled it');
    assert.equal(await first(checked, { service: 'gone' }), '  Missing service: gone@file');
    const of = await given(checked);
    assert.deepEqual(problemsOf(httpRouter('r@file'), of, { list: [], notes: ['Some list could not be read.'] }), [
      '  No problems found; not everything could be checked',
    ]);
    const subject = subjectIn(of, httpRouter('r@file')) ?? assert.fail();
    assert.match(
      detailsPage(subject, { inventory: of, endpointName: 'edge', reading: { is: 'current' } }).text,
      /\n {2}No problems found; it is still being compared with the rest\n/,
    );
  });
});

describe('detailsPage: the last hour in a document', () => {
  it('stands before the way of a request, is in the outline, and is left out where nothing is known of it', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const subject = subjectIn(inventory, httpRouter('shop-web@file')) ?? assert.fail();
    const context = { inventory: { ...inventory, readAt }, endpointName: 'edge', reading: { is: 'current' } } as const;
    const lastHour = { title: 'Last Hour', rows: [{ cells: [[{ text: 'Requests: 7' }]] }] };
    const { text, sections, lastHourLine = -1 } = detailsPage(subject, { ...context, lastHour });
    assert.deepEqual(text.split('\n').slice(lastHourLine, lastHourLine + 2), ['Last Hour', '  Requests: 7']);
    const titles = sections.map(({ title }) => title);
    assert.equal(titles[titles.indexOf('Last Hour') + 1], 'Request Flow');
    const without = detailsPage(subject, context);
    assert.equal(without.lastHourLine, undefined);
    assert.equal(without.text, text.replace('Last Hour\n  Requests: 7\n\n', ''));
    assert.equal(detailsPage(subject, { ...context, lastHour: { ...lastHour, rows: [] } }).lastHourLine, undefined);
  });
});

describe('detailsPage: every document', () => {
  /** Values that documents leave out where they are Traefik's defaults. */
  const defaults = new Set([
    ...['minimal', 'wrr', '100ms', '10s', '1m0s', '3m0s', '3s', 'keep'],
    ...['250', '4096', '1048576'],
  ]);
  const servers = ['traefik-3.7', 'traefik-2.11'] as const;
  for (const server of servers) {
    it(`leaves nothing out that ${server} says`, async () => {
      const inventory = await recordedInventory(server);
      const all = everything(inventory);
      assert.ok(all.length > 100);
      for (const named of all) {
        const subject = subjectIn(inventory, named) ?? assert.fail();
        const said = reading(pageOf(inventory, named)).replaceAll(/\s+/g, ' ').toLowerCase();
        for (const leaf of leavesOf(JSON.parse(shownText(subject.item)))) {
          // Without a health check UP means nothing; and a number that JSON.parse rounds is held by the next test.
          if (leaf === 'UP' || defaults.has(leaf) || (/^\d+$/.test(leaf) && !Number.isSafeInteger(Number(leaf))))
            continue;
          const time = timestampOf(leaf);
          const shown = time === undefined ? leaf : dateTimeText(time);
          assert.ok(said.includes(shown.replaceAll(/\s+/g, ' ').toLowerCase()), `${named.name}: ${leaf}`);
        }
      }
    });

    it(`holds the exact JSON that ${server} sent, but for secrets`, async () => {
      const inventory = await recordedInventory(server);
      for (const named of everything(inventory)) {
        const subject = subjectIn(inventory, named) ?? assert.fail();
        const { text } = pageOf(inventory, named);
        const json = text.slice(text.indexOf('\nJSON\n') + 6);
        const tight = (some: string): string => some.replaceAll(/\s+/g, '');
        assert.doesNotMatch(json, /\\u00(?:26|3c|3e)/i);
        assert.equal(tight(json), tight(withPlainHtmlCharacters(shownText(subject.item))));
        assert.deepEqual(JSON.parse(json), JSON.parse(shownText(subject.item)));
      }
    });
  }

  it('has no section without anything in it', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    for (const named of everything(inventory)) {
      const { sections } = pageOf(inventory, named);
      for (const { title, line, endLine } of sections) assert.ok(endLine > line, `${named.name}: ${title}`);
    }
  });

  it('shows no secret', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const texts = everything(inventory).map((named) => pageOf(inventory, named).text);
    for (const secret of ['s3cr3t', 'k-123456', '$apr1$', 'a2688e031edb4be6a3797f3882655c05']) {
      for (const text of texts) assert.ok(!text.includes(secret), secret);
    }
    assert.equal(texts.filter((text) => text.includes('Secrets are shown as •••')).length, 4);
  });

  it('shows none that a rule or an error of its own or of its users holds', async () => {
    const secret = 'abcdefghijklmnopqrstuvwxyz012345';
    const rule = `(Host(\`a.example.test\`) || Host(\`b.example.test\`)) && Header(\`X-Api-Key\`, \`${secret}\`)`;
    const own = await inventoryOf({
      'http/routers': [{ name: 'r@x', rule, service: 's', status: 'disabled', error: [`bad rule ${rule}`] }],
      'http/services': [{ name: 's@x', status: 'enabled' }],
    });
    for (const named of [httpRouter('r@x'), httpService('s@x')]) {
      const { text } = pageOf(own, named);
      assert.ok(text.includes('Header(`X-Api-Key`, `•••`)') && !text.includes(secret));
    }
  });

  it('leads to documents that are there', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    let links = 0;
    for (const named of everything(inventory)) {
      for (const { to, line, start, end } of pageOf(inventory, named).spans) {
        if (to === undefined) continue;
        links++;
        assert.ok(subjectIn(inventory, to), `${named.name} leads to ${to.name}`);
        assert.equal(pageOf(inventory, named).text.split('\n')[line]?.slice(start, end), to.name);
      }
    }
    assert.ok(links > 300, String(links));
  });

  it('has headings of ours only, and one safe line for each text, whatever a server says', async () => {
    const beacon = 'http://127.0.0.1:9';
    const listings = Object.entries(hostileListings(beacon)).map(([path, items]) => [
      path,
      items === 'absent' ? [] : items.map((item) => JSON.parse(item)),
    ]);
    const inventory = await inventoryOf(Object.fromEntries(listings));
    const all = everything(inventory);
    assert.ok(all.length > 8 * hostileTexts(beacon).length);
    const headings = new Set<string>();
    for (const named of all) {
      const { text, sections } = pageOf(inventory, named);
      const [title, lead, ...rest] = reading({ text, sections, spans: [] }).split('\n');
      assert.match(title ?? '', /^(HTTP|TCP|UDP) (router|service|middleware) |^Entry point |^Certificate /);
      assert.match(lead ?? '', /^Read from edge on /);
      for (const line of rest) if (line !== '' && !line.startsWith('  ')) headings.add(line);
      assert.doesNotMatch(reading({ text, sections, spans: [] }), /[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|(?!\n)\p{Cc}/u);
    }
    const ours = [
      'Secrets are shown as •••. Use “Reveal Secrets…” to show them.',
      'Problems',
      'Overview',
      'Request Flow',
      'Servers',
      'Leads To',
      'Used By',
      'Routers That Lead Here',
      'Entry Point Middlewares',
      'Routers',
      'Unreadable Fields',
      'Settings',
    ];
    for (const heading of headings) assert.ok(ours.includes(heading), heading);
  });

  it('says in its second line how old it is, and whether that is all there is to know', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const second = (state: ReadingState): string | undefined =>
      pageOf(inventory, httpRouter('shop-web@file'), state).text.split('\n')[1];
    const failure = { kind: 'refused', sentence: 'Nothing answers at edge:8080.', nextStep: 'Start it.' } as const;
    assert.equal(second({ is: 'current' }), 'Read from edge on 2026-11-21 at 06:05:04');
    assert.equal(
      second({ is: 'stale', failure }),
      'Read from edge on 2026-11-21 at 06:05:04. Could not be refreshed. Nothing answers at edge:8080.',
    );
    assert.equal(second({ is: 'gone' }), 'No longer listed by edge. Last read on 2026-11-21 at 06:05:04.');
  });
});

describe('detailsPage: what a document is about', () => {
  const endpointId = 'e';
  const read: readonly [value: unknown, ref: SubjectRef | undefined][] = [
    [
      { endpointId, protocol: 'http', kind: 'routers', name: 'x', label: 'y', parent: {} },
      { endpointId, protocol: 'http', kind: 'routers', name: 'x' },
    ],
    [
      { type: 'entryPoint', endpointId, name: 'web', label: 'y' },
      { type: 'entryPoint', endpointId, name: 'web' },
    ],
    [
      { type: 'entryPointLink', endpointId, name: 'web' },
      { type: 'entryPoint', endpointId, name: 'web' },
    ],
    [
      { type: 'certificate', endpointId, name: 'ab' },
      { type: 'certificate', endpointId, name: 'ab' },
    ],
    [{ type: 'note', endpointId, name: 'web' }, undefined],
    [{ type: 'entryPoint', name: 'web' }, undefined],
    [{ endpointId, protocol: 'udp', kind: 'middlewares', name: 'x' }, undefined],
    ['shop-web@file', undefined],
    [null, undefined],
  ];
  for (const [value, ref] of read) it(JSON.stringify(value), () => assert.deepEqual(parseSubjectRef(value), ref));
});
