import assert from 'node:assert/strict';
import {
  keepRouteDocument,
  noteRouteQuestion,
  parseRouteQuestion,
  type RememberedRouteQuestion,
  readRouteDocuments,
  readRouteQuestions,
  routeHeadersMissing,
} from '../../../../../src/core/proxy/routing/rememberedQuestions';

const ask: RememberedRouteQuestion = {
  endpointId: 'one',
  url: 'https://a.test/x',
  entryPoint: 'web',
  headers: [['X-Beta', '1']],
  alpn: [],
};

describe('rememberedQuestions: what was asked before', () => {
  it('is read back as it was noted, the latest first and one of each URL at an endpoint', () => {
    const [other, again, elsewhere] = [
      { ...ask, endpointId: 'two' },
      { ...ask, method: 'PUT' },
      { ...ask, url: 'https://b.test/' },
    ];
    const noted = [ask, other, again, elsewhere].reduce(noteRouteQuestion, []);
    assert.deepEqual(readRouteQuestions(JSON.parse(JSON.stringify(noted))), [elsewhere, again, other]);
  });

  it('may be what a command is called with, and nothing else', () => {
    const logged = { at: 1_790_000_000_000, status: 404, query: 'none' } as const;
    assert.deepEqual(parseRouteQuestion({ ask: { ...ask, logged } }), { ...ask, logged });
    for (const argument of [undefined, 'x', ask, { ask: { ...ask, url: 7 } }, { ask: { ...ask, logged: {} } }]) {
      assert.equal(parseRouteQuestion(argument), undefined);
    }
  });

  it('holds no secrets', () => {
    const headers: RememberedRouteQuestion['headers'] = [
      ['Authorization', 'anything'],
      ['X-Api-Key', 'anything'],
      ['X-Forwarded', 'Bearer abcdefgh12345678'],
      ['X-Beta', '1'],
    ];
    for (const [url, kept] of [
      ['https://me:s3cr3t@a.test/x', 'https://a.test/x'],
      ['me:s3cr3t@a.test/x', 'a.test/x'],
      ['https://a.test/x?token=s3cr3t-value&b=c', 'https://a.test/x'],
      ['https://a.test/x?a=b', 'https://a.test/x?a=b'],
    ] as const) {
      const [noted] = noteRouteQuestion([], { ...ask, url, headers });
      assert.equal(noted?.url, kept);
      assert.deepEqual(noted?.headers, [['X-Beta', '1']]);
    }
  });

  for (const [url, kept] of [
    ['https://shop.test/a;jsessionid=MARK', 'https://shop.test/a'],
    ['https://shop.test/a;JSESSIONID=MARK/b?c=d', 'https://shop.test/a'],
    ['https://shop.test/a;v=1/b', 'https://shop.test/a;v=1/b'],
    ['https://shop.test/reset/MARK0123456789abcdef0123456789abcdef', 'https://shop.test/reset/'],
    ['https://shop.test/reset/4711/now', 'https://shop.test/reset/'],
    ['https://shop.test/auth/login', 'https://shop.test/auth/login'],
    ['https://shop.test/v1/sk-live-MARK/x', 'https://shop.test/v1/'],
    ['shop.test/invite/%4dARK0123456789x', 'shop.test/invite/'],
    ['https://shop.test/products/12345?page=2', 'https://shop.test/products/12345?page=2'],
    ['https://shop.test/cb?code=MARK&state=MARK', 'https://shop.test/cb'],
    ['https://shop.test/cb?c%6Fde=MARK', 'https://shop.test/cb'],
    ['https://shop.test/?sig=MARK', 'https://shop.test/'],
    ['https://shop.test/?X-Amz-Signature=MARK&X-Amz-Credential=MARK', 'https://shop.test/'],
    ['https://shop.test/?q=MARK0123456789', 'https://shop.test/'],
    ['https://shop.test/?key=MARK', 'https://shop.test/'],
    ['https://shop.test/?pass=MARK', 'https://shop.test/'],
    ['https://shop.test/?PHPSESSID=MARK', 'https://shop.test/'],
    ['https://shop.test/?ticket=MARK', 'https://shop.test/'],
    ['https://shop.test/#id_token=MARK', 'https://shop.test/'],
  ] as const) {
    it(`holds no more of ${url} than ${kept}`, () => {
      assert.equal(noteRouteQuestion([], { ...ask, url })[0]?.url, kept);
    });
  }

  it('holds no header with a credential, however short', () => {
    const headers: RememberedRouteQuestion['headers'] = [
      ['X-Custom', 'Bearer MARKB'],
      ['X-Custom', 'token x'],
      ['X-Uri', '/cb?code=MARK'],
      ['X-Pairs', 'a=b; session=MARK'],
      ['X-Id', 'sk-live-MARK0'],
      ['X-Session', 'MARK'],
      ['X-Forwarded-Proto', 'https'],
      ['Accept', 'text/html, application/xhtml+xml;q=0.9'],
    ];
    assert.deepEqual(noteRouteQuestion([], { ...ask, headers })[0]?.headers, headers.slice(-2));
  });

  describe('of open documents', () => {
    const secret: RememberedRouteQuestion = {
      ...ask,
      url: 'https://a.test/cb?code=MARK',
      headers: [
        ['Authorization', 'MARK'],
        ['X-Beta', '1'],
        ['Cookie', 'a=MARK'],
      ],
    };
    const document = { id: 'd1', ask: secret, leftOut: [], isUrlCut: false };

    it('is kept without secrets, with what was left out', () => {
      const kept = keepRouteDocument([], document);
      assert.deepEqual(readRouteDocuments(JSON.parse(JSON.stringify(kept))), [
        {
          id: 'd1',
          ask: { ...ask, url: 'https://a.test/cb' },
          leftOut: ['Authorization', 'Cookie'],
          isUrlCut: true,
        },
      ]);
      assert.ok(!JSON.stringify(kept).includes('MARK'));
    });

    it('is noted again as left out until it is entered again', () => {
      const [first] = keepRouteDocument([], document);
      assert.ok(first && 'ask' in first);
      const entered: RememberedRouteQuestion = { ...first.ask, method: 'PUT', headers: [['cookie', 'b=MARK']] };
      const [second] = keepRouteDocument([first], { ...first, ask: entered });
      assert.ok(second && 'ask' in second);
      assert.deepEqual(second.leftOut, ['Authorization', 'cookie']);
      assert.deepEqual(routeHeadersMissing(['Authorization', 'Cookie'], entered), ['Authorization']);
    });

    it('is that of the twenty latest, each once', () => {
      const all = Array.from({ length: 30 }, (_, at) => ({ ...document, id: `d${at}` }));
      const kept = [...all, { ...document, id: 'd25' }].reduce(keepRouteDocument, []);
      assert.deepEqual(
        kept.slice(0, 3).map(({ id }) => id),
        ['d25', 'd29', 'd28'],
      );
      assert.equal(kept.length, 20);
    });

    it('is kept without secrets about a list of URLs, too', () => {
      const list = { endpointId: 'one', urls: ['https://a.test/cb?code=MARK', 'https://b.test/'] };
      const kept = keepRouteDocument(keepRouteDocument([], document), { id: 'd2', list, isUrlCut: false });
      assert.deepEqual(readRouteDocuments(JSON.parse(JSON.stringify(kept))), [
        { id: 'd2', list: { ...list, urls: ['https://a.test/cb', 'https://b.test/'] }, isUrlCut: true },
        kept[1],
      ]);
    });

    it('is nothing where it is not what we keep', () => {
      for (const kept of [undefined, {}, [{ id: 1 }], [{ ...document, leftOut: 'x' }]]) {
        assert.deepEqual(readRouteDocuments(kept), []);
      }
    });
  });

  it('is nothing where what was kept is not what we keep', () => {
    for (const kept of [undefined, 'x', [{ endpointId: 'one' }], [{ ...ask, headers: [['one']] }]]) {
      assert.deepEqual(readRouteQuestions(kept), []);
    }
  });
});
