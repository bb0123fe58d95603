import * as l10n from '@vscode/l10n';
import { maskText } from '../base/secrets/secretsInText';
import { plainText } from '../base/text/plainText';
import { quoted, quotedPath } from '../base/text/quoted';
import { absenceReason } from '../config/absence/absenceReason';
import type { NotKnown, NotLoadedReason } from '../config/files/notLoaded';
import { type ConfigProblem, objectProblem } from '../config/model/configProblem';
import type { Declaration } from '../config/model/declaration';
import { splitQualifiedName } from '../config/names/objectNames';
import type { PlacedText } from '../config/source/placedText';
import type { Inventory } from '../proxy/model/inventory';
import type { Item } from '../proxy/model/model';
import { itemsOfMatch, type LiveMatch, readsProviderOf } from './matchDeclared';

/** What a proxy lists, and the name of its endpoint. */
export interface NamedInventory {
  readonly name: string;
  readonly inventory: Inventory;
}

/** Why a proxy lacks declared objects, as far as that was asked. */
export type NotLoadedReasons = ReadonlyMap<Declaration, NotLoadedReason>;

const longestName = 60;
const longestError = 300;

/** The name of a proxy's endpoint, as one visible line. */
export function shownProxyName({ name }: Pick<NamedInventory, 'name'>): string {
  return plainText(name, longestName);
}

/**
 * The problems that a live proxy reports about declared objects: errors, each at its text, and missing objects.
 *
 * @param reasons of the missing ones
 */
export function liveProblems(
  matches: readonly LiveMatch[],
  proxy: NamedInventory,
  reasons: NotLoadedReasons = new Map(),
): readonly ConfigProblem[] {
  return matches.flatMap((match) => {
    const { declaration } = match;
    if (isMissing(match)) return notLoaded(declaration, proxy, reasons.get(declaration) ?? { unknown: 'static' });
    const problems = itemsOfMatch(match).flatMap((item) => errorsOf(item, declaration));
    // Copies of a router have the same errors.
    const reported = new Set<string>();
    return problems.filter(({ message }) => !reported.has(message) && reported.add(message));
  });
}

/** Whether a proxy certainly lacks an object that it would have if all of the files were used. */
export function isMissing({ declaration, certainty }: LiveMatch): boolean {
  const { absent, isConditional, isImplied } = declaration;
  return certainty === 'none' && absent === undefined && isConditional !== true && isImplied !== true;
}

/** The objects of a provider that the proxy does not read are missing only if it is known why. */
function notLoaded(
  declaration: Declaration,
  { name, inventory }: NamedInventory,
  reason: NotLoadedReason,
): readonly ConfigProblem[] {
  const isRead = readsProviderOf(declaration.name, inventory);
  const isOff = isRead === false && 'code' in reason && readsProviderOf('@swarm', inventory) === false;
  if (isRead !== true && !isOff) return [];
  const proxy = { name };
  const words =
    'unknown' in reason
      ? [
          l10n.t('{0} has not loaded “{1}”.', shownProxyName(proxy), quoted(declaration.name)),
          notKnown[reason.unknown](),
        ]
      : [wordsOfStatic(declaration, proxy, reason.from), absenceReason(reason.code).message];
  return [objectProblem(declaration, 'information', 'not.loaded', declaration.at, words.join(' '))];
}

function wordsOfStatic(declaration: Declaration, proxy: Pick<NamedInventory, 'name'>, from: string): string {
  return from === 'proxy'
    ? l10n.t('{0} has not loaded “{1}”, by its static configuration.', shownProxyName(proxy), quoted(declaration.name))
    : l10n.t(
        '{0} has not loaded “{1}”, by its static configuration ({2}).',
        shownProxyName(proxy),
        quoted(declaration.name),
        quotedPath(from),
      );
}

/** What is not known where no fact decides. */
const notKnown: Readonly<Record<NotKnown, () => string>> = {
  static: () => l10n.t('Reason not known: which static configuration it has.'),
  file: () => l10n.t('Reason not known: whether Traefik has this file as it is here.'),
  container: () => l10n.t('Reason not known: whether the container runs as it is here.'),
  provider: () => l10n.t('Reason not known: whether it is deployed as it is here.'),
};

function errorsOf({ status, errors }: Item, declaration: Declaration): readonly ConfigProblem[] {
  if (status !== 'disabled' && status !== 'warning') return [];
  return errors.map((error) => {
    const message = l10n.t('The proxy reports: {0}', shownError(error));
    const severity = status === 'disabled' ? 'error' : 'warning';
    return objectProblem(declaration, severity, 'live.error', placeOf(error, declaration), message);
  });
}

function shownError(error: string): string {
  return plainText(maskText(error), longestError);
}

/** The text that an error of the API is about: a name that it quotes, the rule, or the object itself. */
function placeOf(error: string, { at, router, service, middleware, name }: Declaration): PlacedText {
  const { provider } = splitQualifiedName(name);
  const ofRouter = [
    router?.middlewares,
    router?.entryPoints,
    router?.parentRefs,
    router?.service,
    router?.tls?.options,
  ];
  const names = [...ofRouter, service?.children, middleware?.middlewares].flatMap((named) => named ?? []);
  const quoted = names.find(({ value }) =>
    [value, `${value}@${provider}`].some((one) => one !== '' && error.includes(`"${one}"`)),
  );
  if (quoted !== undefined) return quoted;
  return /\brule\b/i.test(error) ? (router?.rule ?? at) : at;
}
