import type { Sorting } from '../../core/proxy/describe/look';
import { Settings } from '../shared/ids';
import { chooseSetting } from './changeSetting';

/** Asks how the view of the proxies shall sort, and keeps it in the settings. */
export function sortBy(): Promise<void> {
  return chooseSetting<Sorting>(Settings.sortBy, 'Sort by', 'By what should the Proxies view sort?', [
    {
      label: 'Status',
      description: 'Errors first, then warnings, services that are down, and the others',
      value: 'status',
    },
    { label: 'Name', description: 'From A to Z', value: 'name' },
    { label: 'Priority', description: 'Routers by priority, the highest first', value: 'priority' },
  ]);
}
