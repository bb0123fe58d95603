import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import type { Endpoint } from '../../core/base/endpoints/endpoint';
import type { EndpointFields, EndpointStore } from '../../core/base/endpoints/endpointStore';
import { secretMask, withoutTokens } from '../../core/base/secrets/secretsInText';
import { allOf } from '../../l10n/lists';
import { isConfirmed } from './confirm';
import { escapeForNotification } from './sanitize';

/**
 * Stores a user's edit of an endpoint. If another edit was stored meanwhile, shows what it changed, and stores this one
 * only if the user confirms it: a password, for example, may now go to another address.
 *
 * @param seen the endpoint that the edit began with
 * @returns undefined if the endpoint no longer exists; `'kept'` if the user did not confirm
 */
export async function storeEdit(
  store: Pick<EndpointStore, 'get' | 'change'>,
  seen: Endpoint,
  fields: Partial<EndpointFields>,
): Promise<Endpoint | 'kept' | undefined> {
  const stored = await store.change(seen.id, fields, seen);
  if (stored !== 'changed') return stored;
  const now = await store.get(seen.id);
  if (now === undefined) return undefined;
  const isRepeated = await isConfirmed({
    question: l10n.t(
      '“{0}” was changed while you edited it. Your change was not stored.',
      escapeForNotification(seen.name),
    ),
    detail: [l10n.t('As it is stored now:'), ...changesBetween(seen, now).map((line) => `• ${line}`)].join('\n'),
    action: l10n.t('Store My Change'),
    instead: l10n.t('Discard My Change'),
  });
  return isRepeated ? storeEdit(store, now, fields) : 'kept';
}

/** What differs, a line each: values that are not secret as they are now, and the names of the others. */
function changesBetween(seen: Endpoint, now: Endpoint): readonly string[] {
  const changed = (field: keyof Endpoint): boolean => !isDeepStrictEqual(seen[field], now[field]);
  const others = [
    changed('auth') ? l10n.t('credentials') : undefined,
    changed('headers') ? l10n.t('headers') : undefined,
    changed('tls') ? l10n.t('TLS settings') : undefined,
    changed('origins') ? l10n.t('public addresses') : undefined,
    changed('ignored') ? l10n.t('ignored problems') : undefined,
    changed('order') ? l10n.t('position') : undefined,
  ].filter((name) => name !== undefined);
  const lines = [
    changed('url') ? l10n.t('URL: {0}', withoutTokens(now.url, secretMask)) : undefined,
    changed('host')
      ? now.host === undefined
        ? l10n.t('Host: Same as in URL')
        : l10n.t('Host: {0}', now.host)
      : undefined,
    changed('name') ? l10n.t('Name: {0}', escapeForNotification(now.name)) : undefined,
    others.length === 0 ? undefined : l10n.t('Changed: {0}', allOf(others)),
  ].filter((line) => line !== undefined);
  return lines.length === 0 ? [l10n.t('Changed: {0}', l10n.t('other settings'))] : lines;
}
