import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { pausesUntil } from '../../base/async/pauses';
import { invalidFailure, type RequestFailure } from '../../base/errors/failure';
import { maskText } from '../../base/secrets/secretsInText';
import { type Inventory, inventoryGroupOf, inventoryGroups } from '../model/inventory';
import { type ItemKind, traefikProtocols } from '../model/model';
import { shownText } from '../secrets/secrets';
import { largestSnapshot, longestSnapshotName, type SnapshotAbout, snapshotHeadText } from './snapshot';

/**
 * The text of a snapshot's file: listings as the API sends them, with the digits, unknown fields and member order of
 * every item, and every secret masked. A failed listing is only marked as failed, even if an earlier state is known.
 *
 * @throws RequestFailure `invalid` if it would be too large; `canceled`
 */
export async function snapshotText(
  { name, endpoint }: Pick<SnapshotAbout, 'name' | 'endpoint'>,
  inventory: Inventory,
  signal: AbortSignal,
): Promise<string> {
  const about: SnapshotAbout = {
    // A mask may be longer than the secret that it replaces.
    name: maskText(name).slice(0, longestSnapshotName),
    endpoint: { id: endpoint.id, name: maskText(endpoint.name) },
    readAt: inventory.readAt,
    counts: {
      routers: countOf(inventory, 'routers'),
      services: countOf(inventory, 'services'),
      middlewares: countOf(inventory, 'middlewares'),
    },
  };
  const pieces: string[] = [snapshotHeadText(about)];
  const { version, overview } = inventory;
  if (version !== undefined) {
    const masked = Object.entries(version).map(([field, value]) => [field, maskText(value)]);
    pieces.push(`\n"version":${JSON.stringify(Object.fromEntries(masked))},`);
  }
  if (overview !== undefined) pieces.push(`\n"overview":${shownText(overview).trim()},`);
  pieces.push('\n"listings":{');

  let size = 0;
  const pause = pausesUntil(signal);
  for (const [at, { path, group }] of inventoryGroups(inventory).entries()) {
    pieces.push(`${at === 0 ? '' : ','}\n${JSON.stringify(path)}:`);
    if (group.state !== 'read') {
      // Its known content is older than the rest, or incomplete.
      pieces.push(JSON.stringify(group.state === 'missing' ? 'missing' : 'failed'));
      continue;
    }
    let parting = '';
    pieces.push('[');
    for (const item of group.items.values()) {
      const text = shownText(item);
      size += Buffer.byteLength(text);
      if (size > largestSnapshot) throw tooLarge();
      pieces.push(`${parting}\n${text}`);
      parting = ',';
      const rest = pause();
      if (rest !== undefined) await rest;
    }
    pieces.push('\n]');
  }
  pieces.push('\n}}\n');
  return pieces.join('');
}

function countOf(inventory: Inventory, kind: ItemKind): number {
  const groups = traefikProtocols.map((protocol) => inventoryGroupOf<ItemKind>(inventory, protocol, kind));
  return groups.reduce((sum, group) => sum + (group?.state === 'read' ? group.items.size : 0), 0);
}

function tooLarge(): RequestFailure {
  return invalidFailure(
    l10n.t(
      'The snapshot would be larger than {0} MiB, so it was not saved.',
      numberText(largestSnapshot / 1024 / 1024),
    ),
    l10n.t('Compare the endpoint with another one instead.'),
  );
}
