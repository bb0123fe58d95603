import { splitQualifiedName } from '../config/names/qualifiedName';
import type { Inventory } from '../proxy/model/inventory';

/** The names of providers in Traefik's overview that differ from those in the API's item names. */
const overviewNames: Readonly<Record<string, string>> = { kubernetes: 'kubernetesingress' };

/**
 * Whether a proxy reads objects of the provider in a name such as `auth@docker`; undefined if it does not report its
 * providers (`/api/overview`), or if the name has none that it would report.
 */
export function readsProviderOf(name: string, inventory: Inventory): boolean | undefined {
  const { provider } = splitQualifiedName(name);
  const loaded = inventory.overview?.providers;
  if (provider === '' || loaded === undefined || loaded.length === 0) return undefined;
  if (provider === 'internal') return undefined;
  const known = overviewNames[provider] ?? provider;
  return loaded.some((one) => one.toLowerCase() === known);
}
