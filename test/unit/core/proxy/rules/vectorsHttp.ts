import type { HttpAsk, Vectors } from './vectors';

/** Rules of v3. */
export const httpVectors: readonly Vectors<HttpAsk>[] = [
  {
    source: 'TestClientIPMatcher in pkg/muxer/http/matcher_test.go',
    refused: ['ClientIP(`1`)', 'ClientIP()', 'ClientIP(``)', 'ClientIP(`127.0.0.1`, `192.168.1.0/24`)'],
    rules: [
      { rule: 'ClientIP(`127.0.0.1`)', takes: [{ client: '127.0.0.1' }], leaves: [{ client: '192.168.1.1' }] },
      {
        rule: 'ClientIP(`192.168.1.0/24`)',
        takes: [{ client: '192.168.1.1' }, { client: '192.168.1.100' }],
        leaves: [{ client: '192.168.2.1' }],
      },
    ],
  },
  {
    source: 'TestMethodMatcher in pkg/muxer/http/matcher_test.go',
    refused: ['Method()', 'Method(``)', 'Method(`GET`, `POST`)'],
    rules: [
      { rule: 'Method(`GET`)', takes: [{ method: 'GET' }], leaves: [{ method: 'POST' }, { method: 'get' }] },
      { rule: 'Method(`get`)', takes: [{ method: 'GET' }], leaves: [{ method: 'POST' }, { method: 'get' }] },
    ],
  },
  {
    source: 'TestHostMatcher in pkg/muxer/http/matcher_test.go',
    refused: ['Host()', 'Host(``)', 'Host(`🦭.com`)', 'Host(`example.com`, `example.org`)'],
    rules: [
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
      {
        rule: 'Host(`*.example.com`)',
        takes: ['https://test.example.com', 'https://other.example.com'],
        leaves: ['https://example.com', 'https://test.otherexample.com'],
      },
      {
        rule: 'Host(`*`)',
        takes: [
          'https://test.example.com',
          'https://other.example.com',
          'https://example.com',
          'https://test.otherexample.com',
          'https://localhost',
        ],
      },
    ],
  },
  {
    source: 'TestHostRegexpMatcher in pkg/muxer/http/matcher_test.go',
    refused: ['HostRegexp()', 'HostRegexp(``)', 'HostRegexp(`🦭.com`)', 'HostRegexp(`example.com`, `example.org`)'],
    badPatterns: ['HostRegexp(`(example.com`)'],
    rules: [
      {
        rule: 'HostRegexp(`^[a-zA-Z-]+\\.com$`)',
        takes: ['https://example.com', 'https://example.com:8080', 'https://example.com/path'],
        leaves: ['https://example.org', 'https://example.org/path'],
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
        leaves: ['https://example.com', 'https://example.com/path', 'https://example.org', 'https://example.org/path'],
      },
    ],
  },
  {
    source: 'TestPathMatcher in pkg/muxer/http/matcher_test.go',
    refused: ['Path()', 'Path(``)', 'Path(`css`)', 'Path(`/css`, `/js`)'],
    rules: [
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
    ],
  },
  {
    source: 'TestPathRegexpMatcher in pkg/muxer/http/matcher_test.go',
    refused: ['PathRegexp()', 'PathRegexp(``)', 'PathRegexp(`/css`, `/js`)'],
    badPatterns: ['PathRegexp(`/(css`)'],
    rules: [
      {
        rule: 'PathRegexp(`^/(css|js)`)',
        takes: [
          'https://example.org/css',
          'https://example.com/css',
          'https://example.com/css/',
          'https://example.com/css/main.css',
          'https://example.com/js',
          'https://example.com/js/',
          'https://example.com/js/main.js',
        ],
        leaves: ['https://example.com', 'https://example.com/html', 'https://example.com/CSS'],
      },
      {
        rule: 'PathRegexp("/{path:(css|js)}")',
        takes: [
          'https://example.com/{path:css}',
          'https://example.com/{path:css}/',
          'https://example.com/%7Bpath:css%7D',
          'https://example.com/%7Bpath:css%7D/',
          'https://example.com/{path:js}',
          'https://example.com/{path:js}/',
          'https://example.com/%7Bpath:js%7D',
          'https://example.com/%7Bpath:js%7D/',
        ],
        leaves: ['https://example.com', 'https://example.com/html', 'https://example.org/css'],
      },
    ],
  },
  {
    source: 'TestPathPrefixMatcher in pkg/muxer/http/matcher_test.go',
    refused: ['PathPrefix()', 'PathPrefix(``)', 'PathPrefix(`css`)', 'PathPrefix(`/css`, `/js`)'],
    rules: [
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
    ],
  },
  {
    source: 'TestHeaderMatcher in pkg/muxer/http/matcher_test.go',
    refused: [
      'Header()',
      'Header(`X-Forwarded-Host`)',
      'Header(`X-Forwarded-Host`, ``)',
      'Header(``, `example.com`)',
      'Header(`X-Forwarded-Host`, `example.com`, `example.org`)',
    ],
    rules: [
      {
        rule: 'Header(`X-Forwarded-Proto`, `https`)',
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
        rule: 'Header(`x-forwarded-proto`, `https`)',
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
    source: 'TestHeaderRegexpMatcher in pkg/muxer/http/matcher_test.go',
    refused: [
      'HeaderRegexp()',
      'HeaderRegexp(`X-Forwarded-Host`)',
      'HeaderRegexp(`X-Forwarded-Host`, ``)',
      'HeaderRegexp(``, `example.com`)',
      'HeaderRegexp(`X-Forwarded-Host`, `example.com`, `example.org`)',
    ],
    badPatterns: ['HeaderRegexp(`X-Forwarded-Host`,`(example.com`)'],
    rules: [
      {
        rule: 'HeaderRegexp(`X-Forwarded-Proto`, `^https?$`)',
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
        rule: 'HeaderRegexp(`x-forwarded-proto`, `^https?$`)',
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
        rule: 'HeaderRegexp(`X-Forwarded-Proto`, `http{secure:s?}`)',
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
    source: 'TestQueryMatcher in pkg/muxer/http/matcher_test.go',
    refused: ['Query()', 'Query(``)', 'Query(``, `traefik`)', 'Query(`q`, ``)', 'Query(`q`, `traefik`, `proxy`)'],
    rules: [
      {
        rule: 'Query(`q`, `traefik`)',
        takes: [
          'https://example.com?q=traefik',
          'https://example.com?rel=ddg&q=traefik',
          'https://example.com?q=traefik&q=proxy',
          'https://example.com?q=awesome&q=traefik',
        ],
        leaves: [
          'https://example.com',
          'https://example.com?q=nginx',
          'https://example.com?rel=ddg',
          'https://example.com?q=TRAEFIK',
          'https://example.com?Q=traefik',
          'https://example.com?rel=traefik',
        ],
      },
      {
        rule: 'Query(`mobile`)',
        takes: ['https://example.com?mobile'],
        leaves: ['https://example.com', 'https://example.com?mobile=true'],
      },
    ],
  },
  {
    source: 'TestQueryRegexpMatcher in pkg/muxer/http/matcher_test.go',
    refused: ['QueryRegexp()', 'QueryRegexp(``)', 'QueryRegexp(`q`, `traefik`, `proxy`)'],
    badPatterns: ['QueryRegexp(`q`, `(traefik`)'],
    rules: [
      {
        rule: 'QueryRegexp(`q`, `^(traefik|nginx)$`)',
        takes: [
          'https://example.com?q=traefik',
          'https://example.com?rel=ddg&q=traefik',
          'https://example.com?q=traefik&q=proxy',
          'https://example.com?q=awesome&q=traefik',
          'https://example.com?q=nginx',
          'https://example.com?rel=ddg&q=nginx',
          'https://example.com?q=nginx&q=proxy',
          'https://example.com?q=awesome&q=nginx',
        ],
        leaves: [
          'https://example.com',
          'https://example.com?q=TRAEFIK',
          'https://example.com?Q=traefik',
          'https://example.com?rel=traefik',
          'https://example.com?q=NGINX',
          'https://example.com?Q=nginx',
          'https://example.com?rel=nginx',
          'https://example.com?q=haproxy',
          'https://example.com?rel=ddg',
        ],
      },
      {
        rule: 'QueryRegexp(`q`, `^.*$`)',
        takes: [
          'https://example.com?q=traefik',
          'https://example.com?rel=ddg&q=traefik',
          'https://example.com?q=traefik&q=proxy',
          'https://example.com?q=awesome&q=traefik',
          'https://example.com?q=TRAEFIK',
          'https://example.com?q=nginx',
          'https://example.com?rel=ddg&q=nginx',
          'https://example.com?q=nginx&q=proxy',
          'https://example.com?q=awesome&q=nginx',
          'https://example.com?q=NGINX',
          'https://example.com?q=haproxy',
        ],
        leaves: [
          'https://example.com',
          'https://example.com?Q=traefik',
          'https://example.com?rel=traefik',
          'https://example.com?Q=nginx',
          'https://example.com?rel=nginx',
          'https://example.com?rel=ddg',
        ],
      },
      {
        rule: 'QueryRegexp(`q`, `{value:(traefik|nginx)}`)',
        takes: ['https://example.com?q={value:traefik}'],
        leaves: ['https://example.com?q=traefik'],
      },
    ],
  },
  {
    source: 'TestMuxer in pkg/muxer/http/mux_test.go',
    refused: ['', 'rulewithnotmatcher', 'Host(example.com)'],
    rules: [
      { rule: 'Host(`127.0.0.1`)', takes: ['http://127.0.0.1/foo'] },
      { rule: 'Host(`10::10`)', takes: ['http://[10::10]/foo'] },
      {
        rule: 'Host(`localhost`) && PathPrefix(`/css`)',
        takes: ['https://localhost/css'],
        leaves: ['https://localhost/js'],
      },
      {
        rule: 'Host(`example.com`) || Host(`example.org`)',
        takes: ['https://example.com/css', 'https://example.org/js'],
        leaves: ['https://example.eu/html'],
      },
      {
        rule: 'Host("example.com") || (Host("example.org") && Path("/css"))',
        takes: ['https://example.com/css', 'https://example.com/js', 'https://example.org/css'],
        leaves: ['https://example.org/js', 'https://example.eu/css'],
      },
      {
        rule: 'Host("example.com") || Host("example.org") && Path("/css")',
        takes: ['https://example.com/css', 'https://example.com/js', 'https://example.org/css'],
        leaves: ['https://example.org/js', 'https://example.eu/css'],
      },
      {
        rule: '(Host("example.com") || Host("example.org")) && Path("/css")',
        takes: ['https://example.com/css', 'https://example.org/css'],
        leaves: ['https://example.com/js', 'https://example.org/js', 'https://example.eu/css'],
      },
      {
        rule: '(Host("example.com") && Path("/js")) || ((Host("example.org")) && Path("/css"))',
        takes: ['https://example.com/js', 'https://example.org/css'],
        leaves: ['https://example.com/css', 'https://example.org/js', 'https://example.eu/css'],
      },
      { rule: 'PATHPREFIX("/css")', takes: ['https://example.com/css'], leaves: ['https://example.com/js'] },
      { rule: 'pathprefix("/css")', takes: ['https://example.com/css'], leaves: ['https://example.com/js'] },
      { rule: 'PathPrefix("/css")', takes: ['https://example.com/css'], leaves: ['https://example.com/js'] },
      { rule: 'Pathprefix("/css")', takes: ['https://example.com/css'], leaves: ['https://example.com/js'] },
      { rule: '!Host("example.com")', takes: ['https://example.org'], leaves: ['https://example.com'] },
      {
        rule: '!(Host("example.com") || Host("example.org"))',
        takes: ['https://example.eu/js'],
        leaves: ['https://example.com/css', 'https://example.org/js'],
      },
      {
        rule: '!(Host("example.com") && Path("/css"))',
        takes: ['https://example.com/js', 'https://example.eu/css'],
        leaves: ['https://example.com/css'],
      },
      {
        rule: '!(Host("example.com") && !Path("/css"))',
        takes: ['https://example.com/css', 'https://example.org/css'],
        leaves: ['https://example.com/js'],
      },
      {
        rule: '!Host("example.com") || !Path("/css")',
        takes: ['https://example.com/js', 'https://example.org/css'],
        leaves: ['https://example.com/css'],
      },
      {
        rule: '!(!(Host("example.com") && Pathprefix("/css")))',
        takes: ['https://example.com/css'],
        leaves: ['https://example.com/js', 'https://example.org/css'],
      },
      {
        rule: '!Host("example.com") && Pathprefix("/css")',
        takes: ['https://example.org/css'],
        leaves: ['https://example.org/js', 'https://example.com/css', 'https://example.com/js'],
      },
      {
        rule: '!(Host("example.com") && Path("/js"))',
        takes: [
          'https://example.com/html',
          'https://example.org/js',
          'https://example.com/css',
          'https://example.org/css',
          'https://example.org/html',
          'https://example.eu/images',
        ],
        leaves: ['https://example.com/js'],
      },
    ],
  },
  {
    source: 'TestEmptyHost in pkg/muxer/http/mux_test.go',
    rules: [
      {
        rule: 'HostRegexp(`example.com`)',
        takes: [
          { target: 'http://@/', host: 'example.com' },
          { target: 'http://example.com/', host: 'example.org' },
        ],
      },
      {
        rule: 'Host(`example.com`)',
        takes: [
          { target: 'http://@/', host: 'example.com' },
          { target: 'http://example.com/', host: 'example.org' },
        ],
      },
      { rule: 'HostRegexp(`example.org`)', leaves: [{ target: 'http://example.com/', host: 'example.org' }] },
      { rule: 'Host(`example.org`)', leaves: [{ target: 'http://example.com/', host: 'example.org' }] },
    ],
  },
];
