import assert from 'node:assert/strict';
import { discoverAddressIn } from '../../../src/protocol/discoverAddress';

describe('discoverAddress: an address of Discover', () => {
  const hash = 'a'.repeat(32);
  for (const address of [
    'https://kibana.test/app/discover',
    'https://kibana.test/app/discover#/',
    'http://localhost:5601/app/discover#/?_g=(time:(from:now-15m,to:now))',
    'https://kibana.test/s/shop/app/discover?security_tenant=global#/view/42?_a=()',
    'https://kibana.test/_plugin/kibana/app/kibana#/discover?_g=()',
    'https://kibana.test/app/kibana#/discover/42',
    'https://kibana.test/app/kibana?embed=true#/doc/a/b/c?id=1',
    'https://kibana.test/app/kibana#/context/a/b',
    'https://kibana.test/_dashboards/app/data-explorer/discover#?_a=()',
    'https://kibana.test/w/ab-C/app/explore/logs/#/?_g=()',
    'https://kibana.test/app/r?l=DISCOVER_APP_LOCATOR&v=8.13.4&lz=N4Ig',
    'https://kibana.test/app/r/s/Xk3aB',
    `https://kibana.test/goto/${hash}`,
    `https://kibana.test/_dashboards/goto/${hash}?security_tenant=global`,
    `HTTPS://KIBANA.test/app/discover#/?_a=(columns:!(${'a,'.repeat(10_000)}a))`,
  ]) {
    it(`is ${address.slice(0, 80)}`, () => {
      assert.equal(discoverAddressIn(address), address);
      assert.equal(discoverAddressIn(` <${address}>\n`), address);
    });
  }

  for (const text of [
    '',
    'timeout',
    'see https://kibana.test/app/discover#/?_g=()',
    'kibana.test/app/discover#/?_g=()',
    'https://kibana.test/',
    'https://kibana.test/app/dashboards#/view/42?_g=()',
    'https://kibana.test/app/discovery#/?_g=()',
    'https://kibana.test/docs?next=/app/discover',
    'https://kibana.test/docs#/app/discover',
    'https://kibana.test/app/kibana#/dashboard/42',
    'https://kibana.test/app/kibana',
    'https://kibana.test/app/r?l=DASHBOARD_APP_LOCATOR&p=%7B%7D',
    'https://kibana.test/goto/page',
    'ftp://kibana.test/app/discover',
    `https://kibana.test/${'a/'.repeat(2_000)}app/discover`,
  ]) {
    it(`is not ${text.slice(0, 80) || 'nothing'}`, () => assert.equal(discoverAddressIn(text), undefined));
  }
});
