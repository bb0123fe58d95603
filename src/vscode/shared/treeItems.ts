type TreeItems = typeof import('./treeItem');

let items: Promise<TreeItems> | undefined;

/** Loads the look of rows when the first one is drawn: activation does not need it. */
export function loadTreeItems(): Promise<TreeItems> {
  items ??= import('./treeItem');
  return items;
}
