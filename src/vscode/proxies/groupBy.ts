import type { Grouping } from '../../core/proxy/describe/look';
import { Settings } from '../shared/ids';
import { chooseSetting } from './changeSetting';

/** Asks how the view of the proxies shall group, and keeps it in the settings. */
export function groupBy(): Promise<void> {
  return chooseSetting<Grouping>(Settings.groupBy, 'Group by', 'By what should the Proxies view group?', [
    { label: 'Kind', description: 'Routers, services and middlewares of each protocol', value: 'kind' },
    {
      label: 'Provider',
      description: 'What each of them brought: docker, file, kubernetescrd and so on',
      value: 'provider',
    },
    { label: 'Entry Point', description: 'The routers of each, then services and middlewares', value: 'entryPoint' },
  ]);
}
