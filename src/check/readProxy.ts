import type { Endpoint } from '../core/base/endpoints/endpoint';
import { RequestFailure } from '../core/base/errors/failure';
import { openHttpClient } from '../core/base/http/openHttpClient';
import { systemCertificates } from '../core/base/http/trustedAuthorities';
import { readInventory } from '../core/proxy/api/readInventory';
import type { Inventory } from '../core/proxy/model/inventory';

/**
 * Reads everything that a proxy lists.
 *
 * @throws RequestFailure also if only one of the listings could not be read
 */
export async function readProxy(endpoint: Endpoint): Promise<Inventory> {
  const certificates = systemCertificates();
  const client = openHttpClient(endpoint, certificates === undefined ? {} : { extraCertificates: certificates });
  try {
    const inventory = await readInventory(client, new AbortController().signal);
    const { http, tcp, udp } = inventory.groups;
    const groups = [http, tcp, udp].flatMap((listings) => Object.values(listings));
    for (const group of [...groups, inventory.entryPoints]) {
      if (group.state === 'failed') throw new RequestFailure(group.failure);
    }
    return inventory;
  } finally {
    await client.close();
  }
}
