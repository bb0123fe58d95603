import assert from 'node:assert/strict';
import type { RouterTraffic } from '../../../../src/core/accessLogs/routerTraffic';
import { sparkline, trafficSection } from '../../../../src/core/accessLogs/trafficSection';
import { layOutPage } from '../../../../src/core/proxy/documents/page';

type RouterTrafficState = Parameters<typeof trafficSection>[0];

const from = new Date(2026, 10, 24, 13, 4).getTime();
const bars = new Array<number>(30).fill(0).map((_, at) => (at === 10 ? 8 : at === 29 ? 1 : 0));
const traffic: RouterTraffic = {
  from,
  to: from + 3_600_000,
  index: 'traefik-*',
  requests: 12_345,
  errors: 148,
  median: 11_960_000,
  slow: 1_340_500_000,
  bars,
  isByWords: false,
  isCut: false,
  partial: [],
};

const page = (state: RouterTrafficState) => layOutPage([], [], [], [trafficSection(state)]);
const text = (state: RouterTrafficState): string => page(state).text.trimStart();
const lineOf = (change: Partial<RouterTraffic>, label: string): string | undefined =>
  text({ ...traffic, ...change })
    .split('\n')
    .find((line) => line.trim().startsWith(label))
    ?.trim();

describe('trafficSection: the last hour of a router in its document', () => {
  it('tells requests, failures, durations, and when they were, in bars and in words', () => {
    assert.equal(
      text(traffic),
      `Last Hour
  Requests: 12,345
  Status 5xx: 1.2% (148)
  Duration: p50 ~12 ms · p95 ~1.34 s
  Over time: ▁▁▁▁▁▁▁▁▁▁█▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▂  30 bars of 2 minutes each; at most 8 requests, from 13:24 to 13:26
  Access logs in traefik-*, 13:04 to 14:04
`,
    );
    assert.match(lineOf({ bars: [0, 1] }, 'Over time') ?? '', /^Over time: ▁█ {2}2 bars .* at most 1 request, from/);
  });

  it('says what it does not know by leaving it out', () => {
    assert.equal(lineOf({ errors: undefined }, 'Status'), undefined);
    assert.equal(lineOf({ median: undefined, slow: undefined }, 'Duration'), undefined);
    assert.equal(lineOf({ errors: 0 }, 'Status'), 'Status 5xx: none');
    assert.equal(lineOf({ errors: 1 }, 'Status'), 'Status 5xx: less than 0.1% (1)');
    assert.equal(lineOf({ errors: 20_000 }, 'Status'), 'Status 5xx: 100% (20,000)');
  });

  it('tells durations in the unit that people use', () => {
    const duration = (median: number, slow: number) => lineOf({ median, slow }, 'Duration')?.replace('Duration: ', '');
    assert.equal(duration(0, 999), 'p50 ~0 ns · p95 ~999 ns');
    assert.equal(duration(80_758, 2_500_000), 'p50 ~80.8 µs · p95 ~2.5 ms');
    assert.equal(duration(10_510_676_402, 125_000_000_000), 'p50 ~10.5 s · p95 ~2.08 min');
  });

  it('says that nothing was logged, that it is read, and why it cannot be', () => {
    assert.equal(
      text({ ...traffic, requests: 0, bars: bars.map(() => 0) }),
      'Last Hour\n  No requests logged\n  Access logs in traefik-*, 13:04 to 14:04\n',
    );
    assert.equal(text('reading'), 'Last Hour\n  Reading access logs…\n');
    assert.equal(
      text({ failure: 'The server refused.' }),
      'Last Hour\n  Access logs could not be read. The server refused.\n',
    );
  });

  it('says where figures may be of others, or not of all', () => {
    const told = text({ ...traffic, isByWords: true, isCut: true, partial: ['1 of 2 shards failed.\nResult'] });
    assert.match(told, /\n {2}1 of 2 shards failed\..Result\n/);
    assert.match(
      told,
      /\n {2}Found by the words of its name: requests of routers with similar names may be counted\.\n/,
    );
    assert.match(told, /\n {2}Found by some of its names only: not all requests may be counted\.\n/);
  });

  it('marks failures, and never by color alone', () => {
    const looks = page(traffic).spans.map(({ look }) => look);
    assert.ok(looks.includes('bad') && !looks.includes('good'));
    assert.ok(page({ ...traffic, errors: 0 }).spans.some(({ look }) => look === 'good'));
  });
});

describe('trafficSection: a sparkline', () => {
  it('is never as low as none where there is one', () => {
    assert.equal(sparkline([0, 1, 500, 1_000]), '▁▂▅█');
    assert.equal(sparkline([0, 0]), '▁▁');
    assert.equal(sparkline([7]), '█');
    assert.equal(sparkline([]), '');
  });
});
