import assert from 'node:assert/strict';
import type { Inventory } from '../../../../../src/core/proxy/model/inventory';
import type { RememberedRouteQuestion } from '../../../../../src/core/proxy/routing/rememberedQuestions';
import { routeAssumptionsOf } from '../../../../../src/core/proxy/routing/routeAssumptions';
import { draftRoute, routeQuestionOf, withRouteUrl } from '../../../../../src/core/proxy/routing/routeDraft';
import { listed, router } from './listed';

const answers: RememberedRouteQuestion = { endpointId: 'one', url: 'https://a.test/x?y=1', headers: [], alpn: [] };
const entryPoints = [
  { name: 'web', address: ':80' },
  { name: 'websecure', address: ':443', http: { tls: {} } },
  { name: 'inner', address: ':8000' },
];

describe('routeDraft: the draft of a question about a route', () => {
  let inventory: Inventory;
  const draft = (more: Partial<RememberedRouteQuestion>) => draftRoute({ ...answers, ...more }, { inventory });
  const question = (more: Partial<RememberedRouteQuestion>) => routeQuestionOf(draft(more))?.question;
  const assumed = (more: Partial<RememberedRouteQuestion>) => routeAssumptionsOf(draft(more)).map(({ words }) => words);

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

    it('asks for what rules look at that get TLS as it is', async () => {
      const routers = [router('db', 'ClientIP(`10.0.0.1`)', { using: ['inner'] })];
      const plain = await listed({ entryPoints, tcp: { routers } });
      const { entryPoint, rulesAsk } = draftRoute({ ...answers, url: 'tls://a.test:8000' }, { inventory: plain });
      assert.deepEqual([entryPoint, rulesAsk.clientIp], ['inner', true]);
    });

    it('takes a chosen entry point while it is listed, and says so where it is not', () => {
      assert.equal(draft({ url: 'http://a.test:9000/', entryPoint: 'inner' }).entryPoint, 'inner');
      assert.equal(draft({ url: 'http://a.test/', entryPoint: 'inner' }).entryPoint, 'inner');
      const removed = draft({ url: 'http://a.test:9000/', entryPoint: 'removed' });
      assert.equal(removed.entryPoint, 'web');
      assert.deepEqual(routeQuestionOf(removed)?.notes, [
        'The selected entry point is no longer listed; assuming the most likely one.',
      ]);
    });

    it('keeps where another URL arrives only if it arrives alike, and the rest always', () => {
      const last = { ...answers, url: 'http://a.test:9000/', entryPoint: 'inner', method: 'PUT' };
      assert.deepEqual(withRouteUrl(last, 'http://b.test:9000/x'), { ...last, url: 'http://b.test:9000/x' });
      const { entryPoint, ...others } = last;
      for (const url of ['http://a.test:9001/', 'https://a.test:9000/']) {
        assert.deepEqual(withRouteUrl(last, url), { ...others, url });
      }
    });

    it('tells what it assumes, with the reason of a guess', () => {
      assert.deepEqual(assumed({}), ['Entry point: websecure', 'GET', 'No headers', 'Client: unknown']);
      const chosen = { entryPoint: 'web', method: 'PUT', clientIp: '10.0.0.1' };
      assert.deepEqual(assumed({ ...chosen, headers: [['X-Beta', '1']] }), [
        'Entry point: web',
        'PUT',
        '1 header',
        'Client: 10.0.0.1',
      ]);
      assert.deepEqual(assumed({ url: 'a.test/' }), [
        'Entry point: web',
        'Without TLS',
        'GET',
        'No headers',
        'Client: unknown',
      ]);
      const why = (more: object) => routeAssumptionsOf(draft(more)).find(({ kind }) => kind === 'entryPoint')?.why;
      assert.equal(why({}), 'Default port for HTTPS · Has routers with TLS');
      assert.equal(why({ entryPoint: 'websecure' }), undefined);
    });

    it('uses TLS or not as it was said, where the URL leaves it open', () => {
      assert.equal(draft({ url: 'a.test/', isTls: true }).isTls, true);
      assert.equal(draft({ url: 'http://a.test/', isTls: true }).isTls, false);
      assert.deepEqual(routeQuestionOf(draft({ url: 'a.test/', isTls: true }))?.notes, []);
    });

    it('becomes a question with everything that was said, whether or not a rule looks at it', () => {
      const given: Partial<RememberedRouteQuestion> = {
        method: 'PUT',
        headers: [['X-Beta', '1']],
        clientIp: '10.0.0.1',
      };
      assert.deepEqual(question(given), {
        kind: 'http',
        entryPoint: 'websecure',
        isTls: true,
        clientIp: '10.0.0.1',
        method: 'PUT',
        host: 'a.test',
        target: '/x?y=1',
        headers: [['X-Beta', '1']],
      });
      assert.deepEqual(question({ ...given, url: 'http://a.test/' }), {
        kind: 'http',
        entryPoint: 'web',
        isTls: false,
        clientIp: '10.0.0.1',
        method: 'PUT',
        host: 'a.test',
        target: '/',
        headers: [['X-Beta', '1']],
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
      const unsaid = draft({ url: 'a.test:8001' });
      assert.deepEqual([unsaid.isProtocolOpen, unsaid.protocol], [true, 'http']);
      assert.equal(draft({ url: 'a.test:8001', protocol: 'tcp' }).protocol, 'tcp');
      assert.equal(draft({ url: 'http://a.test:8000/', protocol: 'tcp' }).protocol, 'http');
    });

    it('takes a host and port for a connection where only TCP routers listen', () => {
      assert.equal(draft({ url: 'a.test:8000' }).protocol, 'tcp');
      assert.equal(draft({ url: 'a.test:8000', protocol: 'http' }).protocol, 'http');
      assert.deepEqual(assumed({ url: 'a.test:8000' }), [
        'TCP connection',
        'Entry point: inner',
        'With TLS',
        'No ALPN',
        'Client: unknown',
      ]);
    });

    it('keeps what it guessed while the same is asked, as far as that is still possible', async () => {
      const at = { ...answers, url: 'a.test:8000' };
      const before = draft(at);
      const next = await listed({
        entryPoints,
        http: { routers: [router('a', 'Host(`a.test`)', { using: ['web'] })] },
      });
      const again = draftRoute(at, { inventory: next, before });
      assert.deepEqual([again.protocol, again.entryPoint, again.isTls], ['tcp', 'inner', true]);
      const anew = draftRoute({ ...at, url: 'a.test:8001' }, { inventory: next, before });
      assert.deepEqual([anew.protocol, anew.entryPoint, anew.isProtocolOpen], ['http', 'web', false]);
      const fewer = await listed({ entryPoints: entryPoints.slice(0, 1) });
      assert.equal(draftRoute(at, { inventory: fewer, before }).entryPoint, 'web');
    });

    it('leaves TLS open where both kinds of routers are there', () => {
      const open = draft({ url: 'tcp://b.test:8000' });
      assert.deepEqual([open.isTlsOpen, open.isTls], [true, false]);
      assert.equal(draft({ url: 'tcp://b.test:8000', isTls: true }).isTls, true);
      assert.equal(draft({ url: 'tcp://A.test:8000' }).isTls, true, 'a rule with TLS names the host');
      assert.equal(draft({ url: 'tcp://a.test:8000', isTls: false }).isTls, false);
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
      assert.deepEqual(question({ url: 'tcp://b.test:8000', alpn: ['h2'] }), { ...common, isTls: false, alpn: [] });
    });
  });

  describe('from the line of an access log', () => {
    const logged = { status: 404, query: 'none' } as const;
    const notes = (more: Partial<RememberedRouteQuestion>) => routeQuestionOf(draft({ logged, ...more }))?.notes;
    before(async () => {
      inventory = await listed({
        entryPoints,
        http: {
          routers: [
            router('a', 'Host(`a.test`) && Query(`beta`, `1`)', { using: ['web'] }),
            router('b', 'Header(`x-beta`, `1`) && Header(`X-Gamma`, `1`)', { using: ['websecure'], tls: {} }),
            router('c', 'Host(`a.test`)', { using: ['inner'] }),
          ],
        },
      });
    });

    it('says what rules check and the line does not tell', () => {
      const header = (words: RegExp, more: Partial<RememberedRouteQuestion>) =>
        assert.match((notes({ url: 'https://a.test/', ...more }) ?? []).join('\n'), words);
      header(/^Rules check 2 headers that the access log line does not have: X-Beta and X-Gamma\. They are/, {});
      header(/^Rules check a header that the access log line does not have: X-Gamma\. It is/, {
        headers: [['x-beta', '1']],
      });
      header(/^$/, { logged: undefined });
      const query = { url: 'http://a.test/', entryPoint: 'web' };
      assert.match(notes(query)?.[0] ?? '', /^Rules check the query string\. The access log line has none/);
      assert.match(
        notes({ ...query, logged: { query: 'masked' } })?.[0] ?? '',
        /^Rules check the query string, which is/,
      );
      assert.deepEqual(notes({ ...query, logged: { query: 'there' } }), []);
      assert.deepEqual(notes({ url: 'http://a.test/', entryPoint: 'inner' }), []);
    });

    it('forgets the line once another URL is asked about', () => {
      const asked = { ...answers, logged };
      assert.deepEqual(withRouteUrl(asked, asked.url), asked);
      assert.equal(withRouteUrl(asked, 'https://a.test/other').logged, undefined);
      assert.equal(withRouteUrl(asked, 'http://b.test').logged, undefined);
    });
  });
});
