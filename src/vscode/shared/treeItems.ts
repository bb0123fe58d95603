type TreeItems = typeof import('./treeItem');

let items: Promise<TreeItems> | undefined;

/** Loads the module for tree items with the first one: activation does not need it. */
export function loadTreeItems(): Promise<TreeItems> {
  items ??= import('./treeItem');
  return items;
}
