import { once } from '../../core/base/async/once';

/** Loads the module for tree items with the first one: activation does not need it. */
export const loadTreeItems = once(() => import('./treeItem'));
