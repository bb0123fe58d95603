import assert from 'node:assert/strict';
import { itemSource } from '../../../../../src/core/proxy/api/items';
import type { Item, ItemKind, ItemOf } from '../../../../../src/core/proxy/model/model';

function read<K extends ItemKind>(kind: K, text: string): ItemOf<K> | undefined {
  return itemSource('http', kind).read(JSON.parse(text), text);
}

/** The fields that the item has. */
function present(item: Item | undefined): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(item ?? {}).filter(([, value]) => value !== undefined));
}

describe('items: an item of a listing', () => {
  it('has what the API says and nothing else', () => {
    const text =
      '{"name":"shop@docker","provider":"docker","status":"enabled","rule":"Host(`a`)","fromTheFuture":[1.10]}';
    assert.deepEqual(present(read('routers', text)), {
      name: 'shop@docker',
      provider: 'docker',
      status: 'enabled',
      rule: 'Host(`a`)',
      kind: 'routers',
      protocol: 'http',
      errors: [],
      unread: [],
    });
    assert.equal(read('routers', text)?.text, text);
  });

  it('has the digits of its priority, from priorityStr or else from the text', () => {
    const priorities = (...fields: string[]) =>
      fields.map((field) => read('routers', `{"name":"a"${field === '' ? '' : `,${field}`}}`)?.priority);
    assert.deepEqual(
      priorities(
        '"priority":9223372036854775807,"priorityStr":"9223372036854775807"',
        '"priority":9223372036854775806',
        '"pri\\u006frity":-9223372036854775805',
        '"tls":{"priority":1},"priority":9007199254740993',
        '"priority":-1',
        '"priority":1e3',
        '"priority":7,"priorityStr":"soon"',
      ),
      [9223372036854775807n, 9223372036854775806n, -9223372036854775805n, 9007199254740993n, -1n, 1000n, 7n],
    );
  });

  it('is not cut out of its page for a priority that is exact without', () => {
    const never = 'no JSON';
    for (const [raw, priority] of [
      ['{"name":"a","priority":9223372036854775806,"priorityStr":"9223372036854775806"}', 9223372036854775806n],
      ['{"name":"a","priority":9007199254740991}', 9007199254740991n],
      ['{"name":"a"}', undefined],
    ] as const) {
      assert.equal(itemSource('http', 'routers').read(JSON.parse(raw), never)?.priority, priority);
    }
  });

  it('has no priority where only priorityStr says "0"', () => {
    const item = read('routers', '{"name":"a","priorityStr":"0"}');
    assert.ok(item !== undefined && item.priority === undefined);
    assert.deepEqual(item.unread, []);
  });

  it('loses a field of the wrong type, says which, and keeps the rest', () => {
    const item = read(
      'routers',
      '{"name":"a","rule":7,"tls":{"domains":[{"main":1}]},"error":"one","service":"s","priority":1e300}',
    );
    assert.deepEqual([...(item?.unread ?? [])].sort(), ['error', 'priority', 'rule', 'tls']);
    assert.equal(item?.service, 's');
    assert.equal(item?.rule, undefined);
    assert.deepEqual(item?.errors, []);
  });

  it('needs a name, and nothing else', () => {
    for (const kind of ['routers', 'services', 'middlewares'] as const) {
      for (const text of ['{}', '{"name":1}', '{"name":null,"rule":7}', '[]', '["name"]', 'null', '"name"', '1']) {
        assert.equal(read(kind, text), undefined, text);
      }
      assert.equal(read(kind, '{"name":""}')?.name, '');
      assert.equal(read(kind, '{"name":"__proto__","__proto__":{"name":"x"}}')?.name, '__proto__');
    }
  });

  it('takes only statuses that it knows', () => {
    const statuses = ['"enabled"', '"warning"', '"disabled"', '"constructor"', '1', 'null'].map(
      (status) => read('services', `{"name":"a","status":${status}}`)?.status,
    );
    assert.deepEqual(statuses, ['enabled', 'warning', 'disabled', 'unknown', 'unknown', 'unknown']);
  });

  it('names its type as the configuration spells it', () => {
    const service = (fields: string) => read('services', `{"name":"a",${fields}}`)?.type;
    assert.equal(service('"type":"loadbalancer","loadBalancer":{}'), 'loadBalancer');
    assert.equal(service('"type":"highestrandomweight","highestRandomWeight":{}'), 'highestRandomWeight');
    assert.equal(service('"type":"later","laTer":{}'), 'laTer');
    assert.equal(service('"type":"bare"'), 'bare');
    assert.equal(service('"provider":"internal"'), undefined);

    const middleware = (fields: string) => read('middlewares', `{"name":"a",${fields}}`);
    assert.equal(middleware('"type":"urlrewrite","URLRewrite":{}')?.type, 'URLRewrite');
    const plugin = middleware('"type":"waf","plugin":{"waf":{"mode":"block"}}');
    assert.deepEqual([plugin?.type, plugin?.isPlugin], ['waf', true]);
    assert.equal(middleware('"type":"chain","chain":{}')?.isPlugin, false);
  });

  it('keeps server statuses under any key', () => {
    const item = read('services', '{"name":"a","serverStatus":{"http://a":"UP","constructor":"DOWN","":"UP"}}');
    assert.deepEqual({ ...item?.serverStatus }, { 'http://a': 'UP', constructor: 'DOWN', '': 'UP' });
  });
});
