import { isIP } from 'node:net';
import * as l10n from '@vscode/l10n';
import { isSecretHeader, maskHeaderLine } from '../../core/base/secrets/secretsInText';
import type { RememberedRouteQuestion } from '../../core/proxy/routing/rememberedQuestions';
import { sentHeadersText } from '../../core/proxy/routing/routeAssumptions';
import type { RouteDraft } from '../../core/proxy/routing/routeDraft';
import { readAskedUrl } from '../../core/proxy/routing/urlText';
import { askText, mapAnswer, pickOne, type QuestionPosition, type QuickAnswer } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';
import { askHeaders } from './askHeaders';
import type { RoutePart } from './routeLenses';

/** One question about a request, with the present value as the default. */
type Question = (place: QuestionPosition, draft: RouteDraft) => Promise<QuickAnswer<Partial<RememberedRouteQuestion>>>;

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
/** Not a valid method, so it cannot be typed as one. */
const otherMethod = '';

/** The syntax of methods: RFC 9110, 5.6.2. */
const token = /^[\w!#$%&'*+.^`|~-]{1,100}$/;

const url: Question = async (place, { answers }) => {
  const answer = await askText({
    ...place,
    prompt: l10n.t('URL of a request, or host:port of a TCP connection'),
    placeholder: 'https://shop.example.com/cart?item=1',
    value: answers.url,
    check(text) {
      const found = readAskedUrl(text);
      if ('problem' in found) return { problem: found.problem };
      return found.notes.length === 0 ? undefined : { hint: found.notes.join(' ') };
    },
  });
  return mapAnswer(answer, (value) => ({ url: value.trim() }));
};

const protocol: Question = async (place, draft) => {
  const answer = await pickOne<'http' | 'tcp'>({
    ...place,
    placeholder: l10n.t('Select the protocol'),
    choices: [
      { label: l10n.t('HTTP request'), description: l10n.t('For the path /'), value: 'http' },
      { label: l10n.t('TCP connection'), value: 'tcp' },
    ],
    active: draft.protocol,
  });
  return mapAnswer(answer, (value) => ({ protocol: value }));
};

const entryPoint: Question = async (place, { entryPoints, entryPoint: present }) => {
  const answer = await pickOne({
    ...place,
    placeholder: l10n.t('Select the entry point (most likely first)'),
    choices: entryPoints.guesses.map(({ name, address, why }) => ({
      label: `$(sign-in) ${escapeForLabel([name, address].filter(Boolean).join('  ')) || l10n.t('(no name)')}`,
      ...(why !== undefined && { description: why }),
      value: name,
    })),
    active: present,
  });
  return mapAnswer(answer, (value) => ({ entryPoint: value }));
};

const tls: Question = async (place, { isTls }) => {
  const answer = await pickOne({
    ...place,
    placeholder: l10n.t('Select whether the connection uses TLS'),
    choices: [
      { label: l10n.t('With TLS'), description: l10n.t('Sends the host as the server name (SNI)'), value: true },
      { label: l10n.t('Without TLS'), value: false },
    ],
    active: isTls,
  });
  return mapAnswer(answer, (value) => ({ isTls: value }));
};

const method: Question = async (place, { answers: { method: before = 'GET' }, rulesAsk }) => {
  const isListed = methods.some((one) => one === before);
  const answer = await pickOne<string>({
    ...place,
    placeholder: rulesAsk.method
      ? l10n.t('Select the method (rules of this entry point check it)')
      : l10n.t('Select the method'),
    choices: [...methods, ...(isListed ? [] : [before]), otherMethod].map((one) => ({
      label: one === otherMethod ? l10n.t('Other…') : escapeForLabel(one),
      value: one,
    })),
    active: before,
  });
  if (answer === undefined || answer === 'back' || answer.value !== otherMethod) {
    return mapAnswer(answer, (value) => ({ method: value }));
  }
  const typed = await askText({
    ...place,
    prompt: l10n.t('HTTP method (case-sensitive)'),
    check: (text) =>
      token.test(text.trim()) ? undefined : { problem: l10n.t('Enter a single word, such as {0}.', 'PURGE') },
  });
  return mapAnswer(typed, (value) => ({ method: value.trim() }));
};

const headers: Question = async (place, { answers, rulesAsk: { headers: names } }) => {
  const words = {
    isSecret: isSecretHeader,
    count: sentHeadersText,
    line: (name: string, value: string) => maskHeaderLine(`${name}: ${value}`),
  };
  const answer = await askHeaders(names, answers.headers, words, place);
  if (answer === undefined || answer === 'back') return answer;
  return { value: { headers: answer.map(([name, value]) => [name, value]) } };
};

const alpn: Question = async (place, { answers, rulesAsk }) => {
  const answer = await askText({
    ...place,
    prompt: l10n.t('Protocols that the client offers (ALPN), separated by commas. Leave empty for none.'),
    placeholder: escapeForLabel(rulesAsk.alpn.join(', ')),
    value: answers.alpn.join(', '),
  });
  const offered = (text: string): string[] => text.split(',').map((one) => one.trim());
  return mapAnswer(answer, (value) => ({ alpn: offered(value).filter((one) => one !== '') }));
};

const clientIp: Question = async (place, { answers, rulesAsk }) => {
  const answer = await askText({
    ...place,
    prompt: rulesAsk.clientIp
      ? l10n.t('Client IP (some rules check it). Leave empty if unknown.')
      : l10n.t('Client IP. Leave empty if unknown.'),
    placeholder: '203.0.113.7',
    value: answers.clientIp ?? '',
    check: (text) =>
      text.trim() === '' || isIP(text.trim()) > 0 ? undefined : { problem: l10n.t('Enter a valid IP address.') },
  });
  return mapAnswer(answer, (value) => ({ clientIp: value.trim() === '' ? undefined : value.trim() }));
};

/** The question about each part of a request. */
export const routeQuestions: Readonly<Record<Exclude<RoutePart, 'proxy'>, Question>> = {
  url,
  protocol,
  entryPoint,
  tls,
  method,
  headers,
  alpn,
  clientIp,
};
