import { readInventory } from '../../../src/core/proxy/api/readInventory';
import { findingsOf } from '../../../src/core/proxy/findings/findings';
import { judgeRule } from '../../../src/core/proxy/rules/judgeRule';
import type { NormalizedInput } from '../../../src/core/proxy/rules/normalizedRequest';
import { readRule } from '../../../src/core/proxy/rules/readRule';
import type { Dice } from '../../servers/traefik/dice';
import { fakeHttpClient, json } from '../../unit/core/proxy/model/fakeHttpClient';
import type { Corpus } from '../corpus';
import { mutated } from '../mutate';
import { oddText, oneOf } from '../odd';
import { routes } from './inventory';
import type { Target } from './target';

const { signal } = new AbortController();

/** Rules that nobody would write, read, judged and asked in a listing. */
export const rules: Target = async (round) => {
  const { dice, corpus, watch } = round;
  let text = dice.chance(0.7) ? hostileRule(dice, corpus) : dice.pick(corpus.rules);
  if (dice.chance(0.5)) text = dice.chance(0.5) ? mutated(text, dice) : text.slice(dice.below(5)) + oddText(dice);
  for (const protocol of ['http', 'tcp'] as const) {
    for (const syntax of ['v3', 'v2'] as const) {
      const rule = await watch.call('readRule', () => readRule(text, { protocol, syntax }));
      if (rule?.kind === 'rule') await watch.call('judge', () => judgeRule(rule, seenBy(protocol, dice)));
    }
  }
  if (dice.chance(0.3)) {
    const listed = Array.from({ length: 1 + dice.below(20) }, (_, at) =>
      routerWith(at === 0 ? text : hostileRule(dice, corpus), at),
    );
    const client = fakeHttpClient(({ path }) =>
      json(path.includes('http/routers') ? listed : [], { 'x-next-page': '1' }),
    );
    const read = await watch.call('readInventory', () => readInventory(client, signal));
    if (read === undefined) return;
    await routes(read, round);
    await watch.call('findingsOf', () => findingsOf(read));
  }
};

const routerWith = (rule: string, at: number) => ({
  ...{ name: `r${at}@file`, provider: 'file', status: 'enabled', using: ['web'], entryPoints: ['web'] },
  ...{ service: 's', priority: at, rule },
});

/** A request or a connection with texts that take expressions long. */
function seenBy(protocol: 'http' | 'tcp', dice: Dice): NormalizedInput {
  const long = dice.pick(['a'.repeat(dice.below(5_000)), 'xn--'.repeat(500), `${'a'.repeat(40)}!`, 'a.test']);
  const effort = { left: 100_000_000 };
  const hasWildcards = oneOf(dice, [true, false, undefined]);
  const stars = { hasWildcards, isStarEveryHost: oneOf(dice, [true, false, undefined]) };
  if (protocol === 'tcp') {
    return { kind: 'tcp', serverName: long, alpn: ['h2'], clientIp: undefined, ...stars, effort };
  }
  return {
    ...{ kind: 'http', method: 'GET', host: long, sentHost: long, clientIp: undefined, effort },
    ...{ escapedPath: `/${long}`, routingPath: `/${long}`, decodedPath: `/${long}` },
    query: new Map([['a', [long]]]),
    headers: new Map([['X-A', [long]]]),
    unsureHeaders: new Set(),
    version: dice.pick([2, 3]),
    ...stars,
  };
}

const matchers = [
  ...['Host', 'HostRegexp', 'Path', 'PathPrefix', 'PathRegexp', 'Header', 'HeaderRegexp', 'Headers', 'HeadersRegexp'],
  ...['Method', 'Query', 'QueryRegexp', 'ClientIP', 'HostSNI', 'HostSNIRegexp', 'ALPN'],
];

function hostileRule(dice: Dice, corpus: Corpus, depth = 0): string {
  const part = (): string => hostileRule(dice, corpus, depth + 1);
  const quoted = (text: string): string =>
    dice.chance(0.5) ? `\`${text.replaceAll('`', '')}\`` : JSON.stringify(text);
  const what = dice.below(14);
  if (depth > 6 || what < 6) {
    const values = Array.from({ length: 1 + dice.below(3) }, () =>
      quoted(dice.chance(0.5) ? hostilePattern(dice) : oddText(dice)),
    );
    return `${dice.chance(0.95) ? dice.pick(matchers) : oddText(dice)}(${values.join(', ')})`;
  }
  if (what < 9) return `${part()} && ${part()}`;
  if (what < 11) return `${part()} || ${part()}`;
  if (what === 11) return `!${part()}`;
  return what === 12 ? `(${part()})` : dice.pick(corpus.rules);
}

/** Expressions whose size or whose time grows out of bounds in careless engines, templates of v2, and what is none. */
function hostilePattern(dice: Dice): string {
  const many = dice.below(40);
  return dice.pick<() => string>([
    () => dice.pick(['(a+)+$', '(a|a)*b', '(?:a{0,1000}){0,1000}', '(.*a){20}', 'a{1001}', 'a{1,1000}{1,1000}']),
    () => dice.pick(['((((((a{0,9}){0,9}){0,9}){0,9}){0,9}){0,9}', '[[:alpha:]]+', '\\p{Greek}{1000}', '\\C*']),
    () =>
      dice.pick([
        '^(?:[a-z0-9]+(?:-[a-z0-9]+)*)+$',
        '.{0,1000}x.{0,1000}y',
        '(?P<n>a)(?P<n>b)',
        '^(([a-z])+.)+[A-Z]([a-z])+$',
      ]),
    () => dice.pick(['{a:.*}{b:.*}', '{a:{b:{c:d}}}', '{'.repeat(300), '('.repeat(2_000), `[${oddText(dice)}]`]),
    () => 'a?'.repeat(many) + 'a'.repeat(many),
    () => '(x+x+)+y'.repeat(many),
    () => `(?i)${'x'.repeat(50 * many)}`,
    () => oddText(dice),
  ])();
}
