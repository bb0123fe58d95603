import assert from 'node:assert/strict';
import { copyOf } from '../../../../src/core/traefik/copies';
import type { Inventory } from '../../../../src/core/traefik/inventory';
import { listedIn, recorded } from './given';

/** What each router is a copy of, of those that are one: `name → of on entry point`. */
function copiesIn(inventory: Inventory): readonly string[] {
  return listedIn(inventory.groups.http.routers).flatMap((router) => {
    const copy = copyOf(router, inventory);
    return copy === undefined
      ? []
      : [`${router.name} → ${copy.of} on ${copy.entryPoint}${copy.conflicted ? ', conflicted' : ''}`];
  });
}

describe('a copy that Traefik made of a router', () => {
  for (const version of ['3.7', '2.11'] as const) {
    it(`is recognised in ${version}, a copy of a copy too, and nothing else is taken for one`, async () => {
      assert.deepEqual(copiesIn(await recorded(version)), [
        'websecure-conflicted-websecure-shop-beta@file → shop-beta@file on websecure, conflicted',
        'websecure-conflicted-websecure-shop-web@file → shop-web@file on websecure, conflicted',
      ]);
    });
  }
});
