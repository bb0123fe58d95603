import * as l10n from '@vscode/l10n';
import { type RememberedRouteQuestion, urlWithoutSecrets } from '../../core/proxy/routing/rememberedQuestions';
import { withRouteUrl } from '../../core/proxy/routing/routeDraft';
import type { ClientRegistry } from '../shared/clientRegistry';
import { mapAnswer, pickOne, type QuestionPosition, type QuickAnswer, type QuickChoice } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';
import type { AnsweredRoute } from './answerRoute';
import type { RouteEdit, RoutePart } from './routeLenses';
import { routeQuestions } from './routeQuestions';

/** Reads the argument of Edit Request…: a code lens names the part, the toolbar only the document. */
export function readRouteEdit(argument: unknown): { readonly document: unknown; readonly part?: RoutePart } {
  if (typeof argument !== 'object' || argument === null || !('part' in argument) || !('document' in argument)) {
    return { document: argument };
  }
  const { document, part } = argument as RouteEdit;
  return { document, ...(isPart(part) && { part }) };
}

const isPart = (part: unknown): part is RoutePart => part === 'proxy' || Object.hasOwn(routeQuestions, String(part));

/**
 * Asks the user for one part of a request: the given one, or one that the user selects.
 *
 * @returns the changed answers; undefined if canceled
 */
export async function editRequest(
  clients: Pick<ClientRegistry, 'store'>,
  ask: RememberedRouteQuestion,
  answered: AnsweredRoute,
  part: RoutePart | undefined,
): Promise<RememberedRouteQuestion | undefined> {
  const title = `${l10n.t('Edit Request')} · ${escapeForLabel(answered.proxyName, 40)}`;
  for (;;) {
    const chosen = part === undefined ? await choosePart(title, ask, answered) : { value: part };
    if (chosen === undefined || chosen === 'back') return undefined;
    const place = { title, canGoBack: part === undefined };
    const answer =
      chosen.value === 'proxy'
        ? await askProxy(clients, place, ask)
        : await routeQuestions[chosen.value](place, answered.draft);
    if (answer === undefined) return undefined;
    if (answer === 'back') continue;
    const { url, ...others } = answer.value;
    return url === undefined ? { ...ask, ...others } : withRouteUrl(ask, url);
  }
}

async function choosePart(
  title: string,
  { url }: RememberedRouteQuestion,
  { assumptions, proxyName, hasOtherProxies }: AnsweredRoute,
): Promise<QuickAnswer<RoutePart>> {
  const choice = (value: RoutePart, icon: string, label: string): QuickChoice<RoutePart> => ({
    label: `$(${icon}) ${escapeForLabel(label)}`,
    value,
  });
  return pickOne({
    title,
    placeholder: l10n.t('Select what to change'),
    choices: [
      choice('url', 'link', l10n.t('URL: {0}', urlWithoutSecrets(url))),
      ...(hasOtherProxies ? [choice('proxy', 'server', l10n.t('Proxy: {0}', proxyName))] : []),
      ...assumptions.map(({ kind, words }) => choice(kind, icons[kind], words)),
    ],
  });
}

const icons = {
  protocol: 'plug',
  entryPoint: 'sign-in',
  tls: 'lock',
  method: 'symbol-method',
  headers: 'list-selection',
  alpn: 'list-selection',
  clientIp: 'account',
} as const satisfies Readonly<Record<Exclude<RoutePart, 'url' | 'proxy'>, string>>;

/** Entry points belong to a proxy, so a new proxy needs a new guess. */
async function askProxy(
  clients: Pick<ClientRegistry, 'store'>,
  place: QuestionPosition,
  { endpointId }: RememberedRouteQuestion,
): Promise<QuickAnswer<Partial<RememberedRouteQuestion>>> {
  const all = (await (await clients.store()).list()).filter(({ hint }) => hint.kind === 'proxy');
  const answer = await pickOne({
    ...place,
    placeholder: l10n.t('Select a proxy'),
    choices: all.map(({ hint }) => ({ label: `$(server) ${escapeForLabel(hint.name)}`, value: hint.id })),
    active: endpointId,
  });
  return mapAnswer(answer, (id) => (id === endpointId ? {} : { endpointId: id, entryPoint: undefined }));
}
