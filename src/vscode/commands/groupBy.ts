import type { Grouping } from '../../core/tree/look';
import { Settings } from '../ids';
import { chooseSetting } from './changeSetting';

/** Asks how the view of the proxies shall group, and keeps it in the settings. */
export function groupBy(): Promise<void> {
  return chooseSetting<Grouping>(Settings.groupBy, 'Group by', 'How shall the Proxies view group?', [
    { label: 'Kind', description: 'Routers, services and middlewares of each protocol', value: 'kind' },
    { label: 'Provider', description: 'What docker, file, kubernetescrd and so on brought', value: 'provider' },
    { label: 'Entry Point', description: 'The routers of each, then services and middlewares', value: 'entryPoint' },
  ]);
}
