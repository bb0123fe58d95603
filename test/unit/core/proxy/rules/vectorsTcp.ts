import type { TcpAsk, Vectors } from './vectors';

/** Rules of v3. */
export const tcpVectors: readonly Vectors<TcpAsk>[] = [
  {
    source: 'Test_HostSNICatchAll in pkg/muxer/tcp/matcher_test.go',
    rules: [
      { rule: 'HostSNI(`example.com`)', takes: [{ name: 'example.com' }] },
      { rule: 'HostSNI(`*`)', takes: [{ name: 'example.com' }] },
      { rule: 'HostSNIRegexp(`.*`)', takes: [{ name: 'example.com' }] },
    ],
  },
  {
    source: 'Test_HostSNI in pkg/muxer/tcp/matcher_test.go',
    refused: [
      '',
      'HostSNI(``)',
      'HostSNI(`example.com`, `example.org`)',
      'HostSNI(`🦭.com`)',
      'HostSNI(`*.*.example.com`)',
    ],
    rules: [
      { rule: 'HostSNI(`xn--9t9h.com`)', takes: [{ name: 'xn--9t9h.com' }], leaves: [{ name: '🦭.com' }] },
      { rule: 'HostSNI(`example.com`)', takes: [{ name: 'example.com' }], leaves: [{ name: 'example.org' }] },
      { rule: 'HostSNI(`*`)', takes: [{ name: 'example.com' }, {}] },
      { rule: 'HostSNI(`example.com.`)', takes: [{ name: 'example.com' }] },
      { rule: 'HostSNI(`foo.example.com`)', takes: [{ name: 'foo.example.com' }] },
      { rule: 'HostSNI(`foo_bar.example.com`)', takes: [{ name: 'foo_bar.example.com' }] },
      { rule: 'HostSNI(`*.example.com`)', takes: [{ name: 'foo.example.com' }] },
    ],
  },
  {
    source: 'Test_HostSNIRegexp in pkg/muxer/tcp/matcher_test.go',
    refused: ['', 'HostSNIRegexp(``)', 'HostSNIRegexp(`🦭.com`)', 'HostSNIRegexp(`example.com`, `example.org`)'],
    badPatterns: ['HostSNIRegexp(`(example.com`)'],
    rules: [
      {
        rule: 'HostSNIRegexp(`^example\\.(com|org)$`)',
        takes: [{ name: 'example.com' }, { name: 'example.org' }],
        leaves: [{ name: 'example.com.' }, { name: 'exampleuorg' }, { name: '' }],
      },
      {
        rule: 'HostSNIRegexp(`example.{tld:(com|org)}`)',
        leaves: [
          { name: 'example.com' },
          { name: 'example.com.' },
          { name: 'example.org' },
          { name: 'exampleuorg' },
          { name: '' },
        ],
      },
    ],
  },
  {
    source: 'Test_ClientIP in pkg/muxer/tcp/matcher_test.go',
    refused: ['', 'ClientIP(``)', 'ClientIP(`🦭/32`)', 'ClientIP(`127.0.0.1`, `127.0.0.2`)'],
    rules: [
      { rule: 'ClientIP(`20.20.20.20`)', takes: [{ client: '20.20.20.20' }], leaves: [{ client: '10.10.10.10' }] },
      {
        rule: 'ClientIP(`20.20.20.20/24`)',
        takes: [{ client: '20.20.20.20' }, { client: '20.20.20.40' }],
        leaves: [{ client: '10.10.10.10' }],
      },
    ],
  },
  {
    source: 'Test_ALPN in pkg/muxer/tcp/matcher_test.go',
    refused: ['', 'ALPN(`acme-tls/1`)', 'ALPN(``)', 'ALPN(`h2`, `mqtt`)'],
    rules: [{ rule: 'ALPN(`h2`)', takes: [{ alpn: ['h2'] }], leaves: [{ alpn: ['mqtt'] }, { alpn: [''] }] }],
  },
  {
    source: 'Test_addTCPRoute in pkg/muxer/tcp/mux_test.go',
    refused: ['', 'rulewithnotmatcher', 'HostSNI(``)'],
    rules: [
      { rule: 'HostSNI(`example.org`)', takes: [{ name: 'example.org' }], leaves: [{ name: 'example.com' }] },
      { rule: '!HostSNI(`example.com`)', takes: [{ name: 'example.org' }], leaves: [{ name: 'example.com' }] },
      { rule: 'hostsni(`example.org`)', takes: [{ name: 'example.org' }] },
      { rule: 'HOSTSNI(`example.org`)', takes: [{ name: 'example.org' }] },
      {
        rule: 'HostSNI(`example.org`) && ClientIP(`10.0.0.1`)',
        takes: [{ name: 'example.org', client: '10.0.0.1' }],
        leaves: [
          { name: 'example.com', client: '10.0.0.1' },
          { name: 'example.org', client: '10.0.0.2' },
        ],
      },
      { rule: '!HostSNI(`example.com`) && ClientIP(`10.0.0.1`)', takes: [{ name: 'example.org', client: '10.0.0.1' }] },
      { rule: 'HostSNI(`example.org`) && !ClientIP(`10.0.0.2`)', takes: [{ name: 'example.org', client: '10.0.0.1' }] },
      {
        rule: '!HostSNI(`example.com`) && !ClientIP(`10.0.0.2`)',
        takes: [{ name: 'example.org', client: '10.0.0.1' }],
      },
      {
        rule: '!(HostSNI(`example.com`) || ClientIP(`10.0.0.2`))',
        takes: [{ name: 'example.org', client: '10.0.0.1' }],
      },
      {
        rule: '!(HostSNI(`example.com`) && ClientIP(`10.0.0.2`))',
        takes: [
          { name: 'example.org', client: '10.0.0.2' },
          { name: 'example.com', client: '10.0.0.1' },
          { name: 'example.org', client: '10.0.0.1' },
        ],
        leaves: [{ name: 'example.com', client: '10.0.0.2' }],
      },
      {
        rule: 'HostSNI(`example.org`) || ClientIP(`10.0.0.1`)',
        takes: [
          { name: 'example.org', client: '10.0.0.1' },
          { name: 'example.com', client: '10.0.0.1' },
          { name: 'example.org', client: '10.0.0.2' },
        ],
        leaves: [{ name: 'example.com', client: '10.0.0.2' }],
      },
      {
        rule: 'HostSNI(`example.org`) || HostSNI(`example.eu`) || HostSNI(`example.com`)',
        takes: [{ name: 'example.org' }],
        leaves: [{ name: 'baz' }],
      },
      {
        rule: 'HostSNI(`example.org`) || HostSNI(`example.com`) && ClientIP(`10.0.0.1`)',
        takes: [
          { name: 'example.org', client: '10.0.0.2' },
          { name: 'example.com', client: '10.0.0.1' },
        ],
        leaves: [
          { name: 'example.com', client: '10.0.0.2' },
          { name: 'baz', client: '10.0.0.1' },
        ],
      },
      {
        rule: '(HostSNI(`example.org`) || HostSNI(`example.com`)) && (ClientIP(`10.0.0.1`) || ClientIP(`10.0.0.2`))',
        takes: [{ name: 'example.com', client: '10.0.0.1' }],
        leaves: [
          { name: 'baz', client: '10.0.0.1' },
          { name: 'example.com', client: '10.0.0.3' },
        ],
      },
      {
        rule: '(HostSNI(`example.org`) || (HostSNI(`example.com`) && !HostSNI(`example.org`))) && ((ClientIP(`10.0.0.1`) && !ClientIP(`10.0.0.2`)) || ClientIP(`10.0.0.2`)) ',
        takes: [{ name: 'example.com', client: '10.0.0.1' }],
      },
      {
        rule: 'ALPN(`h2c`) && (!ALPN(`h2`) || HostSNI(`example.eu`))',
        takes: [
          { name: 'example.eu', alpn: ['h2c', 'mqtt'] },
          { name: 'example.com', alpn: ['h2c', 'http/1.1'] },
        ],
        leaves: [
          { name: 'example.com', alpn: ['h2c', 'http/1.1', 'h2'] },
          { name: 'example.com', alpn: ['http/1.1', 'mqtt'] },
        ],
      },
      { rule: 'HostSNI(`127.0.0.1`)', takes: [{ name: '127.0.0.1' }] },
      { rule: 'HostSNI(`10::10`)', takes: [{ name: '10::10' }] },
    ],
  },
];

/** Rules of v2. Traefik 2.11's tests are the same. */
export const tcpVectorsV2: readonly Vectors<TcpAsk>[] = [
  {
    source: 'Test_HostSNICatchAllV2 in pkg/muxer/tcp/matcher_v2_test.go',
    rules: [
      { rule: 'HostSNI(`foobar`)', takes: [{ name: 'foobar' }] },
      { rule: 'HostSNI(`*`)', takes: [{ name: 'foobar' }] },
      { rule: 'HOSTSNI(`*`)', takes: [{ name: 'foobar' }] },
      { rule: 'HostSNI("*")', takes: [{ name: 'foobar' }] },
    ],
  },
  {
    source: 'Test_HostSNIV2 in pkg/muxer/tcp/matcher_v2_test.go',
    refused: ['HostSNI()', 'HostSNI(`héhé`)', 'HostSNI(`*.bar`)'],
    rules: [
      { rule: 'HostSNI(`foobar`)', leaves: [{ name: 'bar' }] },
      { rule: 'HostSNI(`*`)', takes: [{ name: 'foobar' }, {}] },
      { rule: 'HostSNI(`foo`, `*`)', takes: [{ name: 'bar' }], leaves: [{}] },
      { rule: 'HostSNI(`foobar.`)', takes: [{ name: 'foobar.' }, { name: 'foobar' }] },
      { rule: 'HostSNI(`foobar`, `foo-bar.baz`)', takes: [{ name: 'foobar' }] },
      { rule: 'HostSNI(`foo.bar`)', takes: [{ name: 'foo.bar' }] },
      { rule: 'HostSNI(`foo_bar.example.com`)', takes: [{ name: 'foo_bar.example.com' }] },
      { rule: 'HostSNI(`127.0.0.1`)', takes: [{ name: '127.0.0.1' }] },
      { rule: 'HostSNI(`10::10`)', takes: [{ name: '10::10' }] },
    ],
  },
  {
    source: 'Test_HostSNIRegexpV2 in pkg/muxer/tcp/matcher_v2_test.go',
    refused: [
      'HostSNIRegexp(`subdomain:(foo\\.)?bar\\.com}`)',
      'HostSNIRegexp(`{:(foo\\.)?bar\\.com}`)',
      'HostSNIRegexp(`{subdomain:}`)',
    ],
    badPatterns: ['HostSNIRegexp(`{subdomain:(foo\\.?bar\\.com}`)'],
    rules: [
      { rule: 'HostSNIRegexp(`bar.com`)', takes: [{ name: 'bar.com' }], leaves: [{ name: 'barucom' }] },
      {
        rule: 'HostSNIRegexp(`{subdomain:(foo\\.)?bar\\.com}`)',
        takes: [{ name: 'foo.bar.com' }, { name: 'bar.com' }],
        leaves: [{ name: 'fooubar.com' }, { name: 'barucom' }, { name: 'barcom' }],
      },
      {
        rule: 'HostSNIRegexp(`{subdomain:(?:foo\\.)?bar\\.com}`)',
        takes: [{ name: 'foo.bar.com' }, { name: 'bar.com' }],
        leaves: [{ name: 'fooubar.com' }, { name: 'barucom' }, { name: 'barcom' }],
      },
      {
        rule: 'HostSNIRegexp(`{dummy:[A-Za-z-]+\\.bar\\.com}`)',
        takes: [{ name: 'FOO.bar.com' }, { name: 'foo.bar.com' }],
        leaves: [{ name: 'fooubar.com' }, { name: 'barucom' }, { name: 'barcom' }],
      },
      {
        rule: 'HostSNIRegexp(`{dummy:[a-z-]+\\.bar\\.com}`)',
        takes: [{ name: 'FOO.bar.com' }, { name: 'foo.bar.com' }],
        leaves: [{ name: 'fooubar.com' }, { name: 'barucom' }, { name: 'barcom' }],
      },
      {
        rule: 'HostSNIRegexp(`foo.bar.com`)',
        takes: [{ name: 'FOO.bar.com' }, { name: 'foo.bar.com' }],
        leaves: [{ name: 'fooubar.com' }, { name: 'barucom' }, { name: 'barcom' }],
      },
    ],
  },
  {
    source: 'Test_ClientIPV2 in pkg/muxer/tcp/matcher_v2_test.go',
    refused: ['ClientIP()', 'ClientIP(`héhé`)'],
    rules: [
      { rule: 'ClientIP(`20.20.20.20`)', leaves: [{ client: '10.10.10.10' }] },
      { rule: 'ClientIP(`10.10.10.10`)', takes: [{ client: '10.10.10.10' }] },
      { rule: 'ClientIP(`20.20.20.20`, `30.30.30.30`)', leaves: [{ client: '10.10.10.10' }] },
      { rule: 'ClientIP(`10.10.10.10`, `20.20.20.20`, `30.30.30.30`)', takes: [{ client: '20.20.20.20' }] },
      { rule: 'ClientIP(`20.0.0.0/24`)', leaves: [{ client: '10.10.10.10' }] },
      { rule: 'ClientIP(`20.0.0.0/8`)', takes: [{ client: '20.10.10.10' }] },
      { rule: 'ClientIP(`10.0.0.0/24`, `20.0.0.0/24`)', leaves: [{ client: '10.10.10.10' }] },
      { rule: 'ClientIP(`10.0.0.0/8`, `20.0.0.0/8`)', takes: [{ client: '20.10.10.10' }] },
    ],
  },
  {
    source: 'Test_ALPNV2 in pkg/muxer/tcp/matcher_v2_test.go',
    refused: ['ALPN()', 'ALPN(`acme-tls/1`)'],
    rules: [
      { rule: 'ALPN(`h2`)', takes: [{ alpn: ['h2'] }], leaves: [{}, { alpn: ['mqtt'] }] },
      { rule: 'ALPN(`h2`, `mqtt`)', leaves: [{ alpn: ['h2c'] }] },
      { rule: 'ALPN(`h2`, `h2c`, `mqtt`)', takes: [{ alpn: ['h2c'] }] },
    ],
  },
  {
    source: 'Test_addTCPRouteV2 in pkg/muxer/tcp/matcher_v2_test.go',
    refused: [
      'addTCPRoute()',
      'rulewithnotmatcher',
      'HostSNI()',
      'HostSNI(``)',
      'HostSNIRegexp()',
      'HostSNIRegexp(``)',
      'ClientIP()',
      'ClientIP(``)',
      'ClientIP(`invalid`)',
      'ALPN(`acme-tls/1`)',
    ],
    rules: [
      { rule: 'HostSNI(`foobar`)', takes: [{ name: 'foobar' }], leaves: [{ name: 'bar' }] },
      { rule: '!HostSNI(`bar`)', takes: [{ name: 'foobar' }], leaves: [{ name: 'bar' }] },
      { rule: 'hostsni(`foobar`)', takes: [{ name: 'foobar' }] },
      { rule: 'HOSTSNI(`foobar`)', takes: [{ name: 'foobar' }] },
      { rule: 'HostSNIRegexp(`{subdomain:[a-z]+}.foobar`)', takes: [{ name: 'sub.foobar' }] },
      { rule: '!HostSNIRegexp(`bar`)', takes: [{ name: 'foobar' }] },
      { rule: 'hostsniregexp(`foobar`)', takes: [{ name: 'foobar' }] },
      { rule: 'HOSTSNIREGEXP(`foobar`)', takes: [{ name: 'foobar' }] },
      { rule: 'HostSNIRegexp(`foobar`)', leaves: [{ name: 'bar' }] },
      { rule: 'HostSNIRegexp(`{subdomain:[a-z]*}`)', takes: [{}] },
      { rule: 'HostSNIRegexp(`{dummy}`)', takes: [{ name: 'toto' }], leaves: [{ name: 'toto.com' }] },
      { rule: 'ClientIP(`10.0.0.1`)', takes: [{ client: '10.0.0.1' }], leaves: [{ client: '10.0.0.2' }] },
      { rule: '!ClientIP(`20.0.0.1`)', takes: [{ client: '10.0.0.1' }] },
      { rule: 'clientip(`10.0.0.1`)', takes: [{ client: '10.0.0.1' }] },
      { rule: 'CLIENTIP(`10.0.0.1`)', takes: [{ client: '10.0.0.1' }] },
      { rule: '!ClientIP(`10.0.0.2`)', leaves: [{ client: '10.0.0.2' }] },
      { rule: 'ClientIP(`10::10`)', takes: [{ client: '10::10' }], leaves: [{ client: '::1' }] },
      { rule: '!ClientIP(`10::10`)', takes: [{ client: '::1' }] },
      { rule: 'ClientIP(`10.0.0.1`, `10.0.0.0`)', takes: [{ client: '10.0.0.0' }] },
      { rule: 'ClientIP(`11.0.0.0/24`)', takes: [{ client: '11.0.0.0' }], leaves: [{ client: '10.0.0.0' }] },
      { rule: 'ClientIP(`11::/16`)', takes: [{ client: '11::' }], leaves: [{ client: '10::' }] },
      { rule: 'ClientIP(`11.0.0.0/16`, `10.0.0.0/16`)', takes: [{ client: '10.0.0.0' }] },
      { rule: 'ClientIP(`11.0.0.0/16`, `10.0.0.0`)', takes: [{ client: '10.0.0.0' }] },
      { rule: 'ClientIP(`11.0.0.0`, `10.0.0.0/16`)', takes: [{ client: '10.0.0.0' }] },
      {
        rule: 'HostSNI(`foobar`) && ClientIP(`10.0.0.1`)',
        takes: [{ name: 'foobar', client: '10.0.0.1' }],
        leaves: [
          { name: 'bar', client: '10.0.0.1' },
          { name: 'foobar', client: '10.0.0.2' },
        ],
      },
      { rule: '!HostSNI(`bar`) && ClientIP(`10.0.0.1`)', takes: [{ name: 'foobar', client: '10.0.0.1' }] },
      { rule: 'HostSNI(`foobar`) && !ClientIP(`10.0.0.2`)', takes: [{ name: 'foobar', client: '10.0.0.1' }] },
      { rule: '!HostSNI(`bar`) && !ClientIP(`10.0.0.2`)', takes: [{ name: 'foobar', client: '10.0.0.1' }] },
      { rule: '!(HostSNI(`bar`) || ClientIP(`10.0.0.2`))', takes: [{ name: 'foobar', client: '10.0.0.1' }] },
      {
        rule: '!(HostSNI(`bar`) && ClientIP(`10.0.0.2`))',
        takes: [
          { name: 'foobar', client: '10.0.0.2' },
          { name: 'bar', client: '10.0.0.1' },
          { name: 'foobar', client: '10.0.0.1' },
        ],
        leaves: [{ name: 'bar', client: '10.0.0.2' }],
      },
      {
        rule: 'HostSNI(`foobar`) || ClientIP(`10.0.0.1`)',
        takes: [
          { name: 'foobar', client: '10.0.0.1' },
          { name: 'bar', client: '10.0.0.1' },
          { name: 'foobar', client: '10.0.0.2' },
        ],
        leaves: [{ name: 'bar', client: '10.0.0.2' }],
      },
      {
        rule: 'HostSNI(`foobar`) || HostSNI(`foo`) || HostSNI(`bar`)',
        takes: [{ name: 'foobar' }],
        leaves: [{ name: 'baz' }],
      },
      {
        rule: 'HostSNI(`foobar`) || HostSNI(`bar`) && ClientIP(`10.0.0.1`)',
        takes: [
          { name: 'foobar', client: '10.0.0.2' },
          { name: 'bar', client: '10.0.0.1' },
        ],
        leaves: [
          { name: 'bar', client: '10.0.0.2' },
          { name: 'baz', client: '10.0.0.1' },
        ],
      },
      {
        rule: '(HostSNI(`foobar`) || HostSNI(`bar`)) && (ClientIP(`10.0.0.1`) || ClientIP(`10.0.0.2`))',
        takes: [{ name: 'bar', client: '10.0.0.1' }],
        leaves: [
          { name: 'baz', client: '10.0.0.1' },
          { name: 'bar', client: '10.0.0.3' },
        ],
      },
      {
        rule: '(HostSNI(`foobar`) || (HostSNI(`bar`) && !HostSNI(`foobar`))) && ((ClientIP(`10.0.0.1`) && !ClientIP(`10.0.0.2`)) || ClientIP(`10.0.0.2`)) ',
        takes: [{ name: 'bar', client: '10.0.0.1' }],
      },
      { rule: 'ALPN(`foo`)', takes: [{ alpn: ['foo'] }], leaves: [{ alpn: ['acme-tls/1'] }, { alpn: ['bar'] }] },
      {
        rule: 'ALPN(`foo`) && !alpn(`h2`)',
        takes: [{ alpn: ['foo', 'bar'] }],
        leaves: [{ alpn: ['foo', 'h2', 'bar'] }],
      },
      {
        rule: 'ALPN(`foo`) && (!alpn(`h2`) || hostsni(`foo`))',
        takes: [
          { name: 'foo', alpn: ['foo', 'bar'] },
          { name: 'bar', alpn: ['foo', 'bar'] },
        ],
        leaves: [
          { name: 'bar', alpn: ['foo', 'bar', 'h2'] },
          { name: 'bar', alpn: ['h2', 'bar'] },
        ],
      },
    ],
  },
];
