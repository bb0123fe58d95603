import assert from 'node:assert/strict';
import type { Inventory } from '../../../../../src/core/proxy/model/inventory';
import type { RememberedRouteQuestion } from '../../../../../src/core/proxy/routing/rememberedQuestions';
import { draftRoute, routeQuestionOf } from '../../../../../src/core/proxy/routing/routeDraft';
import { listed, router } from './listed';

const answers: RememberedRouteQuestion = { endpointId: 'one', url: 'https://a.test/x?y=1', headers: [], alpn: [] };
const entryPoints = [
  { name: 'web', address: ':80' },
  { name: 'websecure', address: ':443', http: { tls: {} } },
  { name: 'inner', address: ':8000' },
];

describe('the draft of a question about a route', () => {
  let inventory: Inventory;
  const draft = (more: Partial<RememberedRouteQuestion>, before?: RememberedRouteQuestion) =>
    draftRoute({ ...answers, ...before, ...more }, { inventory, before });
  const question = (more: Partial<RememberedRouteQuestion>) => routeQuestionOf(draft(more))?.question;

  describe('about requests', () => {
    before(async () => {
      inventory = await listed({
        entryPoints,
        http: {
          routers: [
            router('a', 'Host(`a.test`)', { using: ['web'] }),
            router('b', 'Header(`x-beta`, `1`) && Method(`PUT`)', { using: ['websecure'], tls: {} }),
            router('c', 'ClientIP(`10.0.0.1`)', { using: ['inner'] }),
          ],
        },
      });
    });

    it('asks for nothing more where the entry point is certain and its rules look at host and path', () => {
      const {
        protocol,
        entryPoint,
        isTls,
        isTlsOpen,
        entryPoints: guessed,
        rulesAsk,
      } = draft({ url: 'http://a.test/' });
      assert.deepEqual(
        [protocol, entryPoint, isTls, isTlsOpen, guessed.isCertain],
        ['http', 'web', false, false, true],
      );
      assert.deepEqual(rulesAsk, { headers: [], query: [], method: false, clientIp: false, alpn: [] });
    });

    it('asks for what the rules of the entry point look at', () => {
      const { headers, method, clientIp } = draft({}).rulesAsk;
      assert.deepEqual([headers, method, clientIp], [['X-Beta'], true, false]);
    });

    it('takes a chosen entry point only while it is in question', () => {
      assert.equal(draft({ url: 'http://a.test:9000/', entryPoint: 'inner' }).entryPoint, 'inner');
      assert.equal(draft({ url: 'http://a.test:9000/', entryPoint: 'removed' }).entryPoint, 'web');
      assert.equal(draft({ url: 'http://a.test/', entryPoint: 'inner' }).entryPoint, 'web');
    });

    it('begins at the entry point of the last time where the URL arrives alike', () => {
      const last: RememberedRouteQuestion = { ...answers, url: 'http://a.test:9000/', entryPoint: 'inner' };
      assert.equal(draft({ url: 'http://b.test:9000/x' }, last).entryPointBefore, 'inner');
      assert.equal(draft({ url: 'http://a.test:9001/' }, last).entryPointBefore, undefined);
      assert.equal(draft({ url: 'https://a.test:9000/' }, last).entryPointBefore, undefined);
    });

    it('becomes a question without answers that no rule looks at', () => {
      const given: Partial<RememberedRouteQuestion> = {
        method: 'PUT',
        headers: [['X-Beta', '1']],
        clientIp: '10.0.0.1',
      };
      assert.deepEqual(question(given), {
        kind: 'http',
        entryPoint: 'websecure',
        isTls: true,
        clientIp: undefined,
        method: 'PUT',
        host: 'a.test',
        target: '/x?y=1',
        headers: [['X-Beta', '1']],
      });
      assert.deepEqual(question({ ...given, url: 'http://a.test/' }), {
        kind: 'http',
        entryPoint: 'web',
        isTls: false,
        clientIp: undefined,
        method: 'GET',
        host: 'a.test',
        target: '/',
        headers: [],
      });
    });

    it('says what it takes for granted', () => {
      assert.deepEqual(routeQuestionOf(draft({ url: 'a.test/#top' }))?.notes, [
        'The part after “#” is not sent.',
        'The URL does not say whether TLS is used; assuming no TLS.',
      ]);
      assert.deepEqual(routeQuestionOf(draft({}))?.notes, []);
    });

    it('is no question without a URL', () => {
      const { url, protocol } = draft({ url: 'ftp://a.test/' });
      assert.deepEqual([url, protocol], [undefined, 'http']);
      assert.equal(question({ url: 'ftp://a.test/' }), undefined);
    });
  });

  describe('about connections', () => {
    before(async () => {
      inventory = await listed({
        entryPoints,
        tcp: {
          routers: [
            router('plain', 'HostSNI(`*`)', { using: ['inner'] }),
            router('tls', 'HostSNI(`a.test`) && ALPN(`h2`)', { using: ['inner'], tls: {} }),
            router('only', 'HostSNI(`*`)', { using: ['websecure'], tls: {} }),
          ],
        },
      });
    });

    it('takes a host and port for what was answered', () => {
      assert.deepEqual(
        [draft({ url: 'a.test:8000' }).mayBeTcp, draft({ url: 'a.test:8000' }).protocol],
        [true, 'http'],
      );
      assert.equal(draft({ url: 'a.test:8000', protocol: 'tcp' }).protocol, 'tcp');
      assert.equal(draft({ url: 'http://a.test:8000/', protocol: 'tcp' }).protocol, 'http');
    });

    it('leaves TLS open where both kinds of routers are there', () => {
      const open = draft({ url: 'tcp://a.test:8000' });
      assert.deepEqual([open.isTlsOpen, open.isTls], [true, false]);
      assert.equal(draft({ url: 'tcp://a.test:8000', isTls: true }).isTls, true);
      const sure = draft({ url: 'tcp://a.test:443' });
      assert.deepEqual([sure.entryPoint, sure.isTlsOpen, sure.isTls], ['websecure', false, true]);
      assert.deepEqual([draft({ url: 'tls://a.test:8000' }).isTlsOpen], [false]);
    });

    it('becomes a question with the server name where that is a name', () => {
      const common = { kind: 'tcp', entryPoint: 'inner', clientIp: undefined };
      assert.deepEqual(question({ url: 'tls://a.test:8000', alpn: ['h2'] }), {
        ...common,
        isTls: true,
        serverName: 'a.test',
        alpn: ['h2'],
      });
      assert.deepEqual(question({ url: 'tls://10.0.0.1:8000' }), { ...common, isTls: true, alpn: [] });
      assert.deepEqual(question({ url: 'tcp://a.test:8000', alpn: ['h2'] }), { ...common, isTls: false, alpn: [] });
    });
  });
});
