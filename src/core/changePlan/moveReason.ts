import * as l10n from '@vscode/l10n';
import { allOf } from '../../l10n/lists';
import { quoted } from '../base/text/quoted';
import { type Inventory, itemOf } from '../proxy/model/inventory';
import type { Item } from '../proxy/model/model';
import { referencesIn } from '../proxy/model/references';
import type { ChangePlan } from './changePlan';
import type { MovedRequests } from './movedRequests';
import type { ChangedObject } from './plannedInventory';

/** The most objects that a reason names. */
const mostNamed = 3;

/** Why requests move: what changes at the router that loses them, at the one that gets them, or below it. Has server text. */
export function moveReason(
  { before, after, differs, question: { kind: protocol } }: MovedRequests,
  { objects, silenced, after: planned }: Pick<ChangePlan, 'objects' | 'silenced' | 'after'>,
): string {
  const objectOf = (router: unknown): ChangedObject | undefined =>
    objects.find((one) => one.kind === 'routers' && one.protocol === protocol && one.name === ownName(router));
  if (differs === 'router') {
    const [from, to] = [objectOf(before.router), objectOf(after.router)];
    const disabled = silenced.find(({ name }) => name === ownName(before.router));
    if (from?.how === 'removed') return l10n.t('“{0}” is removed.', quoted(from.name));
    if (disabled !== undefined) {
      return disabled.why === undefined
        ? l10n.t('“{0}” would be disabled.', quoted(disabled.name))
        : l10n.t('“{0}” would be disabled: {1}', quoted(disabled.name), disabled.why);
    }
    const named = [to, from].find((one) => one !== undefined);
    if (named !== undefined) return changeText(named);
  }
  const router = typeof after.router === 'string' ? ownName(after.router) : ownName(before.router);
  const below = router === undefined ? [] : changedBelow(router, protocol, objects, planned);
  if (below.length > 0) return below.slice(0, mostNamed).map(changeText).join(' ');
  return l10n.t('What the router uses changes.');
}

/** The router that takes the request in the end: of `parent -> child` the last one. */
function ownName(router: unknown): string | undefined {
  return typeof router === 'string' ? router.split(' -> ').at(-1) : undefined;
}

/** A changed object in one sentence. */
function changeText({ name, how, options }: ChangedObject): string {
  switch (how) {
    case 'added':
      return l10n.t('“{0}” is added.', quoted(name));
    case 'removed':
      return l10n.t('“{0}” is removed.', quoted(name));
    case 'changed':
      return options.length === 0
        ? l10n.t('“{0}” is changed.', quoted(name))
        : l10n.t('“{0}” is changed: {1}.', quoted(name), allOf(options.slice(0, 2 * mostNamed)));
  }
}

/** The changed objects that a router is, or that it uses. */
function changedBelow(
  name: string,
  protocol: 'http' | 'tcp',
  objects: readonly ChangedObject[],
  planned: Inventory,
): readonly ChangedObject[] {
  const router = itemOf(planned, { protocol, kind: 'routers', name });
  const used = new Set<Item>(router === undefined ? [] : [router]);
  const keys = new Set<string>();
  for (const item of used) {
    keys.add(`${item.kind} ${item.name}`);
    for (const { kind, name: other, target } of referencesIn(item, planned)) {
      keys.add(`${kind} ${other}`);
      if (target !== undefined) used.add(target);
    }
  }
  return objects.filter((one) => one.protocol === protocol && keys.has(`${one.kind} ${one.name}`));
}
