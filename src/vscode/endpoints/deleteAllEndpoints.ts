import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { StoredEndpoint } from '../../core/base/endpoints/endpointRecord';
import { numberText } from '../../l10n/numbers';
import { type PluralForms, plural } from '../../l10n/plural';
import type { ClientRegistry } from '../shared/clientRegistry';
import { isConfirmed } from '../shared/confirm';
import type { Filters } from '../shared/proxyFilters';
import type { Snapshots } from '../shared/snapshots';

/** Stored data about endpoints outside the store, which is deleted with them. */
export interface StoredThings {
  readonly snapshots: Snapshots;
  readonly saved: {
    store(): Promise<{ list(): readonly unknown[] }>;
    readonly history: {
      readonly endpointIds: readonly string[];
      of(endpointId: string): Promise<readonly unknown[]>;
      clear(isMeant: (endpointId: string) => boolean): Promise<void>;
    };
  };
  readonly filters: Filters;
  readonly logs: { of(proxyId: string): Promise<unknown> };
  /** Remembered questions about routes. */
  readonly asks: { all(): Promise<readonly unknown[]> };
  /** Edited request bodies. */
  readonly queries: { forgetAll(): Promise<void> };
  /** All states that VS Code stores for the extension, besides secrets and files: workspace and global. */
  readonly states: readonly Pick<vscode.Memento, 'keys' | 'get' | 'update'>[];
}

/** Deletes all data that Proxy Scout has stored, after asking: VS Code has no uninstall hook for it. */
export async function deleteAllEndpoints(clients: ClientRegistry, things: StoredThings): Promise<void> {
  const store = await clients.store();
  const stored = (await store.list()).filter(({ workspace }) => workspace === undefined);
  const approvals = await (await clients.workspace()).kept();
  const kept = await things.snapshots.store();
  // If they cannot be listed, the other data is deleted nevertheless.
  const snapshotCount = (await kept.list().catch(() => [])).length;
  if (stored.length === 0 && snapshotCount === 0 && approvals === 0 && !isAnythingKept(things.states)) {
    void vscode.window.showInformationMessage(l10n.t('No endpoints or snapshots are stored.'));
    return;
  }
  const confirmed = await isConfirmed({
    question: questionText(stored.length, snapshotCount),
    detail: await detailText(stored, snapshotCount, approvals, things),
    action: l10n.t('Delete All'),
    instead: l10n.t('Keep All'),
  });
  if (!confirmed) return;
  await store.removeAll();
  await kept.removeAll();
  await things.queries.forgetAll();
  await things.saved.history.clear(() => true);
  await things.filters.setForAll('');
  // All stored state, also about endpoints of workspaces, which are not removed.
  for (const state of things.states) for (const key of state.keys()) await state.update(key, undefined);
}

/** An empty list is left over from removed endpoints. */
function isAnythingKept(states: StoredThings['states']): boolean {
  return states.some((state) => state.keys().some((key) => !isEmptyList(state.get(key))));
}

function isEmptyList(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

function questionText(endpoints: number, snapshots: number): string {
  if (endpoints + snapshots === 0) return l10n.t('Delete everything that Proxy Scout has stored?');
  if (endpoints === 0) return plural(snapshots, { one: 'Delete {0} snapshot?', other: 'Delete all {0} snapshots?' });
  if (snapshots === 0) return plural(endpoints, { one: 'Delete {0} endpoint?', other: 'Delete all {0} endpoints?' });
  return l10n.t('Delete all endpoints ({0}) and snapshots ({1})?', numberText(endpoints), numberText(snapshots));
}

/** All data to delete, a line each. */
async function detailText(
  stored: readonly StoredEndpoint[],
  snapshots: number,
  approvals: number,
  { saved, filters, logs, asks, states }: StoredThings,
): Promise<string> {
  await filters.ready();
  const ids = stored.map(({ hint }) => hint.id);
  const searches = (await saved.store()).list().length;
  const remembered = await Promise.all(
    saved.history.endpointIds.map(async (id) => (await saved.history.of(id)).length),
  );
  const places = (await Promise.all(ids.map((id) => logs.of(id)))).filter((place) => place !== undefined).length;
  const ignored = stored.map((one) => (one.state === 'ready' ? Object.keys(one.endpoint.ignored ?? {}).length : 0));
  const lines: readonly (readonly [number, PluralForms])[] = [
    [
      ids.length,
      { one: '{0} endpoint with its URL and credentials', other: '{0} endpoints with their URLs and credentials' },
    ],
    [
      approvals,
      {
        one: '{0} endpoint of a workspace to which requests are allowed, with its credentials',
        other: '{0} endpoints of workspaces to which requests are allowed, with their credentials',
      },
    ],
    [snapshots, { one: '{0} snapshot', other: '{0} snapshots' }],
    [searches, { one: '{0} saved search', other: '{0} saved searches' }],
    [
      remembered.reduce((sum, count) => sum + count, 0),
      { one: '{0} search in the history', other: '{0} searches in the history' },
    ],
    [ignored.reduce((sum, count) => sum + count, 0), { one: '{0} ignored problem', other: '{0} ignored problems' }],
    [
      filters.endpointIds.length + (filters.forAll === '' ? 0 : 1),
      { one: '{0} filter of this workspace', other: '{0} filters of this workspace' },
    ],
    [
      (await asks.all()).length,
      {
        one: '{0} question to Find Router for URL of this workspace',
        other: '{0} questions to Find Router for URL of this workspace',
      },
    ],
    [places, { one: 'Where the access logs of {0} proxy are', other: 'Where the access logs of {0} proxies are' }],
  ];
  return [
    l10n.t('These are deleted from this computer:'),
    ...lines.flatMap(([count, forms]) => (count === 0 ? [] : [`• ${plural(count, forms)}`])),
    ...(isAnythingKept(states)
      ? [`• ${l10n.t('Everything else that is remembered, such as order, columns, and what was last searched')}`]
      : []),
    '',
    l10n.t('The servers are not affected.'),
  ].join('\n');
}
