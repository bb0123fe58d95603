import { maskHeaderLine } from '../../../base/secrets/secretsInText';
import type { RouteAnswer, RouteQuestion } from '../../routing/answer';
import { fact } from '../content';
import { type Cell, own, type Row, said } from '../page';

/** The question in one line of ours and the person's words: `GET https://shop.example.com/api on websecure`. */
export function questionText(question: RouteQuestion): string {
  return titleCell(question)
    .map(({ text }) => text)
    .join('');
}

/** The same as a page's title. */
export function titleCell(question: RouteQuestion): Cell {
  const look = 'heading';
  const entryPoint = [own(' on ', look), said(question.entryPoint, { look })];
  if (question.kind === 'tcp') {
    const name = question.serverName;
    const what = question.isTls ? 'TLS connection' : 'TCP connection';
    return [
      own(name === undefined ? what : `${what} for `, look),
      ...(name === undefined ? [] : [said(name, { look })]),
      ...entryPoint,
    ];
  }
  const url = `${question.isTls ? 'https' : 'http'}://${question.host}${question.target}`;
  return [said(question.method, { look }), own(' ', look), said(url, { look }), ...entryPoint];
}

/** What rules see, where that is not what was asked. */
export function seenCells({ question, seen }: RouteAnswer): readonly Cell[] {
  if (question.kind === 'tcp') return [];
  const isSameHost = seen.host === question.host;
  const isSamePath = seen.path === undefined || seen.path === question.target.split('?', 1)[0];
  if (isSameHost && isSamePath) return [];
  return [
    [
      own('Rules see ', 'faint'),
      ...(isSameHost ? [] : [own('the host ', 'faint'), said(seen.host)]),
      ...(isSameHost || isSamePath ? [] : [own(' and ', 'faint')]),
      ...(isSamePath || seen.path === undefined ? [] : [own('the path ', 'faint'), said(seen.path)]),
    ],
  ];
}

/** What else was asked: headers, protocols, the client. */
export function questionFacts(question: RouteQuestion): readonly Row[] {
  const { clientIp } = question;
  const from = clientIp === undefined ? [] : fact('Client', [[said(clientIp)]]);
  if (question.kind === 'tcp') {
    return [...fact('ALPN', question.alpn.length === 0 ? [] : [[said(question.alpn.join(', '))]]), ...from];
  }
  const headers = question.headers.map(([name, value]) => [said(maskHeaderLine(`${name}: ${value}`))]);
  return [...fact('Headers', headers), ...from];
}
