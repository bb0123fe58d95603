import { isIP } from 'node:net';
import type { Inventory } from '../../core/proxy/model/inventory';
import type { Origins } from '../../core/proxy/publicUrls/addresses';
import type { RouteQuestion } from '../../core/proxy/routing/answer';
import type { Ask } from '../../core/proxy/routing/askedBefore';
import type { EntryPointGuesses } from '../../core/proxy/routing/entryPointGuess';
import type { AskedUrl } from '../../core/proxy/routing/urlText';
import { loadCore } from '../shared/core';
import { inLabel } from '../shared/inert';
import { type Answer, askText, pick, runSteps, type Step } from '../shared/quickInput';
import { askHeaders } from './askHeaders';
import type { AskedRoute } from './routeDocuments';

/** What is asked about. */
interface AskedProxy {
  readonly endpointId: string;
  /** What a person calls it. */
  readonly name: string;
  readonly inventory: Inventory;
  readonly origins?: Origins | undefined;
}

/** Whether and how the URL is asked for. */
export interface Begin {
  /** What the answers begin with: those of the last time. */
  readonly before: Ask | undefined;
  /** What stands in the field for the URL, where it is not that of the last time. */
  readonly url?: string | undefined;
  /** Whether a URL that can be read is not asked for again. */
  readonly isGiven?: boolean;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const OTHER = 'Other…';

/**
 * Asks step by step which request a person means: its URL, and of the rest only what is not certain and what rules look at.
 *
 * @returns undefined where the person left it
 */
export async function askRoute(
  { endpointId, name, inventory, origins }: AskedProxy,
  { before, url = before?.url ?? '', isGiven = false }: Begin,
): Promise<AskedRoute | undefined> {
  const core = await loadCore();
  const { asksOf, guessEntryPoint, isLikelyTls, isSecretHeader, listedRouters, maskHeaderLine, readAskedUrl } = core;
  const title = `Which Router Takes This URL? · ${inLabel(name, 40)}`;
  const tcpRouters = listedRouters(inventory, 'tcp');
  const draft = { ...EMPTY, ...before, endpointId, url, isTls: undefined as boolean | undefined };
  let chosenTls = before?.isTls;

  const read = (): AskedUrl | undefined => {
    const found = readAskedUrl(draft.url);
    return 'problem' in found ? undefined : found;
  };
  const protocol = (): 'http' | 'tcp' =>
    read()?.protocol ?? (tcpRouters.length === 0 ? 'http' : (draft.protocol ?? 'http'));
  const guesses = (): EntryPointGuesses => {
    const found = read();
    return guessEntryPoint(
      { protocol: protocol(), isTls: found?.isTls, port: found?.port, name: found?.name ?? '' },
      inventory,
      origins,
    );
  };
  /** Whether the entry point chosen last time is as likely this time. */
  const arrivesAsBefore = (): boolean => {
    const [now, last] = [read(), readAskedUrl(before?.url ?? '')];
    return now !== undefined && !('problem' in last) && now.isTls === last.isTls && now.port === last.port;
  };
  const entryPoint = (): string => {
    const { guesses: all, isCertain } = guesses();
    const isKnown = all.some((guess) => guess.name === draft.entryPoint);
    return (isCertain || !isKnown ? all[0]?.name : draft.entryPoint) ?? '';
  };
  /** What can arrive there as a TCP connection: with TLS, without, or both. */
  const sides = (): readonly boolean[] => [
    ...new Set(
      tcpRouters
        .filter((router) => core.entryPointsOf(router).includes(entryPoint()))
        .map(({ tls }) => tls !== undefined),
    ),
  ];
  const isTls = (): boolean => {
    const found = read();
    if (found?.isTls !== undefined) return found.isTls;
    if (protocol() === 'http') return isLikelyTls({ port: found?.port }, entryPoint(), inventory);
    const [only, other] = sides();
    return other === undefined ? (only ?? false) : (chosenTls ?? false);
  };
  const asks = () => asksOf(inventory, { protocol: protocol(), entryPoint: entryPoint(), isTls: isTls() });

  const needs: readonly (readonly [isNeeded: () => boolean, step: Step])[] = [
    [
      () => !isGiven || read() === undefined,
      (place) =>
        take(
          askText({
            ...place,
            title,
            prompt: tcpRouters.length === 0 ? 'URL of a request' : 'URL of a request, or host:port of a TCP connection',
            placeholder: 'https://shop.example.com/cart?item=1',
            value: draft.url,
            check: checkUrl,
          }),
          (value) => {
            draft.url = value.trim();
          },
        ),
    ],
    [
      () => read()?.protocol === undefined && tcpRouters.length > 0,
      (place) =>
        take(
          pick<'http' | 'tcp'>({
            ...place,
            title,
            placeholder: 'This proxy routes HTTP and TCP. What is it?',
            choices: [
              { label: 'HTTP request', description: 'for the path /', value: 'http' },
              { label: 'TCP connection', value: 'tcp' },
            ],
            active: protocol(),
          }),
          (value) => {
            draft.protocol = value;
          },
        ),
    ],
    [
      () => !guesses().isCertain,
      (place) =>
        take(
          pick({
            ...place,
            title,
            placeholder: 'At which entry point does it arrive? The likeliest is first.',
            choices: guesses().guesses.map((guess) => ({
              label: `$(sign-in) ${inLabel([guess.name, guess.address].filter(Boolean).join('  ')) || '(no name)'}`,
              ...(guess.why !== undefined && { description: guess.why }),
              value: guess.name,
            })),
            ...(arrivesAsBefore() && draft.entryPoint !== undefined && { active: draft.entryPoint }),
          }),
          (value) => {
            draft.entryPoint = value;
          },
        ),
    ],
    [
      () => protocol() === 'tcp' && read()?.isTls === undefined && sides().length > 1,
      (place) =>
        take(
          pick({
            ...place,
            title,
            placeholder: 'Routers with TLS take other connections than those without. Does it begin with TLS?',
            choices: [
              { label: 'With TLS', description: 'it sends the host as server name', value: true },
              { label: 'Without TLS', value: false },
            ],
            active: isTls(),
          }),
          (value) => {
            chosenTls = value;
          },
        ),
    ],
    [
      () => protocol() === 'http' && asks().method,
      async (place) => {
        const known = METHODS.some((method) => method === draft.method);
        const answer = await pick<string>({
          ...place,
          title,
          placeholder: 'Rules of this entry point look at the method. Which one is it?',
          choices: [...METHODS, ...(known || draft.method === undefined ? [] : [draft.method]), OTHER].map(
            (method) => ({
              label: inLabel(method),
              value: method,
            }),
          ),
          active: draft.method ?? 'GET',
        });
        if (answer === undefined || answer === 'back' || answer.value !== OTHER) {
          return take(Promise.resolve(answer), (value) => {
            draft.method = value;
          });
        }
        const typed = askText({
          ...place,
          title,
          prompt: 'Method, as it is sent: Traefik takes get for another one than GET',
          check: (text) => (TOKEN.test(text.trim()) ? undefined : { problem: 'A method is one word, such as PURGE.' }),
        });
        return take(typed, (value) => {
          draft.method = value.trim();
        });
      },
    ],
    [
      () => protocol() === 'http' && asks().headers.length > 0,
      async (place) => {
        const { headers: names } = asks();
        const sent = draft.headers.filter(([one]) => names.some((each) => each.toLowerCase() === one.toLowerCase()));
        const words = {
          isSecret: isSecretHeader,
          line: (one: string, value: string) => maskHeaderLine(`${one}: ${value}`),
        };
        const answer = await askHeaders(names, sent, words, { ...place, title });
        if (answer === undefined) return 'cancel';
        if (answer === 'back') return 'back';
        draft.headers = answer.map(([one, value]) => [one, value]);
        return 'next';
      },
    ],
    [
      () => protocol() === 'tcp' && isTls() && asks().alpn.length > 0,
      (place) =>
        take(
          askText({
            ...place,
            title,
            prompt: 'Protocols that the client offers (ALPN), parted by commas. Empty for none.',
            placeholder: inLabel(asks().alpn.join(', ')),
            value: draft.alpn.join(', '),
          }),
          (value) => {
            draft.alpn = value
              .split(',')
              .map((one) => one.trim())
              .filter((one) => one !== '');
          },
        ),
    ],
    [
      () => asks().clientIp,
      (place) =>
        take(
          askText({
            ...place,
            title,
            prompt: 'Rules of this entry point look at the address of the client. Empty where it is not known.',
            placeholder: '203.0.113.7',
            value: draft.clientIp ?? '',
            check: (text) =>
              text.trim() === '' || isIP(text.trim()) > 0 ? undefined : { problem: 'This is no IP address.' },
          }),
          (value) => {
            draft.clientIp = value.trim() === '' ? undefined : value.trim();
          },
        ),
    ],
  ];
  const checkUrl = (text: string) => {
    const found = readAskedUrl(text);
    if ('problem' in found) return { problem: found.problem };
    return found.notes.length === 0 ? undefined : { hint: found.notes.join(' ') };
  };

  const steps = needs.map(
    ([isNeeded, step]): Step =>
      (place) =>
        isNeeded() ? step(place) : Promise.resolve('skip'),
  );
  const total = (): number => needs.filter(([isNeeded], index) => (index === 0 ? !isGiven : isNeeded())).length;
  if (!(await runSteps(steps, total))) return undefined;
  const found = read();
  if (found === undefined) return undefined;
  const { question, notes } = questionOf(found);
  return {
    question,
    notes: [...found.notes, ...notes],
    ask: { ...draft, protocol: protocol(), entryPoint: entryPoint(), isTls: chosenTls },
  };

  function questionOf(asked: AskedUrl): { readonly question: RouteQuestion; readonly notes: readonly string[] } {
    const looked = asks();
    const clientIp = looked.clientIp ? draft.clientIp : undefined;
    const common = { entryPoint: entryPoint(), isTls: isTls(), clientIp };
    const tls = common.isTls ? 'with TLS' : 'without TLS';
    const isGuessed = asked.isTls === undefined && (protocol() === 'http' || sides().length < 2);
    const notes = isGuessed ? [`Nothing says whether it goes over TLS: it is taken to go ${tls}.`] : [];
    if (protocol() === 'tcp') {
      const serverName = common.isTls && isIP(asked.name) === 0 ? { serverName: asked.name } : {};
      return {
        question: { kind: 'tcp', ...common, ...serverName, alpn: looked.alpn.length > 0 ? draft.alpn : [] },
        notes,
      };
    }
    const method = looked.method ? (draft.method ?? 'GET') : 'GET';
    const headers = looked.headers.length > 0 ? draft.headers : [];
    return { question: { kind: 'http', ...common, method, host: asked.host, target: asked.target, headers }, notes };
  }
}

const EMPTY: Omit<Ask, 'endpointId' | 'url'> = { headers: [], alpn: [] };

/** What can be a method: RFC 9110, 5.6.2. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]{1,100}$/;

/** What an answer means for the walk through the steps. */
async function take<T>(asked: Promise<Answer<T>>, keep: (value: T) => void): ReturnType<Step> {
  const answer = await asked;
  if (answer === undefined) return 'cancel';
  if (answer === 'back') return 'back';
  keep(answer.value);
  return 'next';
}
