import { idOfSecretKey, secretKey } from './endpointRecord';
import type { EndpointSecrets, SecretStorageLike } from './endpointSecrets';
import type { TaskQueues } from './taskQueues';
import type { WindowEdits } from './windowEdits';

/** VS Code may fire several times for one change, and without a change (microsoft/vscode#188460, #115214). */
const settleMs = 100;

interface Followed {
  readonly secrets: EndpointSecrets;
  readonly edits: WindowEdits;
  readonly queues: TaskQueues;
}

/**
 * Follows the writes of all windows to the secrets: repairs the edits of this window, and reports changes.
 *
 * @param onSettled called with the ids whose secrets changed, a moment after the last change; with none if nothing
 * changed
 */
export function followSecrets(
  storage: Pick<SecretStorageLike, 'onDidChange'>,
  { secrets, edits, queues }: Followed,
  onSettled: (ids: readonly string[]) => Promise<void>,
): { dispose(): void } {
  const touched = new Set<string>();
  let settling: NodeJS.Timeout | undefined;

  const settle = async (): Promise<void> => {
    const ids = [...touched];
    touched.clear();
    settling = undefined;
    const news: string[] = [];
    for (const id of ids) if (await secrets.takeNews(id)) news.push(id);
    await onSettled(news);
  };

  const subscription = storage.onDidChange(({ key }) => {
    const id = idOfSecretKey(key) ?? idOfSecretKey(key, 'learned') ?? idOfSecretKey(key, 'removed');
    if (id === undefined) return;
    touched.add(id);
    const isRemoval = key === secretKey(id, 'removed');
    const isEdited = edits.has(id, key === secretKey(id) ? 'entered' : 'learned');
    if (isRemoval || secrets.isRemoved(id) || isEdited) {
      void queues
        .take(id, async () => {
          if (isRemoval) await secrets.wasRemoved(id);
          await edits.restoreLost(id);
        })
        // A window that is closing can no longer read secrets, and has no listeners.
        .catch(() => undefined);
    }
    settling ??= setTimeout(() => void settle().catch(() => undefined), settleMs);
  });

  return {
    dispose() {
      clearTimeout(settling);
      subscription.dispose();
    },
  };
}
