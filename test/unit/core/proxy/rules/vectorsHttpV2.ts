import type { HttpAsk, Vectors } from './vectors';

/** Rules of v2. Traefik 2.11's Test_addRoute is the same, but that it answers 405 where only the method is another. */
export const httpVectorsV2: readonly Vectors<HttpAsk>[] = [
  {
    source: 'TestClientIPV2Matcher in pkg/muxer/http/matcher_v2_test.go',
    refused: ['ClientIP(`1`)', 'ClientIP()', 'ClientIP(``)'],
    rules: [
      { rule: 'ClientIP(`127.0.0.1`, `192.168.1.0/24`)', takes: [{ client: '127.0.0.1' }, { client: '192.168.1.1' }] },
      { rule: 'ClientIP(`127.0.0.1`)', takes: [{ client: '127.0.0.1' }], leaves: [{ client: '192.168.1.1' }] },
      {
        rule: 'ClientIP(`192.168.1.0/24`)',
        takes: [{ client: '192.168.1.1' }, { client: '192.168.1.100' }],
        leaves: [{ client: '192.168.2.1' }],
      },
    ],
  },
  {
    source: 'TestMethodV2Matcher in pkg/muxer/http/matcher_v2_test.go',
    refused: ['Method()', 'Method(``)'],
    rules: [
      { rule: 'Method(`GET`, `POST`)', takes: [{ method: 'GET' }, { method: 'POST' }] },
      { rule: 'Method(`GET`)', takes: [{ method: 'GET' }], leaves: [{ method: 'POST' }, { method: 'get' }] },
      { rule: 'Method(`get`)', takes: [{ method: 'GET' }], leaves: [{ method: 'POST' }, { method: 'get' }] },
    ],
  },
  {
    source: 'TestHostV2Matcher in pkg/muxer/http/matcher_v2_test.go',
    refused: ['Host()', 'Host(``)', 'Host(`🦭.com`)'],
    rules: [
      {
        rule: 'Host(`example.com`, `example.org`)',
        takes: [
          'https://example.com',
          'https://example.com:8080',
          'https://example.com/path',
          'https://EXAMPLE.COM/path',
          'https://example.org',
          'https://example.org/path',
        ],
      },
      {
        rule: 'Host(`example.com`)',
        takes: [
          'https://example.com',
          'https://example.com:8080',
          'https://example.com/path',
          'https://EXAMPLE.COM/path',
          'https://example.com.',
          'https://example.com./path',
        ],
        leaves: [
          'https://example.org',
          'https://example.org/path',
          'https://example.org.',
          'https://example.org./path',
        ],
      },
      {
        rule: 'Host(`example.com.`)',
        takes: ['https://example.com', 'https://example.com/path', 'https://example.com.', 'https://example.com./path'],
        leaves: [
          'https://example.org',
          'https://example.org/path',
          'https://example.org.',
          'https://example.org./path',
        ],
      },
      {
        rule: 'Host(`EXAMPLE.COM`)',
        takes: ['https://example.com', 'https://example.com/path'],
        leaves: ['https://example.org', 'https://example.org/path'],
      },
      {
        rule: 'Host(`xn--9t9h.com`)',
        takes: ['https://xn--9t9h.com', 'https://xn--9t9h.com/path'],
        leaves: ['https://example.com', 'https://example.com/path', 'https://🦭.com'],
      },
    ],
  },
  {
    source: 'TestHostRegexpV2Matcher in pkg/muxer/http/matcher_v2_test.go',
    refused: ['HostRegexp()', 'HostRegexp(``)', 'HostRegexp(`🦭.com`)'],
    rules: [
      {
        rule: 'HostRegexp(`(example.com`)',
        leaves: [
          'https://example.com',
          'https://example.com:8080',
          'https://example.com/path',
          'https://example.org',
          'https://example.org/path',
        ],
      },
      {
        rule: 'HostRegexp(`example.com`, `example.org`)',
        takes: [
          'https://example.com',
          'https://example.com:8080',
          'https://example.com/path',
          'https://example.org',
          'https://example.org/path',
        ],
      },
      {
        rule: 'HostRegexp(`^[A-Z]+\\.com$`)',
        leaves: [
          'https://example.com',
          'https://EXAMPLE.com',
          'https://example.com/path',
          'https://example.org',
          'https://example.org/path',
        ],
      },
      {
        rule: 'HostRegexp(`{domain:[a-zA-Z-]+\\.com}`)',
        takes: ['https://example.com', 'https://example.com/path'],
        leaves: ['https://example.org', 'https://example.org/path'],
      },
    ],
  },
  {
    source: 'TestPathV2Matcher in pkg/muxer/http/matcher_v2_test.go',
    refused: ['Path()', 'Path(``)', 'Path(`css`)'],
    rules: [
      {
        rule: 'Path(`/css`, `/js`)',
        takes: ['https://example.org/css', 'https://example.com/css', 'https://example.com/js'],
        leaves: [
          'https://example.com',
          'https://example.com/html',
          'https://example.com/css/',
          'https://example.com/css/main.css',
          'https://example.com/js/main.js',
        ],
      },
      {
        rule: 'Path(`/css`)',
        takes: ['https://example.org/css', 'https://example.com/css'],
        leaves: [
          'https://example.com',
          'https://example.com/html',
          'https://example.com/css/',
          'https://example.com/css/main.css',
        ],
      },
      {
        rule: 'Path(`/css{path:(/.*)?}`)',
        takes: [
          'https://example.com/css/main.css',
          'https://example.org/css/main.css',
          'https://example.com/css/components/component.css',
        ],
        leaves: ['https://example.com', 'https://example.com/css.css', 'https://example.com/js/main.js'],
      },
    ],
  },
  {
    source: 'TestPathPrefixV2Matcher in pkg/muxer/http/matcher_v2_test.go',
    refused: ['PathPrefix()', 'PathPrefix(``)', 'PathPrefix(`css`)'],
    rules: [
      {
        rule: 'PathPrefix(`/css`, `/js`)',
        takes: [
          'https://example.org/css',
          'https://example.com/css',
          'https://example.com/css/',
          'https://example.com/css/main.css',
          'https://example.com/js/',
          'https://example.com/js/main.js',
        ],
        leaves: ['https://example.com', 'https://example.com/html'],
      },
      {
        rule: 'PathPrefix("/css")',
        takes: [
          'https://example.org/css',
          'https://example.com/css',
          'https://example.com/css/',
          'https://example.com/css/main.css',
        ],
        leaves: ['https://example.com', 'https://example.com/html'],
      },
      {
        rule: 'PathPrefix(`/css-{name:[0-9]?}`)',
        takes: [
          'https://example.com/css-1/main.css',
          'https://example.org/css-222/main.css',
          'https://example.com/css-333333/components/component.css',
        ],
        leaves: ['https://example.com', 'https://example.com/css.css', 'https://example.com/js/main.js'],
      },
    ],
  },
  {
    source: 'TestHeadersMatcher in pkg/muxer/http/matcher_v2_test.go',
    refused: [
      'Headers()',
      'Headers(`X-Forwarded-Host`)',
      'Headers(`X-Forwarded-Host`, ``)',
      'Headers(``, `example.com`)',
      'Headers(`X-Forwarded-Host`, `example.com`, `example.org`)',
    ],
    rules: [
      {
        rule: 'Headers(`X-Forwarded-Proto`, `https`)',
        takes: [
          { headers: [['X-Forwarded-Proto', 'https']] },
          {
            headers: [
              ['X-Forwarded-Proto', 'http'],
              ['X-Forwarded-Proto', 'https'],
            ],
          },
          {
            headers: [
              ['X-Forwarded-Proto', 'https'],
              ['X-Forwarded-Proto', 'http'],
            ],
          },
        ],
        leaves: [{ headers: [['X-Forwarded-Host', 'example.com']] }],
      },
      {
        rule: 'Headers(`x-forwarded-proto`, `https`)',
        takes: [
          { headers: [['X-Forwarded-Proto', 'https']] },
          {
            headers: [
              ['X-Forwarded-Proto', 'http'],
              ['X-Forwarded-Proto', 'https'],
            ],
          },
          {
            headers: [
              ['X-Forwarded-Proto', 'https'],
              ['X-Forwarded-Proto', 'http'],
            ],
          },
        ],
        leaves: [{ headers: [['X-Forwarded-Host', 'example.com']] }],
      },
    ],
  },
  {
    source: 'TestHeaderRegexpV2Matcher in pkg/muxer/http/matcher_v2_test.go',
    refused: [
      'HeaderRegexp()',
      'HeadersRegexp(`X-Forwarded-Host`)',
      'HeadersRegexp(`X-Forwarded-Host`, ``)',
      'HeadersRegexp(``, `example.com`)',
      'HeadersRegexp(`X-Forwarded-Host`, `example.com`, `example.org`)',
    ],
    badPatterns: ['HeadersRegexp(`X-Forwarded-Host`,`(example.com`)'],
    rules: [
      {
        rule: 'HeadersRegexp(`X-Forwarded-Proto`, `^https?$`)',
        takes: [
          { headers: [['X-Forwarded-Proto', 'http']] },
          { headers: [['X-Forwarded-Proto', 'https']] },
          {
            headers: [
              ['X-Forwarded-Proto', 'ws'],
              ['X-Forwarded-Proto', 'https'],
            ],
          },
        ],
        leaves: [{ headers: [['X-Forwarded-Proto', 'HTTPS']] }, { headers: [['X-Forwarded-Host', 'example.com']] }],
      },
      {
        rule: 'HeadersRegexp(`x-forwarded-proto`, `^https?$`)',
        takes: [
          { headers: [['X-Forwarded-Proto', 'http']] },
          { headers: [['X-Forwarded-Proto', 'https']] },
          {
            headers: [
              ['X-Forwarded-Proto', 'ws'],
              ['X-Forwarded-Proto', 'https'],
            ],
          },
        ],
        leaves: [{ headers: [['X-Forwarded-Proto', 'HTTPS']] }, { headers: [['X-Forwarded-Host', 'example.com']] }],
      },
      {
        rule: 'HeadersRegexp(`X-Forwarded-Proto`, `http{secure:s?}`)',
        takes: [
          { headers: [['X-Forwarded-Proto', 'http{secure:}']] },
          { headers: [['X-Forwarded-Proto', 'http{secure:s}']] },
          {
            headers: [
              ['X-Forwarded-Proto', 'ws'],
              ['X-Forwarded-Proto', 'http{secure:s}'],
            ],
          },
        ],
        leaves: [
          { headers: [['X-Forwarded-Proto', 'http']] },
          { headers: [['X-Forwarded-Proto', 'https']] },
          { headers: [['X-Forwarded-Proto', 'HTTP{secure:}']] },
          { headers: [['X-Forwarded-Proto', 'http{secure:S}']] },
          { headers: [['X-Forwarded-Proto', 'HTTPS']] },
          { headers: [['X-Forwarded-Host', 'example.com']] },
        ],
      },
    ],
  },
  {
    source: 'TestHostRegexp in pkg/muxer/http/matcher_v2_test.go',
    rules: [
      {
        rule: 'HostRegexp(`{subdomain:(foo\\.)?bar\\.com}`)',
        takes: ['http://foo.bar.com', 'http://bar.com'],
        leaves: ['http://fooubar.com', 'http://barucom', 'http://barcom'],
      },
      {
        rule: 'HostRegexp(`{subdomain:(?:foo\\.)?bar\\.com}`)',
        takes: ['http://foo.bar.com', 'http://bar.com'],
        leaves: ['http://fooubar.com', 'http://barucom', 'http://barcom'],
      },
      {
        rule: 'HostRegexp(`{dummy:[A-Za-z-]+\\.bar\\.com}`)',
        takes: ['http://FOO.bar.com', 'http://foo.bar.com'],
        leaves: ['http://fooubar.com', 'http://barucom', 'http://barcom'],
      },
      {
        rule: 'HostRegexp(`{dummy:[a-z-]+\\.bar\\.com}`)',
        takes: ['http://FOO.bar.com', 'http://foo.bar.com'],
        leaves: ['http://fooubar.com', 'http://barucom', 'http://barcom'],
      },
      {
        rule: 'HostRegexp(`foo.bar.com`)',
        takes: ['http://FOO.bar.com', 'http://foo.bar.com'],
        leaves: ['http://fooubar.com', 'http://barucom', 'http://barcom'],
      },
    ],
  },
  {
    source: 'Test_addRoute in pkg/muxer/http/matcher_v2_test.go',
    refused: [
      '',
      'rulewithnotmatcher',
      'Host(``)',
      'PathPrefix(``)',
      'Host(`locàlhost`)',
      'HostRegexp(`locàlhost`)',
      'Host(tchouk)',
      'Path("titi")',
      'PathPrefix("titi")',
      'HostRegexp("{test")',
      'Headers("titi")',
      'HeadersRegexp("titi")',
      'Query("titi")',
      'Query("titi={test")',
      'Host("tchouk") && Path()',
      'Host("tchouk") && Path("")',
      'Host("tchouk") && Path("", "/titi")',
      'ClientIP(``)',
      'ClientIP(`invalid`)',
    ],
    rules: [
      { rule: 'PathPrefix(`/foo`)', takes: ['http://localhost/foo'] },
      { rule: 'PathPrefix(`/bar`)', leaves: ['http://localhost/foo'] },
      { rule: 'Host(`localhost`)', takes: ['http://localhost/foo', 'http://localhost./foo'] },
      { rule: 'Host(`127.0.0.1`)', takes: ['http://127.0.0.1/foo'] },
      { rule: 'Host(`10::10`)', takes: ['http://[10::10]/foo'] },
      { rule: 'HostHeader(`localhost`)', takes: ['http://localhost/foo'], leaves: ['http://bar/foo'] },
      { rule: 'Host(`localhost.`)', takes: ['http://localhost/foo', 'http://localhost./foo'] },
      { rule: 'Host(`nope`)', leaves: ['http://localhost/foo'] },
      { rule: 'Host(`localhost`) && PathPrefix(`/foo`)', takes: ['http://localhost/foo'] },
      { rule: 'Host(`localhost`) && PathPrefix(`/bar`)', leaves: ['http://localhost/foo'] },
      { rule: 'Host(`nope`) && PathPrefix(`/foo`)', leaves: ['http://localhost/foo'] },
      { rule: 'Host(`nope`,`localhost`) && PathPrefix(`/foo`)', takes: ['http://localhost/foo', 'http://nope/foo'] },
      { rule: 'Host(`nope,localhost`) && PathPrefix(`/bar`)', leaves: ['http://localhost/foo'] },
      {
        rule: 'HostRegexp(`{subdomain:(foo\\.)?bar\\.com}`)',
        takes: ['http://foo.bar.com', 'http://bar.com'],
        leaves: ['http://fooubar.com', 'http://barucom', 'http://barcom'],
      },
      {
        rule: 'HostRegexp(`{subdomain:(?:foo\\.)?bar\\.com}`)',
        takes: ['http://foo.bar.com', 'http://bar.com'],
        leaves: ['http://fooubar.com', 'http://barucom', 'http://barcom'],
      },
      { rule: 'Method(`GET`)', takes: ['http://localhost/foo'] },
      { rule: 'Method(`GET`,`POST`)', takes: ['http://localhost/foo'] },
      { rule: 'Method(`POST`)', leaves: ['http://localhost/foo'] },
      {
        rule: 'Headers(`Content-Type`,`application/json`)',
        takes: [{ url: 'http://localhost/foo', headers: [['Content-Type', 'application/json']] }],
      },
      {
        rule: 'Headers(`Content-Type`,`application/foo`)',
        leaves: [{ url: 'http://localhost/foo', headers: [['Content-Type', 'application/json']] }],
      },
      {
        rule: 'HeadersRegexp(`Content-Type`, `application/(text|json)`)',
        takes: [
          { url: 'http://localhost/foo', headers: [['Content-Type', 'application/json']] },
          { url: 'http://localhost/foo', headers: [['Content-Type', 'application/text']] },
        ],
        leaves: [{ url: 'http://localhost/foo', headers: [['Content-Type', 'application/foo']] }],
      },
      {
        rule: 'Query(`foo=bar`, `bar=baz`)',
        takes: ['http://localhost/foo?foo=bar&bar=baz'],
        leaves: ['http://localhost/foo?bar=baz'],
      },
      { rule: 'Query(`foo=b=ar`)', takes: ['http://localhost/foo?foo=b=ar'], leaves: ['http://localhost/foo?foo=bar'] },
      { rule: 'Path("/a")', takes: ['http://plop/a'] },
      { rule: 'Host("plop")', takes: ['http://plop'] },
      { rule: 'Path("/a") && Host("plop")', takes: ['http://plop/a'], leaves: ['http://plopi/a'] },
      {
        rule: 'Host("tchouk") || Host("pouet")',
        takes: ['http://tchouk/toto', 'http://pouet/a'],
        leaves: ['http://plopi/a'],
      },
      {
        rule: 'Host("tchouk") || (Host("pouet") && Path("/powpow"))',
        takes: ['http://tchouk/toto', 'http://tchouk/powpow', 'http://pouet/powpow'],
        leaves: ['http://pouet/toto', 'http://plopi/a'],
      },
      {
        rule: 'Host("tchouk") || Host("pouet") && Path("/powpow")',
        takes: ['http://tchouk/toto', 'http://tchouk/powpow', 'http://pouet/powpow'],
        leaves: ['http://pouet/toto', 'http://plopi/a'],
      },
      {
        rule: '(Host("tchouk") || Host("pouet")) && Path("/powpow")',
        takes: ['http://tchouk/powpow', 'http://pouet/powpow'],
        leaves: ['http://tchouk/toto', 'http://pouet/toto', 'http://plopi/a'],
      },
      {
        rule: '(Host("tchouk","pouet")) && Path("/powpow")',
        takes: ['http://tchouk/powpow', 'http://pouet/powpow'],
        leaves: ['http://tchouk/toto', 'http://pouet/toto', 'http://plopi/a'],
      },
      {
        rule: 'Host("tchouk","pouet") && Path("/powpow", "/titi")',
        takes: ['http://tchouk/powpow', 'http://pouet/powpow', 'http://tchouk/titi', 'http://pouet/titi'],
        leaves: ['http://tchouk/toto', 'http://pouet/toto', 'http://plopi/a'],
      },
      {
        rule: '(Host("tchouk") && Path("/titi")) || ((Host("pouet")) && Path("/powpow"))',
        takes: ['http://tchouk/titi', 'http://pouet/powpow'],
        leaves: ['http://tchouk/powpow', 'http://pouet/toto', 'http://plopi/a'],
      },
      {
        rule: '(HOST("tchouk") && PATHPREFIX("/titi"))',
        takes: ['http://tchouk/titi'],
        leaves: ['http://tchouk/powpow'],
      },
      {
        rule: '(host("tchouk") && pathprefix("/titi"))',
        takes: ['http://tchouk/titi'],
        leaves: ['http://tchouk/powpow'],
      },
      {
        rule: '(Host("tchouk") && PathPrefix("/titi"))',
        takes: ['http://tchouk/titi'],
        leaves: ['http://tchouk/powpow'],
      },
      {
        rule: '(Host("tchouk") && Pathprefix("/titi"))',
        takes: ['http://tchouk/titi'],
        leaves: ['http://tchouk/powpow'],
      },
      { rule: '!Host("tchouk")', takes: ['http://test/powpow'], leaves: ['http://tchouk/titi'] },
      { rule: '!Path("/titi")', takes: ['http://tchouk/powpow'], leaves: ['http://tchouk/titi'] },
      {
        rule: '!(Host("tchouk") || Host("toto"))',
        takes: ['http://test/powpow'],
        leaves: ['http://tchouk/titi', 'http://toto/powpow'],
      },
      {
        rule: '!(Host("tchouk") && Path("/titi"))',
        takes: ['http://tchouk/toto', 'http://test/titi'],
        leaves: ['http://tchouk/titi'],
      },
      {
        rule: '!(Host("tchouk") && !Path("/titi"))',
        takes: ['http://tchouk/titi', 'http://toto/titi'],
        leaves: ['http://tchouk/toto'],
      },
      {
        rule: '!Host("tchouk") || !Path("/titi")',
        takes: ['http://tchouk/toto', 'http://test/titi'],
        leaves: ['http://tchouk/titi'],
      },
      {
        rule: '!(!(Host("tchouk") && Pathprefix("/titi")))',
        takes: ['http://tchouk/titi'],
        leaves: ['http://tchouk/powpow', 'http://test/titi'],
      },
      {
        rule: '!Host("tchouk") && Pathprefix("/titi")',
        takes: ['http://toto/titi'],
        leaves: ['http://tchouk/titi', 'http://tchouk/powpow', 'http://toto/powpow'],
      },
      {
        rule: '!(Host("tchouk","pouet") && Path("/powpow", "/titi"))',
        takes: ['http://tchouk/toto', 'http://pouet/toto', 'http://plopi/a'],
        leaves: ['http://tchouk/powpow', 'http://pouet/powpow', 'http://tchouk/titi', 'http://pouet/titi'],
      },
      { rule: 'ClientIP(`10.10.1.1`)', leaves: [{ url: 'http://tchouk/toto', client: '10.0.0.0' }] },
      {
        rule: 'ClientIP(`10::10`)',
        takes: [{ url: 'http://tchouk/toto', client: '10::10' }],
        leaves: [{ url: 'http://tchouk/toto', client: '::1' }],
      },
      { rule: 'ClientIP(`10.0.0.0`)', takes: [{ url: 'http://tchouk/toto', client: '10.0.0.0' }] },
      { rule: 'ClientIP(`10.0.0.1`, `10.0.0.0`)', takes: [{ url: 'http://tchouk/toto', client: '10.0.0.0' }] },
      { rule: 'ClientIP(`11.0.0.0/24`)', leaves: [{ url: 'http://tchouk/toto', client: '10.0.0.0' }] },
      { rule: 'ClientIP(`11::/16`)', leaves: [{ url: 'http://tchouk/toto', client: '10::' }] },
      { rule: 'ClientIP(`10.0.0.0/16`)', takes: [{ url: 'http://tchouk/toto', client: '10.0.0.0' }] },
      { rule: 'ClientIP(`10::/16`)', takes: [{ url: 'http://tchouk/toto', client: '10::10' }] },
      { rule: 'ClientIP(`11.0.0.0/16`, `10.0.0.0/16`)', takes: [{ url: 'http://tchouk/toto', client: '10.0.0.0' }] },
      { rule: 'ClientIP(`11.0.0.0/16`, `10.0.0.0`)', takes: [{ url: 'http://tchouk/toto', client: '10.0.0.0' }] },
      { rule: 'ClientIP(`11.0.0.0`, `10.0.0.0/16`)', takes: [{ url: 'http://tchouk/toto', client: '10.0.0.0' }] },
    ],
  },
  {
    source: 'TestAbsoluteFormURL in v2.11 pkg/muxer/http/mux_test.go',
    rules: [
      {
        rule: '!HostRegexp(`test.localhost`)',
        leaves: [
          { target: 'http://@/', host: 'test.localhost' },
          { target: 'http://test.localhost/', host: 'toto.localhost' },
        ],
      },
      {
        rule: '!Host(`test.localhost`)',
        leaves: [
          { target: 'http://@/', host: 'test.localhost' },
          { target: 'http://test.localhost/', host: 'toto.localhost' },
        ],
      },
      { rule: '!HostRegexp(`toto.localhost`)', takes: [{ target: 'http://test.localhost/', host: 'toto.localhost' }] },
      { rule: '!Host(`toto.localhost`)', takes: [{ target: 'http://test.localhost/', host: 'toto.localhost' }] },
    ],
  },
];
