import assert from 'node:assert/strict';
import { routeAnswerPage } from '../../../../../src/core/proxy/documents/route/routeAnswerPage';
import { findRoute } from '../../../../../src/core/proxy/routing/findRoute';
import { requiredInputs } from '../../../../../src/core/proxy/routing/requiredInputs';
import { judgeRule } from '../../../../../src/core/proxy/rules/judgeRule';
import { readRule } from '../../../../../src/core/proxy/rules/readRule';
import type { Raw } from '../model/given';
import { asked, inWords, listed, request, router } from '../routing/listed';
import { answerOf, ruleOf, seenRequest } from './asking';

const v3 = { protocol: 'http', syntax: 'v3' } as const;
const get = request('http://a.test/');
const v2 = { protocol: 'http', syntax: 'v2' } as const;

/** What a rule makes of a request; the words of its fault where it has one. */
function heard(text: string, url = 'https://a.test/x', how: typeof v2 | typeof v3 = v3): boolean | string {
  const rule = readRule(text, how);
  return rule.kind === 'rule' ? answerOf(rule, seenRequest(url)) : rule.message;
}

// None of these may crash, and none may take longer than mocha waits.
describe('hostile: a rule made to do harm', () => {
  it('has regular expressions that would hang JavaScript', () => {
    const subject = `https://${'a'.repeat(5_000)}.test/${'x'.repeat(5_000)}`;
    for (const pattern of ['^(x+x+)+y$', '^/(x|x)*y$', '^/(.*)*(.*)*y$', '^/(x*)*y', '^(/?x?){30}y$', '(x+){20}y']) {
      assert.equal(heard(`PathRegexp(\`${pattern}\`)`, subject), false, pattern);
    }
    assert.equal(heard('HostRegexp(`^(a+a+)+$`)', subject), false);
    assert.equal(heard('PathPrefix(`/{p:(x+x+)+y}`)', subject, v2), false);
  });

  it('has regular expressions that take long, each and all together', async function () {
    this.timeout(30_000);
    const target = `/y${'x'.repeat(700)}`;
    const slow = (at: number): string => `(?:x|xx|${'x'.repeat(at % 7)}[x-z]){${900 + (at % 90)}}y{${1 + at}}$`;
    const routers = Array.from({ length: 500 }, (_, at) => router(`r${at}`, `PathRegexp(\`${slow(at)}\`)`));
    const first = router('first', 'PathPrefix(`/y`)', { priority: 9_999 });
    const answer = findRoute(await listed({ http: { routers: [first, ...routers] } }), { ...get, target });
    // What comes before them is not in doubt.
    assert.equal(inWords(answer), 'winner first');
    assert.deepEqual([...new Set(answer.considered.map(({ verdict }) => verdict))], ['yes', 'no', 'unknown']);
    assert.match(answer.considered.at(-1)?.doubt ?? '', /regular expressions are too large or too many/);
  });

  it('has a regular expression that takes minutes for one long path, and is not asked about it', async () => {
    const slow = router('slow', `PathRegexp(\`^/${'(a?b?c?){30}'.repeat(60)}$\`)`);
    const inventory = await listed({ http: { routers: [slow] } });
    assert.equal(asked(inventory, { ...get, target: `/${'abc'.repeat(2_600)}` }), 'not certain: slow');
    assert.equal(asked(inventory, { ...get, target: '/abc' }), 'winner slow');
  });

  it('has regular expressions that are too large', () => {
    const repeated = `^/${'(a?b?c?){140}'.repeat(760)}$`;
    for (const pattern of [
      repeated,
      'x{1000}{1000}',
      '((x{100}){100}){100}',
      'x'.repeat(20_000),
      `${'('.repeat(5_000)}`,
    ]) {
      assert.match(String(heard(`PathRegexp(\`${pattern}\`)`)), /regular expression cannot be read/);
    }
    assert.match(String(heard(`PathRegexp(\`${'(?:x'.repeat(2_000)}${')'.repeat(2_000)}\`)`)), /no regular|false/);
  });

  it('has thousands of alternatives', () => {
    const hosts = Array.from({ length: 20_000 }, (_, at) => `Host(\`h${at}.test\`)`);
    assert.equal(heard(hosts.join(' || ')), false);
    assert.equal(heard(`${hosts.join(' || ')} || Host(\`a.test\`)`), true);
    assert.equal(heard(hosts.map((host) => `!${host}`).join(' && ')), true);
    assert.equal(heard(`Host(${hosts.map((_, at) => `\`h${at}.test\``).join()}, \`a.test\`)`, undefined, v2), true);
    const alternatives = Array.from({ length: 5_000 }, (_, at) => `x${at}`).join('|');
    // The whole of it is longer than what is compiled here.
    assert.match(String(heard(`PathRegexp(\`^/(${alternatives}|x)$\`)`)), /regular expression cannot be read/);
    assert.equal(heard(`PathRegexp(\`^/(${alternatives.slice(0, 9_000)}|x)$\`)`), true);
  });

  it('is a megabyte and more', () => {
    const long = `Host(\`${'a'.repeat(999_000)}\`)`;
    assert.equal(heard(long), false);
    assert.equal(heard(`${' '.repeat(999_000)}Host(\`a.test\`)`), true);
    assert.equal(heard(`Host(\`a.test\`)${'\n'.repeat(900_000)}`), true);
    assert.equal(heard(`Host(\`a.test\`)${' && '.repeat(240_000)}`), 'Unexpected “&&”. Expected a matcher.');
    assert.equal(heard(`/*${'*'.repeat(990_000)}`), 'Unexpected “/”. Expected a matcher.');
    assert.equal(heard(`Host("${'\\'.repeat(499_000)}")`), false);
    assert.equal(heard(`${long}${long}`), 'The rule is too long to evaluate.');
  });

  it('is nested without end', () => {
    for (const text of [
      `${'('.repeat(100_000)}Host(\`a.test\`)${')'.repeat(100_000)}`,
      `${'!'.repeat(100_000)}Host(\`a.test\`)`,
      `${'!('.repeat(100_000)}Host(\`a.test\`)${')'.repeat(100_000)}`,
      '('.repeat(100_000),
      `${'Host(`a`) && ('.repeat(50_000)}`,
    ]) {
      assert.equal(heard(text), 'The rule is nested too deeply to evaluate.');
    }
    assert.equal(heard(`${'('.repeat(400)}Host(\`a.test\`)${')'.repeat(400)}`), true);
    assert.equal(heard(`${'!'.repeat(401)}Host(\`a.test\`)`), false);
    assert.equal(heard('('.repeat(100_000), undefined, v2), 'The rule is nested too deeply to evaluate.');
  });

  it('has templates without end', () => {
    const open = '{'.repeat(100_000);
    assert.match(String(heard(`Path(\`/${open}\`)`, undefined, v2)), /^The braces in/);
    assert.match(
      String(heard(`Path(\`/${'{a}'.repeat(30_000)}\`)`, undefined, v2)),
      /regular expression cannot be read/,
    );
  });

  it('has names of everything that objects have', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'Constructor']) {
      assert.equal(heard(`${name}(\`a\`)`), `Unknown matcher “${name}”.`);
      assert.equal(heard(`Header(\`${name}\`, \`1\`) || Query(\`${name}\`, \`1\`)`), false);
    }
  });

  it('has characters that are odd anywhere', () => {
    for (const odd of ['\0', '\u202e', '\ud800', '\ufeff', '🦭', '\u2028', '\x7f', '$(', '</script>', '%s', '\\']) {
      assert.equal(heard(`Header(\`X\`, \`${odd}\`)`), false, JSON.stringify(odd));
      assert.equal(heard(`PathPrefix(\`/${odd}\`)`), false, JSON.stringify(odd));
      assert.equal(typeof heard(`${odd}Host(\`a.test\`)`), 'string', JSON.stringify(odd));
    }
  });

  it('has a great many parts to mark', () => {
    const text = Array.from({ length: 10_000 }, (_, at) => `Path(\`/${at}\`)`).join(' && ');
    const rule = ruleOf(text);
    assert.equal(judgeRule(rule, seenRequest('https://a.test/x') ?? assert.fail()).failing.length, 10_000);
  });
});

describe('hostile: a listing made to do harm', () => {
  it('has names that objects have, or none that can be shown', async () => {
    const names = ['__proto__', 'constructor', '', ' ', '\u202e', '@', 'a > b', '🦭'.repeat(1_000)];
    const routers = names.map((name, at) => router(name, 'PathPrefix(`/`)', { priority: at + 1 }));
    assert.equal(asked(await listed({ http: { routers } }), request('http://a.test/')), `winner ${names.at(-1)}`);
    const entryPoint = '__proto__';
    const inventory = await listed({ http: { routers: [router('a', 'Path(`/`)', { using: [entryPoint] })] } });
    assert.equal(asked(inventory, { ...request('http://a.test/'), entryPoint }), 'winner a');
  });

  it('nests routers deeply, or each in all others', async () => {
    const chain = Array.from({ length: 2_000 }, (_, at) =>
      router(`r${at}`, 'PathPrefix(`/`)', at === 0 ? {} : { parentRefs: [`r${at - 1}@file`] }),
    );
    const given = (routers: readonly Raw[]) => listed({ http: { routers } });
    assert.match(asked(await given(chain), get), /^not certain: r0 > .* > r50$/);
    assert.match(asked(await given(chain.slice(0, 51)), get), /^winner r0 > .* > r50$/);

    const names = Array.from({ length: 60 }, (_, at) => `r${at}`);
    const parents = names.map((name) => `${name}@file`);
    const tangle = names.map((name, at) =>
      router(name, 'PathPrefix(`/`)', { priority: at + 1, parentRefs: ['top@file', ...parents] }),
    );
    const top = router('top', 'PathPrefix(`/`)');
    assert.match(asked(await given([top, ...tangle]), get), /^not certain: top/);
    requiredInputs(await given([top, ...tangle]), { protocol: 'http', entryPoint: 'web' });
    const rootless = tangle.map((raw) => ({ ...raw, parentRefs: parents }));
    assert.equal(asked(await given(rootless), get), 'none');
  });

  it('nests thousands of routers in each of thousands', async () => {
    const tops = Array.from({ length: 2_000 }, (_, at) => router(`t${at}`, 'PathPrefix(`/`)'));
    const middle = router('middle', 'PathPrefix(`/`)', { parentRefs: tops.map(({ name }) => name) });
    const low = Array.from({ length: 10_000 }, (_, at) =>
      router(`l${at}`, `Header(\`X-${at % 10}\`, \`1\`)`, { parentRefs: ['middle@file'] }),
    );
    const inventory = await listed({ http: { routers: [...tops, middle, ...low] } });
    assert.equal(requiredInputs(inventory, { protocol: 'http', entryPoint: 'web' }).headers.length, 10);
    const answer = findRoute(inventory, get);
    assert.match(inWords(answer), /^tie t0, t1, /);
    const reading = { is: 'current' } as const;
    const { text } = await routeAnswerPage(answer, {
      inventory,
      endpointName: 'edge',
      reading,
      asked: [],
      showsAll: true,
    });
    assert.ok(text.length < 5_000_000, `${text.length}`);
    // Each with a doubt of its own, so that nothing can be asked once for all.
    const doubtful = tops.map((top, at) => ({ ...top, middlewares: [`gone${at}`] }));
    assert.match(asked(await listed({ http: { routers: [...doubtful, middle, ...low] } }), get), /^not certain/);
  });
});
