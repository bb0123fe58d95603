import * as l10n from '@vscode/l10n';
import { maskText, secretMask } from '../base/secrets/secretsInText';
import { plainText } from '../base/text/plainText';
import { quoted } from '../base/text/quoted';
import { type ConfigProblem, objectProblem } from '../config/model/configProblem';
import type { Declaration } from '../config/model/declaration';
import { splitQualifiedName } from '../config/names/qualifiedName';
import type { PlacedText } from '../config/source/placedText';
import type { Inventory } from '../proxy/model/inventory';
import type { Item } from '../proxy/model/model';
import { itemsOfMatch, type LiveMatch, readsProviderOf } from './matchDeclared';

/** What a proxy lists, and the name of its endpoint. */
export interface NamedInventory {
  readonly name: string;
  readonly inventory: Inventory;
}

const longestName = 60;
const longestError = 300;

/** The name of a proxy's endpoint, as one visible line. */
export function shownProxyName({ name }: Pick<NamedInventory, 'name'>): string {
  return plainText(name, longestName);
}

/** The problems that a live proxy reports about declared objects: errors, each at its text, and missing objects. */
export function liveProblems(matches: readonly LiveMatch[], proxy: NamedInventory): readonly ConfigProblem[] {
  return matches.flatMap((match) => {
    const { declaration, certainty } = match;
    if (certainty === 'none') return isExpected(declaration, proxy.inventory) ? [notLoaded(declaration, proxy)] : [];
    const problems = itemsOfMatch(match).flatMap((item) => errorsOf(item, declaration));
    // Copies of a router have the same errors.
    const reported = new Set<string>();
    return problems.filter(({ message }) => !reported.has(message) && reported.add(message));
  });
}

/** Whether the proxy reads such objects, so that it should have this one. */
function isExpected({ name, absent, isConditional, isImplied }: Declaration, inventory: Inventory): boolean {
  if (absent !== undefined || isConditional === true || isImplied === true) return false;
  return readsProviderOf(name, inventory) === true;
}

function notLoaded(declaration: Declaration, proxy: NamedInventory): ConfigProblem {
  const message = l10n.t(
    '{0} has not loaded “{1}”: not deployed, not running, or left out by the static configuration.',
    shownProxyName(proxy),
    quoted(declaration.name),
  );
  return objectProblem(declaration, 'information', 'not.loaded', declaration.at, message);
}

function errorsOf({ status, errors }: Item, declaration: Declaration): readonly ConfigProblem[] {
  if (status !== 'disabled' && status !== 'warning') return [];
  return errors.map((error) => {
    const message = l10n.t('The proxy reports: {0}', shownError(error));
    const severity = status === 'disabled' ? 'error' : 'warning';
    return objectProblem(declaration, severity, 'live.error', placeOf(error, declaration), message);
  });
}

/** Traefik quotes users as they are written in the configuration. */
const user = /\b(parsing (?:Basic|Digest)User:?\s).*/is;

function shownError(error: string): string {
  return plainText(maskText(error.replace(user, `$1${secretMask}`)), longestError);
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
