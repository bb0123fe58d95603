import assert from 'node:assert/strict';
import { checkConfigGroups } from '../../../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';
import { isNearName } from '../../../../../src/core/config/names/nearName';
import type { SourceFile } from '../../../../../src/core/config/source/placedText';

function toldOf(...files: readonly SourceFile[]): readonly string[] {
  return checkConfigGroups(readConfigFiles(files), {}).map(({ severity, code, range, fix }) => {
    const text = files.find(({ path }) => path === range.path)?.text ?? '';
    return `${severity} ${code} ${text.slice(range.start, range.end)}${fix === undefined ? '' : ` → ${fix.text}`}`;
  });
}

const container = (name: string, ...labels: readonly string[]): string =>
  `  ${name}:\n    image: a\n    labels:\n${labels.map((one) => `      - traefik.http.${one}\n`).join('')}`;
const compose = (...containers: readonly string[]): SourceFile => ({
  path: 'compose.yml',
  text: `services:\n${containers.join('')}`,
});
const ruleLabel = 'routers.shop.rule=Host(`a`)';
const port = 'services.shop.loadbalancer.server.port=80';

describe('nearNames: names that are nearly those of others', () => {
  for (const [one, other, isNear] of [
    ['protectedapps', 'protecteapps', true],
    ['strip-prefix', 'strip-perfix', true],
    ['auth', 'Auth', true],
    ['https-0-app-strip', 'http-0-app-strip', true],
    ['redirect-to-https', 'redirect-to-htps', true],
    ['app1', 'app2', false],
    ['app', 'app2', false],
    ['web-a', 'web-b', false],
    ['shop-eu', 'shop-us', false],
    ['auth', 'path', false],
    ['a', 'b', false],
    ['shop', 'shop', false],
  ] as const) {
    it(`are ${isNear ? '' : 'not '}${one} and ${other}`, () => {
      assert.equal(isNearName(one, other), isNear);
      assert.equal(isNearName(other, one), isNear);
    });
  }
});

describe('nearNames: names in a project', () => {
  it('are told where one is used that is declared nowhere, one letter from another', () => {
    const middleware = ['middlewares.strip.stripprefix.prefixes=/a', 'routers.shop.middlewares=srtip'];
    assert.deepEqual(toldOf(compose(container('shop', ruleLabel, port, ...middleware))), [
      'information ref.unknown srtip → strip',
    ]);
    assert.deepEqual(toldOf(compose(container('shop', ruleLabel, port, 'routers.shop.service=shpo'))), [
      'information ref.unknown shpo → shop',
    ]);
    const chain = [
      'middlewares.all.chain.middlewares=auht',
      'middlewares.auth.basicauth.usersfile=/a',
      'routers.shop.middlewares=all',
    ];
    assert.deepEqual(toldOf(compose(container('shop', ruleLabel, port, ...chain))), [
      'information ref.unknown auht → auth',
    ]);
    const other = container(
      'other',
      'middlewares.strip.stripprefix.prefixes=/a',
      'routers.other.rule=Host(`b`)',
      'routers.other.middlewares=strip',
    );
    assert.deepEqual(toldOf(compose(container('shop', ruleLabel, port, 'routers.shop.middlewares=stirp'), other)), [
      'information ref.unknown stirp → strip',
    ]);
    const file =
      'http:\n  routers:\n    shop: { rule: Host(`a`), service: shpo }\n  services:\n    shop: { loadBalancer: { servers: [ { url: http://a } ] } }\n';
    assert.deepEqual(toldOf({ path: 'dynamic.yml', text: file }), ['information ref.unknown shpo → shop']);
  });

  it('are nothing to tell where another file declares them, or nothing is near', () => {
    const used = compose(
      container(
        'shop',
        ruleLabel,
        port,
        'middlewares.auth.basicauth.usersfile=/a',
        'routers.shop.middlewares=auth,auths',
      ),
    );
    const elsewhere = {
      ...compose(container('other', 'middlewares.auths.basicauth.usersfile=/a')),
      path: 'b/compose.yml',
    };
    assert.deepEqual(toldOf(used, elsewhere), []);
    assert.deepEqual(toldOf(compose(container('shop', ruleLabel, port, 'routers.shop.middlewares=compress'))), []);
    assert.deepEqual(toldOf(compose(container('shop', ruleLabel, port, 'routers.shop.middlewares=shop@file'))), []);
    const digits = ['middlewares.strip1.stripprefix.prefixes=/a', 'routers.shop.middlewares=strip1,strip2'];
    assert.deepEqual(toldOf(compose(container('shop', ruleLabel, port, ...digits))), []);
  });

  it('are told of a router without a rule that is nearly one with a rule', () => {
    assert.deepEqual(
      toldOf(compose(container('shop', 'routers.portal.rule=Host(`a`)', 'routers.protal.middlewares=a@file', port))),
      ['information rule.missing protal'],
    );
    assert.deepEqual(toldOf(compose(container('shop', ruleLabel, 'routers.admin.middlewares=a@file', port))), []);
    assert.deepEqual(toldOf(compose(container('shop', ruleLabel, 'routers.shop2.middlewares=a@file', port))), []);
  });

  it('are told of a middleware that the container puts on no router', () => {
    const headers = 'middlewares.shop-secure.headers.stsseconds=1';
    const told = ['information object.unused shop-secure'];
    assert.deepEqual(toldOf(compose(container('shop', ruleLabel, port, headers))), told);
    assert.deepEqual(
      toldOf(compose(container('shop', ruleLabel, port, headers, 'routers.shop.middlewares=shop-secure'))),
      [],
    );
    const other = container('other', 'routers.other.rule=Host(`b`)', 'routers.other.middlewares=shop-secure');
    assert.deepEqual(toldOf(compose(container('shop', ruleLabel, port, headers), other)), []);
    const file =
      'http:\n  routers:\n    r: { rule: Host(`a`), service: api@internal, middlewares: [shop-secure@docker] }\n';
    assert.deepEqual(
      toldOf(compose(container('shop', ruleLabel, port, headers)), { path: 'dynamic.yml', text: file }),
      [],
    );
  });

  it('are nothing to tell of middlewares that may be there for others', () => {
    const headers = 'middlewares.shop-secure.headers.stsseconds=1';
    assert.deepEqual(toldOf(compose(container('shop', ruleLabel, port, headers.replace('shop-secure', 'secure')))), []);
    assert.deepEqual(
      toldOf(compose(container('shop', ruleLabel, port, 'middlewares.shop.forwardauth.address=http://shop'))),
      [],
    );
    assert.deepEqual(toldOf(compose(container('shop', headers))), []);
    assert.deepEqual(
      toldOf(compose(container('shop', ruleLabel, port, headers, `routers.shop.middlewares=\${M}`))),
      [],
    );
  });
});
