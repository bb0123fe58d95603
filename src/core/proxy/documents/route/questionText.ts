import { maskHeaderLine } from '../../../base/secrets/secretsInText';
import type { RouteAnswer, RouteQuestion } from '../../routing/routeAnswer';
import { ownText, type PageCell, type PageRow, untrustedText } from '../page';
import { factRow } from '../pageContent';

/** The question in one line of ours and the person's words: `GET https://shop.example.com/api on websecure`. */
export function routeQuestionText(question: RouteQuestion): string {
  return titleCell(question)
    .map(({ text }) => text)
    .join('');
}

/** The same as a page's title. */
export function titleCell(question: RouteQuestion): PageCell {
  const look = 'heading';
  const entryPoint = [ownText(' on ', look), untrustedText(question.entryPoint, { look })];
  if (question.kind === 'tcp') {
    const name = question.serverName;
    const what = question.isTls ? 'TLS connection' : 'TCP connection';
    return [
      ownText(name === undefined ? what : `${what} for `, look),
      ...(name === undefined ? [] : [untrustedText(name, { look })]),
      ...entryPoint,
    ];
  }
  const url = `${question.isTls ? 'https' : 'http'}://${question.host}${question.target}`;
  return [untrustedText(question.method, { look }), ownText(' ', look), untrustedText(url, { look }), ...entryPoint];
}

/** What rules see, where that is not what was asked. */
export function seenCells({ question, seen }: RouteAnswer): readonly PageCell[] {
  if (question.kind === 'tcp') return [];
  const isSameHost = seen.host === question.host;
  const isSamePath = seen.path === undefined || seen.path === question.target.split('?', 1)[0];
  if (isSameHost && isSamePath) return [];
  return [
    [
      ownText('Rules see ', 'faint'),
      ...(isSameHost ? [] : [ownText('the host ', 'faint'), untrustedText(seen.host)]),
      ...(isSameHost || isSamePath ? [] : [ownText(' and ', 'faint')]),
      ...(isSamePath || seen.path === undefined ? [] : [ownText('the path ', 'faint'), untrustedText(seen.path)]),
    ],
  ];
}

/** What else was asked: headers, protocols, the client. */
export function questionFacts(question: RouteQuestion): readonly PageRow[] {
  const { clientIp } = question;
  const from = clientIp === undefined ? [] : factRow('Client', [[untrustedText(clientIp)]]);
  if (question.kind === 'tcp') {
    return [...factRow('ALPN', question.alpn.length === 0 ? [] : [[untrustedText(question.alpn.join(', '))]]), ...from];
  }
  const headers = question.headers.map(([name, value]) => [untrustedText(maskHeaderLine(`${name}: ${value}`))]);
  return [...factRow('Headers', headers), ...from];
}
