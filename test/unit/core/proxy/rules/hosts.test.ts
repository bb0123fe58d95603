import assert from 'node:assert/strict';
import { ipAddressOf, ipBlockOf, isInIpBlock } from '../../../../../src/core/proxy/rules/hosts';
import { blocks, noAddresses } from './vectorsAddresses';

function holds(block: string, client: string): boolean {
  const [known, address] = [ipBlockOf(block), ipAddressOf(client, { mayHaveZone: true })];
  return known !== undefined && address !== undefined ? isInIpBlock(known, address) : assert.fail(`${block} ${client}`);
}

describe('blocks of addresses', () => {
  it("hold what Traefik's own tests say", () => {
    for (const { blocks: some, holds: held, leaves } of blocks) {
      for (const client of held)
        assert.ok(
          some.some((block) => holds(block, client)),
          `${some} ${client}`,
        );
      for (const client of leaves) assert.ok(!some.some((block) => holds(block, client)), `${some} ${client}`);
    }
  });

  it('are not made of what is no address', () => {
    for (const text of [...noAddresses, 'fe80::1%eth0', '10.0.0.1/33', '::/129', '10.0.0.1/', '10.0.0.1/-1', '1/8']) {
      assert.equal(ipBlockOf(text), undefined, text);
    }
    for (const text of noAddresses) assert.equal(ipAddressOf(text), undefined, text);
  });

  it('hold IPv4 addresses in all their forms', () => {
    assert.ok(holds('10.1.2.3', '::ffff:10.1.2.3'));
    assert.ok(holds('::ffff:a01:203', '10.1.2.3'));
    assert.ok(holds('10.0.0.0/8', '::ffff:10.1.2.3'));
  });

  it('of IPv6 hold no IPv4 address', () => {
    assert.ok(!holds('::/0', '10.1.2.3'));
    assert.ok(holds('::/0', '::1'));
    assert.ok(!holds('0.0.0.0/0', '::1'));
  });

  it('may begin in the middle of a byte', () => {
    assert.ok(holds('10.0.0.128/25', '10.0.0.200'));
    assert.ok(!holds('10.0.0.128/25', '10.0.0.127'));
    assert.ok(holds('2001:db8:8000::/33', '2001:db8:ffff::1'));
    assert.ok(!holds('2001:db8:8000::/33', '2001:db8:7fff::1'));
  });
});
