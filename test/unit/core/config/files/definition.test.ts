import assert from 'node:assert/strict';
import { isSameObject, nameAt, namesIn } from '../../../../../src/core/config/files/definition';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';

const dynamic = {
  path: '/dynamic.yml',
  text: `http:
  routers:
    shop: { rule: Host(\`shop.test\`), service: shop, middlewares: [auth, limit@docker] }
  services:
    shop: { loadBalancer: { servers: [ { url: http://a } ] } }
  middlewares:
    auth: { chain: { middlewares: [limit@docker] } }
`,
};
const compose = {
  path: '/compose.yml',
  text: `services:
  web:
    labels:
      - traefik.http.middlewares.limit.ratelimit.average=10
      - traefik.http.routers.web.rule=Host(\`web.test\`)
      - traefik.http.routers.web.middlewares=auth@file,limit
`,
};

const places = namesIn(readConfigFiles([dynamic, compose]));
const textOf = ({ range: { path, start, end } }: (typeof places)[number]): string =>
  (path === dynamic.path ? dynamic : compose).text.slice(start, end);

describe('namesIn: the names in files', () => {
  it('stand where objects are declared and referred to, across files and providers', () => {
    const of = (name: string) => places.filter(({ object }) => object.kind === 'middleware' && object.name === name);
    const shown = (name: string) => of(name).map((place) => `${place.role} ${textOf(place)} in ${place.range.path}`);
    assert.deepEqual(shown('auth@file').sort(), [
      'declaration auth in /dynamic.yml',
      'reference auth in /dynamic.yml',
      'reference auth@file in /compose.yml',
    ]);
    assert.deepEqual(shown('limit@docker').sort(), [
      'declaration limit in /compose.yml',
      'reference limit in /compose.yml',
      'reference limit@docker in /dynamic.yml',
      'reference limit@docker in /dynamic.yml',
    ]);
  });

  it('are found at a cursor, that behind the last character too', () => {
    const at = dynamic.text.indexOf('service: shop') + 'service: '.length;
    for (const offset of [at, at + 'shop'.length]) {
      const found = nameAt(places, dynamic.path, offset);
      assert.deepEqual(found?.object, { protocol: 'http', kind: 'service', name: 'shop@file' });
    }
    assert.equal(nameAt(places, dynamic.path, 0), undefined);
  });

  it('are not the same where only the name is', () => {
    const router = { protocol: 'http', kind: 'router', name: 'shop@file' } as const;
    assert.ok(isSameObject(router, { ...router }));
    assert.ok(!isSameObject(router, { ...router, kind: 'service' }));
  });
});
