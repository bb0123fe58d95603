/** TestContainsIsAllowed in pkg/ip/checker_test.go. */
export const blocks: readonly {
  readonly blocks: readonly string[];
  readonly holds: readonly string[];
  readonly leaves: readonly string[];
}[] = [
  {
    blocks: ['1.2.3.4/24'],
    holds: ['1.2.3.1', '1.2.3.32', '1.2.3.156', '1.2.3.255'],
    leaves: ['1.2.16.1', '1.2.32.1', '127.0.0.1', '8.8.8.8'],
  },
  {
    blocks: ['8.8.8.8'],
    holds: ['8.8.8.8'],
    leaves: ['8.8.8.7', '8.8.8.9', '8.8.8.0', '8.8.8.255', '4.4.4.4', '127.0.0.1'],
  },
  {
    blocks: ['8.8.8.8/32'],
    holds: ['8.8.8.8'],
    leaves: ['8.8.8.7', '8.8.8.9', '8.8.8.0', '8.8.8.255', '4.4.4.4', '127.0.0.1'],
  },
  {
    blocks: ['1.2.3.4/24', '8.8.8.8/8'],
    holds: ['1.2.3.1', '1.2.3.32', '1.2.3.156', '1.2.3.255', '8.8.4.4', '8.0.0.1', '8.32.42.128', '8.255.255.255'],
    leaves: ['1.2.16.1', '1.2.32.1', '127.0.0.1', '4.4.4.4', '4.8.8.8'],
  },
  {
    blocks: ['2a03:4000:6:d080::/64'],
    holds: [
      '2a03:4000:6:d080::',
      '2a03:4000:6:d080::1',
      '2a03:4000:6:d080:dead:beef:ffff:ffff',
      '2a03:4000:6:d080::42',
    ],
    leaves: ['2a03:4000:7:d080::', '2a03:4000:7:d080::1', 'fe80::', '4242::1'],
  },
  {
    blocks: ['2a03:4000:6:d080::42/128'],
    holds: ['2a03:4000:6:d080::42'],
    leaves: ['2a03:4000:6:d080::1', '2a03:4000:6:d080:dead:beef:ffff:ffff', '2a03:4000:6:d080::43'],
  },
  {
    blocks: ['2a03:4000:6:d080::/64', 'fe80::/16'],
    holds: [
      '2a03:4000:6:d080::',
      '2a03:4000:6:d080::1',
      '2a03:4000:6:d080:dead:beef:ffff:ffff',
      '2a03:4000:6:d080::42',
      'fe80::1',
      'fe80:aa00:00bb:4232:ff00:eeee:00ff:1111',
      'fe80::fe80',
    ],
    leaves: ['2a03:4000:7:d080::', '2a03:4000:7:d080::1', '4242::1'],
  },
  {
    blocks: ['2a03:4000:6:d080::/64', 'fe80::/16', '1.2.3.4/24', '8.8.8.8/8'],
    holds: [
      '2a03:4000:6:d080::',
      '2a03:4000:6:d080::1',
      '2a03:4000:6:d080:dead:beef:ffff:ffff',
      '2a03:4000:6:d080::42',
      'fe80::1',
      'fe80:aa00:00bb:4232:ff00:eeee:00ff:1111',
      'fe80:aa00:00bb:4232:ff00:eeee:00ff:1111%vEthernet',
      'fe80::fe80',
      '1.2.3.1',
      '1.2.3.32',
      '1.2.3.156',
      '1.2.3.255',
      '8.8.4.4',
      '8.0.0.1',
      '8.32.42.128',
      '8.255.255.255',
    ],
    leaves: [
      '2a03:4000:7:d080::',
      '2a03:4000:7:d080::1',
      '2a03:4000:7:d080::1%vmnet1',
      '4242::1',
      '1.2.16.1',
      '1.2.32.1',
      '127.0.0.1',
      '4.4.4.4',
      '4.8.8.8',
    ],
  },
];

/** TestContainsBrokenIPs and TestIsAuthorized there. */
export const noAddresses: readonly string[] = ['foo', '10.0.0.350', 'fe:::80', '', '\\&$§&/(', '0127.2.3.1'];

/** Test_parseHost in pkg/middlewares/requestdecorator/request_decorator_test.go. */
export const hosts: readonly (readonly [sent: string, host: string])[] = [
  ['host', 'host'],
  ['host:', 'host'],
  ['127.0.0.1:123', '127.0.0.1'],
  ['127.0.0.1:', '127.0.0.1'],
  ['fe80::215:5dff:fe20:cd6a', 'fe80::215:5dff:fe20:cd6a'],
  ['[fe80::215:5dff:fe20:cd6a]:123', 'fe80::215:5dff:fe20:cd6a'],
  ['[fe80::215:5dff:fe20:cd6a]:', 'fe80::215:5dff:fe20:cd6a'],
  ['[fe80::215:5dff:fe20:cd6a]', 'fe80::215:5dff:fe20:cd6a'],
  ['fe80::215:5dff:fe20:cd6a]', 'fe80::215:5dff:fe20:cd6a]'],
  ['[fe80::215:5dff:fe20:cd6a', '[fe80::215:5dff:fe20:cd6a'],
  ['', ''],
  [':', ''],
];
