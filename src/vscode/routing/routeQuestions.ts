import { isIP } from 'node:net';
import type { RememberedRouteQuestion } from '../../core/proxy/routing/rememberedQuestions';
import type { RouteDraft } from '../../core/proxy/routing/routeDraft';
import { loadCore } from '../shared/loadCore';
import { askText, pickOne, type QuestionPosition, type QuickAnswer } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';
import { askHeaders } from './askHeaders';

/** One question about a request, for a person to answer. */
interface Question {
  /** Whether it is asked, as far as the answers so far tell. */
  isNeeded(draft: RouteDraft): boolean;
  /** Asks it, beginning at what was answered before. */
  ask(place: QuestionPosition, draft: RouteDraft): Promise<QuickAnswer<Partial<RememberedRouteQuestion>>>;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const OTHER = 'Other…';

/** What can be a method: RFC 9110, 5.6.2. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]{1,100}$/;

const url: Question = {
  isNeeded: () => true,
  async ask(place, { answers, mayBeTcp }) {
    const { readAskedUrl } = await loadCore();
    const answer = await askText({
      ...place,
      prompt: mayBeTcp ? 'URL of a request, or host:port of a TCP connection' : 'URL of a request',
      placeholder: 'https://shop.example.com/cart?item=1',
      value: answers.url,
      check(text) {
        const found = readAskedUrl(text);
        if ('problem' in found) return { problem: found.problem };
        return found.notes.length === 0 ? undefined : { hint: found.notes.join(' ') };
      },
    });
    return kept(answer, (value) => ({ url: value.trim() }));
  },
};

const protocol: Question = {
  isNeeded: ({ url, mayBeTcp }) => url?.protocol === undefined && mayBeTcp,
  async ask(place, draft) {
    const answer = await pickOne<'http' | 'tcp'>({
      ...place,
      placeholder: 'This proxy routes HTTP and TCP. What is it?',
      choices: [
        { label: 'HTTP request', description: 'for the path /', value: 'http' },
        { label: 'TCP connection', value: 'tcp' },
      ],
      active: draft.protocol,
    });
    return kept(answer, (value) => ({ protocol: value }));
  },
};

const entryPoint: Question = {
  isNeeded: ({ entryPoints }) => !entryPoints.isCertain,
  async ask(place, { entryPoints, entryPointBefore }) {
    const answer = await pickOne({
      ...place,
      placeholder: 'At which entry point does it arrive? The likeliest is first.',
      choices: entryPoints.guesses.map(({ name, address, why }) => ({
        label: `$(sign-in) ${escapeForLabel([name, address].filter(Boolean).join('  ')) || '(no name)'}`,
        ...(why !== undefined && { description: why }),
        value: name,
      })),
      ...(entryPointBefore !== undefined && { active: entryPointBefore }),
    });
    return kept(answer, (value) => ({ entryPoint: value }));
  },
};

const tls: Question = {
  isNeeded: ({ isTlsOpen }) => isTlsOpen,
  async ask(place, { isTls }) {
    const answer = await pickOne({
      ...place,
      placeholder: 'Routers with TLS take other connections than those without. Does it begin with TLS?',
      choices: [
        { label: 'With TLS', description: 'it sends the host as server name', value: true },
        { label: 'Without TLS', value: false },
      ],
      active: isTls,
    });
    return kept(answer, (value) => ({ isTls: value }));
  },
};

const method: Question = {
  isNeeded: (draft) => draft.protocol === 'http' && draft.rulesAsk.method,
  async ask(place, { answers: { method: before = 'GET' } }) {
    const isListed = METHODS.some((one) => one === before);
    const answer = await pickOne<string>({
      ...place,
      placeholder: 'Rules of this entry point look at the method. Which one is it?',
      choices: [...METHODS, ...(isListed ? [] : [before]), OTHER].map((one) => ({
        label: escapeForLabel(one),
        value: one,
      })),
      active: before,
    });
    if (answer === undefined || answer === 'back' || answer.value !== OTHER) {
      return kept(answer, (value) => ({ method: value }));
    }
    const typed = await askText({
      ...place,
      prompt: 'Method, as it is sent: Traefik takes get for another one than GET',
      check: (text) => (TOKEN.test(text.trim()) ? undefined : { problem: 'A method is one word, such as PURGE.' }),
    });
    return kept(typed, (value) => ({ method: value.trim() }));
  },
};

const headers: Question = {
  isNeeded: (draft) => draft.protocol === 'http' && draft.rulesAsk.headers.length > 0,
  async ask(place, { answers, rulesAsk: { headers: names } }) {
    const { isSecretHeader, maskHeaderLine } = await loadCore();
    const sent = answers.headers.filter(([one]) => names.some((name) => name.toLowerCase() === one.toLowerCase()));
    const words = {
      isSecret: isSecretHeader,
      line: (name: string, value: string) => maskHeaderLine(`${name}: ${value}`),
    };
    const answer = await askHeaders(names, sent, words, place);
    if (answer === undefined || answer === 'back') return answer;
    return { value: { headers: answer.map(([name, value]) => [name, value]) } };
  },
};

const alpn: Question = {
  isNeeded: (draft) => draft.protocol === 'tcp' && draft.isTls && draft.rulesAsk.alpn.length > 0,
  async ask(place, { answers, rulesAsk }) {
    const answer = await askText({
      ...place,
      prompt: 'Protocols that the client offers (ALPN), parted by commas. Empty for none.',
      placeholder: escapeForLabel(rulesAsk.alpn.join(', ')),
      value: answers.alpn.join(', '),
    });
    const offered = (text: string): string[] => text.split(',').map((one) => one.trim());
    return kept(answer, (value) => ({ alpn: offered(value).filter((one) => one !== '') }));
  },
};

const clientIp: Question = {
  isNeeded: ({ rulesAsk }) => rulesAsk.clientIp,
  async ask(place, { answers }) {
    const answer = await askText({
      ...place,
      prompt: 'Rules of this entry point look at the address of the client. Empty where it is not known.',
      placeholder: '203.0.113.7',
      value: answers.clientIp ?? '',
      check: (text) =>
        text.trim() === '' || isIP(text.trim()) > 0 ? undefined : { problem: 'This is no IP address.' },
    });
    return kept(answer, (value) => ({ clientIp: value.trim() === '' ? undefined : value.trim() }));
  },
};

/** The URL of the request: all the others depend on it. */
export const urlQuestion = url;

/** What else there is to ask, in its order: only what is not certain, and what rules look at. */
export const otherQuestions: readonly Question[] = [protocol, entryPoint, tls, method, headers, alpn, clientIp];

/** What an answer changes; no answer and Back stay what they are. */
function kept<T>(
  answer: QuickAnswer<T>,
  change: (value: T) => Partial<RememberedRouteQuestion>,
): QuickAnswer<Partial<RememberedRouteQuestion>> {
  return answer === undefined || answer === 'back' ? answer : { value: change(answer.value) };
}
