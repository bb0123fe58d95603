type TreeItems = typeof import('./treeItem');

let items: Promise<TreeItems> | undefined;

/** Loads what rows look like when the first one is drawn: activation does without it. */
export function loadTreeItems(): Promise<TreeItems> {
  items ??= import('./treeItem');
  return items;
}
