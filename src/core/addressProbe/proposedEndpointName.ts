import * as l10n from '@vscode/l10n';
import type { EndpointKind } from '../base/endpoints/endpoint';
import { plainText } from '../base/text/plainText';

const longestName = 200;

/**
 * A name for an endpoint to add: its product and its address, such as `Traefik (localhost:8080)`.
 *
 * @param product the server's name, if it was recognized
 */
export function proposedName(
  { kind, product }: { readonly kind: EndpointKind; readonly product?: string | undefined },
  { url, host }: { readonly url: string; readonly host?: string | undefined },
): string {
  const { host: address, pathname } = new URL(url);
  const place = `${host ?? address}${pathname === '/' ? '' : pathname}`;
  const what = product ?? (kind === 'proxy' ? l10n.t('Proxy') : l10n.t('Search engine'));
  return plainText(`${what} (${place})`, longestName);
}
