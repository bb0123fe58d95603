import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { isKnown } from '../source/placedText';

const strategies = new Set(['wrr', 'p2c', 'hrw', 'leasttime']);

export function isStrategy(value: string): boolean {
  return strategies.has(value);
}

/** The problem of the URL of a server, as Go's net/url sees it; undefined if none is certain. */
export function faultOfServer(url: string): string | undefined {
  if (!isKnown(url)) return undefined;
  // Go takes the text before the colon for a scheme only if it can be one; it refuses a path with such a start.
  // Templating tools may replace other signs.
  if (/^(?![a-z][a-z\d.-]*:)(?:[a-z\d._-]*|\[[\da-f:.]+\]):\d+(?:\/|$)/.test(url)) {
    return l10n.t('“{0}” has no scheme. Write {1}.', quoted(url), quoted(`http://${url}`));
  }
  const [, authority = '', rest = ''] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([\s\S]*)$/i.exec(url) ?? [];
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const port = /:([^:\]]*)$/.exec(host)?.[1];
  if (port !== undefined && !/^\d*$/.test(port)) return l10n.t('“{0}” is not a valid port.', quoted(port));
  if (/[\s<>"`{}|\\^]/.test(host)) return l10n.t('“{0}” is not a valid host.', quoted(host));
  const path = rest.split(/[?#]/)[0] ?? '';
  if (/%(?![\da-fA-F]{2})/.test(path)) return l10n.t('“{0}” has a percent sign that begins no code.', quoted(path));
  return undefined;
}
