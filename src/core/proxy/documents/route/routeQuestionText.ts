import * as l10n from '@vscode/l10n';
import { plural } from '../../../../l10n/plural';
import { maskHeaderLine } from '../../../base/secrets/secretsInText';
import type { RouteAnswer, RouteQuestion } from '../../routing/routeAnswer';
import { ownText, type PageCell, type PageRow, sentenceCell, untrustedText } from '../page';
import { factRow } from '../pageContent';

/** The request in one line, as a page's title: `GET https://shop.example.com/api on websecure`. */
export function titleCell(question: RouteQuestion): PageCell {
  const look = 'heading';
  const entryPoint = untrustedText(question.entryPoint, { look });
  if (question.kind === 'tcp') {
    if (question.serverName === undefined) {
      const sentence = question.isTls ? l10n.t('TLS connection on {0}') : l10n.t('TCP connection on {0}');
      return sentenceCell(sentence, [entryPoint], look);
    }
    const sentence = question.isTls ? l10n.t('TLS connection for {0} on {1}') : l10n.t('TCP connection for {0} on {1}');
    return sentenceCell(sentence, [untrustedText(question.serverName, { look }), entryPoint], look);
  }
  const url = untrustedText(`${question.isTls ? 'https' : 'http'}://${question.host}${question.target}`, { look });
  return sentenceCell(l10n.t('{0} {1} on {2}'), [untrustedText(question.method, { look }), url, entryPoint], look);
}

/** The request as rules see it, if it differs from the sent one. */
export function seenCells({ question, seen }: RouteAnswer): readonly PageCell[] {
  if (question.kind === 'tcp') return [];
  const isSameHost = seen.host === question.host;
  const isSamePath = seen.path === undefined || seen.path === question.target.split('?', 1)[0];
  if (isSameHost && isSamePath) return [];
  const [host, path] = [untrustedText(seen.host), untrustedText(seen.path ?? '')];
  if (isSamePath) return [sentenceCell(l10n.t('Rules see the host {0}'), [host], 'faint')];
  if (isSameHost) return [sentenceCell(l10n.t('Rules see the path {0}'), [path], 'faint')];
  return [sentenceCell(l10n.t('Rules see the host {0} and the path {1}'), [host, path], 'faint')];
}

/**
 * The rest of the request: headers, protocols, the client. Headers that no rule checks are only counted, because a
 * browser sends dozens.
 *
 * @param checkedHeaders the names of the headers that rules of the entry point check; by default, all
 */
export function questionFacts(
  question: RouteQuestion,
  checkedHeaders: readonly string[] | undefined,
): readonly PageRow[] {
  const { clientIp } = question;
  const from = clientIp === undefined ? [] : factRow(l10n.t('Client IP'), [[untrustedText(clientIp)]]);
  if (question.kind === 'tcp') {
    return [...factRow('ALPN', question.alpn.length === 0 ? [] : [[untrustedText(question.alpn.join(', '))]]), ...from];
  }
  const checked = checkedHeaders && new Set(checkedHeaders.map((name) => name.toLowerCase()));
  const shown = question.headers.filter(([name]) => checked?.has(name.toLowerCase()) !== false);
  const others = question.headers.length - shown.length;
  const uncheckedForms = {
    one: '{0} header that no rule of this entry point checks',
    other: '{0} headers that no rule of this entry point checks',
  };
  const cells: PageCell[] = shown.map(([name, value]) => [untrustedText(maskHeaderLine(`${name}: ${value}`))]);
  if (others > 0) cells.push([ownText(plural(others, uncheckedForms), 'faint')]);
  return [...factRow(l10n.t('Headers'), cells), ...from];
}
