import { endpointIdOf } from '../shared/chooseEndpoint';
import type { Filters } from './filters';

/** Shows everything again: of the endpoint on whose row it was called, or else of all. */
export async function clearFilter(filters: Filters, argument: unknown): Promise<void> {
  await filters.ready();
  const named = endpointIdOf(argument);
  for (const id of named === undefined ? filters.endpointIds : [named]) await filters.set(id, '');
}
