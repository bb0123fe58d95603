import assert from 'node:assert/strict';
import { findingsOf } from '../../../../../src/core/proxy/findings/findings';
import type { Inventory } from '../../../../../src/core/proxy/model/inventory';
import { entryPoint, found, inventoryIn, router, said } from './routers';
import { impossible, notShadowed, notTied, possible, type RulePair, shadowed, tied } from './rulePairs';

async function pairIn({ first, second, dialect }: RulePair, priorities: readonly [number, number]) {
  const tls = dialect === 'tcp' ? { tls: {} } : {};
  const routers = [
    router('first@file', { rule: first, priority: priorities[0], ...tls }),
    router('second@file', { rule: second, priority: priorities[1], ...tls }),
  ];
  const api = dialect === 'tcp' ? { tcp: { routers } } : { http: { routers } };
  return inventoryIn(api, dialect === 'v2' ? '2.11.53' : '3.7.9');
}

const contests = (inventory: Inventory) => found(inventory, 'neverWins', 'neverMatches', 'tie');

describe('contests: routers that never win', () => {
  for (const pair of shadowed) {
    it(`are found: ${pair.second} below ${pair.first}, since ${pair.why}`, async () => {
      const findings = await contests(await pairIn(pair, [2, 1]));
      assert.deepEqual(
        findings.map(({ kind, about }) => [kind, about]),
        [['neverWins', 'second@file']],
      );
    });
  }
  for (const pair of notShadowed) {
    it(`are not: ${pair.second} below ${pair.first}, since ${pair.why}`, async () => {
      assert.deepEqual(await contests(await pairIn(pair, [2, 1])), []);
    });
  }

  it('are told with the one that wins, its priority and the part of its rule that does it', async () => {
    const routers = [
      router('wide@file', { rule: 'Path(`/x`) || Host(`a.test`)', priority: 100 }),
      router('narrow@file', { rule: 'Host(`a.test`) && PathPrefix(`/y`)', priority: 34 }),
    ];
    const inventory = await inventoryIn({ http: { routers } });
    assert.deepEqual(await said(inventory, 'neverWins'), [
      'narrow@file: wide@file (priority 100 over 34) matches everything this router would: Host(`a.test`) covers ' +
        'Host(`a.test`) && PathPrefix(`/y`).',
    ]);
    const [finding] = await found(inventory, 'neverWins');
    assert.deepEqual(
      finding?.links.map((link) => link.to === 'item' && [link.item.name, link.role]),
      [
        ['narrow@file', undefined],
        ['wide@file', 'matches first'],
      ],
    );
  });
});

describe('contests: a router that another one would outdo', () => {
  const wide = { rule: 'Host(`a.test`)', priority: 100 };
  const narrow = { rule: 'Host(`a.test`) && Path(`/x`)', priority: 10 };
  const outdone = async (first: object, second: object, more: readonly ReturnType<typeof router>[] = []) => {
    const routers = [
      router('wide@file', { ...wide, ...first }),
      router('narrow@file', { ...narrow, ...second }),
      ...more,
    ];
    return (await contests(await inventoryIn({ http: { routers } }))).map(({ kind, about }) => `${kind} ${about}`);
  };
  const nothing: readonly string[] = [];

  it('never wins on every entry point that it is on', async () => {
    assert.deepEqual(await outdone({ using: ['web', 'admin'] }, { using: ['web', 'admin'] }), [
      'neverWins narrow@file',
    ]);
    assert.deepEqual(await outdone({ using: ['web', 'admin'] }, { using: ['admin'] }), ['neverWins narrow@file']);
  });
  it('wins on an entry point where the other one is not', async () => {
    assert.deepEqual(await outdone({ using: ['web'] }, { using: ['web', 'admin'] }), nothing);
    assert.deepEqual(await outdone({ using: ['web'] }, { using: ['admin'] }), nothing);
  });
  it('never wins where another one outdoes it on each entry point', async () => {
    const third = router('third@file', { ...wide, using: ['admin'] });
    assert.deepEqual(await outdone({}, { using: ['web', 'admin'] }, [third]), ['neverWins narrow@file']);
  });
  it('wins where the other one is disabled', async () => {
    assert.deepEqual(await outdone({ status: 'disabled' }, {}), nothing);
  });
  it('is not told of where it is disabled itself: Traefik says why', async () => {
    assert.deepEqual(await outdone({}, { status: 'disabled' }), nothing);
  });
  it('never wins where Traefik only warns of the other one', async () => {
    assert.deepEqual(await outdone({ status: 'warning' }, {}), ['neverWins narrow@file']);
  });
  it('wins where only one of the two has TLS', async () => {
    assert.deepEqual(await outdone({ tls: {} }, {}), nothing);
    assert.deepEqual(await outdone({}, { tls: {} }), nothing);
    assert.deepEqual(await outdone({ tls: {} }, { tls: {} }), ['neverWins narrow@file']);
  });
  it('wins where the other one has the lower priority', async () => {
    assert.deepEqual(await outdone({ priority: 9 }, {}), nothing);
  });
  it('is not told of where one is nested: nested routers are asked by their parents alone', async () => {
    const parent = router('parent@file', { rule: 'Host(`b.test`)', priority: 5 });
    assert.deepEqual(await outdone({ parentRefs: ['parent@file'] }, {}, [parent]), nothing);
    assert.deepEqual(await outdone({}, { parentRefs: ['parent@file'] }, [parent]), nothing);
  });
  it('never wins against one that others are nested in, whether or not these take the request', async () => {
    const child = router('child@file', { rule: 'Path(`/z`)', parentRefs: ['wide@file'], using: undefined });
    assert.deepEqual(await outdone({}, {}, [child]), ['neverWins narrow@file']);
  });
  it('is not told of where a field that matters cannot be read', async () => {
    assert.deepEqual(await outdone({ ruleSyntax: 7 }, {}), nothing);
  });
  it('wins where the rule of the other one is none', async () => {
    assert.deepEqual(await outdone({ rule: 'Host(`a.test`' }, {}), nothing);
  });
  it('is not told of where priorities are computed and the longer rule is the narrower one', async () => {
    assert.deepEqual(await outdone({ priority: undefined }, { priority: undefined }), nothing);
  });
  it('keeps what is left of it on an entry point that redirects all, and its copies are served', async () => {
    const entryPoints = [
      entryPoint('web', { http: { redirections: { entryPoint: { to: 'websecure' } } } }),
      entryPoint('websecure', { http: { tls: {} } }),
    ];
    const redirect = router('web-to-websecure@internal', {
      provider: 'internal',
      rule: 'HostRegexp(`^.+$`)',
      priority: 9_000_000,
      service: 'noop@internal',
    });
    const left = router('shop@docker', { rule: 'Host(`shop.test`)', priority: 20 });
    const copy = { ...left, name: 'websecure-shop@docker', using: ['websecure'], entryPoints: ['websecure'], tls: {} };
    const alone = router('alone@docker', { rule: 'Host(`alone.test`)', priority: 20 });
    const inventory = await inventoryIn({ http: { routers: [redirect, left, copy, alone] }, entryPoints });
    assert.deepEqual(await said(inventory, 'neverWins'), [
      'alone@docker: web-to-websecure@internal (priority 9000000 over 20) matches everything this router would: ' +
        'HostRegexp(`^.+$`) covers Host(`alone.test`).',
    ]);
  });
  it('is not told of where it is built in', async () => {
    const routers = [router('wide@file', wide), router('built@internal', { ...narrow, provider: 'internal' })];
    assert.deepEqual(await contests(await inventoryIn({ http: { routers } })), []);
  });
  it('is not told of where TCP routers have no priorities yet', async () => {
    const routers = [router('a@file', { rule: 'HostSNI(`a.test`)' }), router('b@file', { rule: 'HostSNI(`a.test`)' })];
    assert.deepEqual(await contests(await inventoryIn({ tcp: { routers } }, '2.6.0')), []);
  });
});

describe('contests: routers that tie', () => {
  for (const pair of tied) {
    it(`are found: ${pair.first} and ${pair.second}: ${pair.why}`, async () => {
      const findings = await contests(await pairIn(pair, [7, 7]));
      assert.deepEqual(
        findings.map(({ kind }) => kind),
        ['tie'],
      );
    });
  }
  for (const pair of notTied) {
    it(`are not: ${pair.first} and ${pair.second}: ${pair.why}`, async () => {
      assert.deepEqual(await contests(await pairIn(pair, [7, 7])), []);
    });
  }

  const a = router('a@file', { rule: 'Host(`a.test`)', priority: 14 });
  const x = router('x@docker', { rule: 'PathPrefix(`/x`)', priority: 14, provider: 'docker' });
  const ties = async (...routers: readonly ReturnType<typeof router>[]) =>
    said(await inventoryIn({ http: { routers } }), 'tie');

  it('are told with a request that both take', async () => {
    assert.deepEqual(await ties(a, { ...x, name: 'x@file', provider: 'file' }), [
      'a@file: Same priority (14) as x@file. Both match GET http://a.test/x. Which one wins is undefined.',
    ]);
    assert.match(String(await ties(a, x)), /undefined, unless providers\.precedence is configured/);
    for (const version of ['3.6.6', '2.11.53']) {
      const [reason] = await said(await inventoryIn({ http: { routers: [a, x] } }, version), 'tie');
      assert.match(String(reason), / Which one wins is undefined\.$/, version);
    }
  });
  it('are told once for a router that ties with many', async () => {
    const others = ['b', 'c', 'd'].map((name) => router(`${name}@file`, { rule: `Path(\`/${name}\`)`, priority: 14 }));
    assert.deepEqual(await ties(a, ...others), [
      'a@file: Same priority (14) as b@file, c@file, and d@file. GET http://a.test/b is matched by this router and b@file. Which one wins is undefined.',
    ]);
  });
  it('name others of the priority that take the request too', async () => {
    const rules = ['PathPrefix(`/b`)', 'PathRegexp(`^/b`)', 'Path(`/b`)', 'Path(`/e`)'];
    const [one, two, three, other] = rules.map((rule, at) => router(`r${at}@file`, { rule, priority: 14 }));
    const reasons = async (...routers: readonly (ReturnType<typeof router> | undefined)[]) =>
      (await ties(...routers.flatMap((each) => each ?? []))).map((reason) =>
        /(both) match| is matched by ([^.]+)\./i.exec(reason)?.slice(1).join(''),
      );
    assert.deepEqual(await reasons(one, two, three, other), [
      'this router, r1@file, and r2@file',
      'this router, r2@file, and r0@file',
    ]);
    assert.deepEqual(await reasons(one, two, other), ['Both']);
  });
  it('name the entry point where one of them is on others too', async () => {
    const [both, one] = [router('both@file', { rule: 'PathPrefix(`/x`)', priority: 14, using: ['web', 'adm'] }), a];
    const above = router('above@file', { rule: 'Host(`a.test`) && PathPrefix(`/x`)', priority: 40 });
    const [reason = ''] = await ties(both, { ...one, using: ['web', 'adm'] }, above);
    assert.match(reason, / On adm, both match GET http:\/\/a\.test\/x\. /);
  });
  it('name the client of the request where a router looks at that', async () => {
    const above = router('above@file', { rule: 'ClientIP(`10.0.0.0/8`) && Host(`a.test`)', priority: 40 });
    const other = { ...x, name: 'x@file', provider: 'file' };
    assert.match(String(await ties(a, other, above)), /Both match GET http:\/\/a\.test\/x from 192\.0\.2\.1\. /);
  });
  it('do not where one is on another entry point, has TLS or is disabled', async () => {
    assert.deepEqual(await ties(a, { ...x, using: ['admin'] }), []);
    assert.deepEqual(await ties(a, { ...x, tls: {} }), []);
    assert.deepEqual(await ties(a, { ...x, status: 'disabled' }), []);
  });
  it('do not where one that is asked before takes all that both take', async () => {
    const above = router('above@file', { rule: 'Host(`a.test`) && PathPrefix(`/x`)', priority: 40 });
    assert.deepEqual(await ties(a, x, above), []);
  });
  it('are not certain below a router whose rule cannot be read', async () => {
    assert.deepEqual(await ties(a, x, router('odd@file', { rule: 'New(`a`)', priority: 40 })), []);
  });
  it('are not two copies of one router', async () => {
    const entryPoints = [entryPoint('web', { http: { tls: {} } }), entryPoint('sec', { http: { tls: {} } })];
    const copies = ['web', 'sec'].map((name) => ({
      ...a,
      name: `${name}-a@file`,
      using: ['web', 'sec'],
      entryPoints: [name],
      tls: {},
    }));
    assert.deepEqual(await said(await inventoryIn({ http: { routers: copies }, entryPoints }), 'tie'), []);
  });
  it('keep what a rule asks of telling headers for themselves', async () => {
    const secret = router('s@file', { rule: 'Header(`Authorization`,`Bearer abcdefgh12345678`)', priority: 14 });
    const [reason = ''] = await ties(a, secret);
    assert.match(reason, /with Authorization: •••/);
    assert.doesNotMatch(reason, /abcdefgh/);
  });
});

describe('contests: rules that match nothing', () => {
  const matchesNothing = async (rule: string) =>
    (await contests(await inventoryIn({ http: { routers: [router('r@file', { rule, priority: 1 })] } }))).map(
      ({ kind }) => kind,
    );
  for (const [rule, why] of impossible) {
    it(`are found: ${rule}, ${why}`, async () => assert.deepEqual(await matchesNothing(rule), ['neverMatches']));
  }
  for (const [rule, why] of possible) {
    it(`are not: ${rule}, ${why}`, async () => assert.deepEqual(await matchesNothing(rule), []));
  }
  it('are those whose values nothing can match, with the reason', async () => {
    const routers = [
      router('url@file', { rule: 'PathPrefix(`/a`) && Host(`http://a.test`)', priority: 1 }),
      router('header@file', { rule: 'Header(`host`, `a.test`)', priority: 2 }),
      router('other@file', { rule: 'Host(`http://a.test`) || Host(`a.test`)', priority: 3 }),
      router('not@file', { rule: '!Host(`http://b.test`) && Host(`b.test`)', priority: 4 }),
    ];
    assert.deepEqual(await said(await inventoryIn({ http: { routers } }), 'neverMatches'), [
      'header@file: Never matches: no request can satisfy Header(`host`, `a.test`). No rule sees the header “Host”. Use the ' +
        'matcher Host, or the hostnames of the route.',
      'url@file: Never matches: no request can satisfy Host(`http://a.test`). A host is a name without scheme, port, path, ' +
        'and spaces: “a.test”.',
    ]);
  });
  it('are those with a star in front of a host where Traefik compares it letter by letter', async () => {
    const routers = ['Host(`*.a.test`)', 'Host(`*`)'].map((rule, at) => router(`r${at}@file`, { rule, priority: 1 }));
    const reasons = async (version: string) => said(await inventoryIn({ http: { routers } }, version), 'neverMatches');
    assert.deepEqual(await reasons('3.6.6'), [
      'r0@file: Never matches: no request can satisfy Host(`*.a.test`). Host compares names letter by letter. Use HostRegexp for a pattern.',
      'r1@file: Never matches: no request can satisfy Host(`*`). Host compares names letter by letter. Use HostRegexp for a pattern.',
    ]);
    for (const version of ['3.7.0', '3.7.9', 'dev']) assert.deepEqual(await reasons(version), [], version);
    const below = router('below@file', { rule: 'Host(`b.a.test`)', priority: -1 });
    const kinds = await contests(await inventoryIn({ http: { routers: [...routers, below] } }, '3.6.6'));
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ['neverMatches', 'neverMatches'],
    );
  });
  it('are told with what they ask for at once', async () => {
    const routers = [router('r@file', { rule: 'Path(`/x`) && Host(`a.test`) && !PathPrefix(`/x`)', priority: 1 })];
    assert.deepEqual(await said(await inventoryIn({ http: { routers } }), 'neverMatches'), [
      'r@file: Never matches: it requires both Path(`/x`) and !PathPrefix(`/x`).',
    ]);
  });
});

describe('contests: rules that are made to take long', () => {
  const together = async (...rules: readonly string[]) =>
    contests(
      await inventoryIn({
        http: { routers: rules.map((rule, index) => router(`r${index}@file`, { rule, priority: index + 1 })) },
      }),
    );

  it('are not compared, however many things they ask for', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `PathPrefix(\`/${index}\`)`);
    assert.deepEqual(await together(many.join(' && '), many.join(' || '), `!(${many.join(' && ')})`), []);
  });
  it('are not compared where brackets multiply', async () => {
    const brackets = Array.from({ length: 40 }, (_, index) => `(Path(\`/a${index}\`) || Host(\`h${index}\`))`);
    assert.deepEqual(await together(brackets.join(' && '), brackets.join(' && ')), []);
  });
  it('are not tried with requests that grow with each repetition', async () => {
    const routers = ['^/(((a{999}){999}){999}){999}', '^/((((((((a{9}){9}){9}){9}){9}){9}){9}){9}){9}'].map(
      (rule, index) => router(`r${index}@file`, { rule: `PathRegexp(\`${rule}\`)`, priority: 1 }),
    );
    assert.deepEqual(await contests(await inventoryIn({ http: { routers } })), []);
  });
  it('are compared only as long as their regular expressions take little', async function () {
    this.timeout(30_000);
    const slow = (at: number): string => `^/${'(a?b?c?){30}'.repeat(20)}${at}?$`;
    const routers = Array.from({ length: 300 }, (_, at) =>
      router(`r${at}@file`, { rule: `PathRegexp(\`${slow(at)}\`)`, priority: 1 }),
    );
    const { notes } = (await findingsOf(await inventoryIn({ http: { routers } }))) ?? assert.fail('given up');
    assert.deepEqual(notes, ['Too many routers to compare all of them with each other.']);
  });
});
