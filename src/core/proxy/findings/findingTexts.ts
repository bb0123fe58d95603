import * as l10n from '@vscode/l10n';
import type { WorstTrouble } from '../model/condition';
import type { Finding, FindingKind } from './finding';

/** One sentence about the subject for each kind of finding. */
export const findingSentences: Readonly<Record<FindingKind, () => string>> = {
  reported: () => l10n.t('Traefik reports a problem.'),
  partlyDown: () => l10n.t('Some servers are down.'),
  openApi: () => l10n.t('Exposes the API of Traefik without asking for credentials.'),
  plainPassword: () => l10n.t('Asks for a password over plain HTTP.'),
  missing: () => l10n.t('Refers to something that is not found.'),
  entryPoint: () => l10n.t('Its entry points are not all usable.'),
  neverMatches: () => l10n.t('Its rule never matches.'),
  neverWins: () => l10n.t('Another router always matches first.'),
  tie: () => l10n.t('Another router has the same priority and matches the same requests.'),
  down: () => l10n.t('No server is up.'),
  certificate: () => l10n.t('Expires soon, or has expired.'),
  unused: () => l10n.t('No router leads here.'),
};

/** The same in two words, for the row of the subject. Undefined if the row has health or days left, which show it. */
export const findingWords: Readonly<Record<FindingKind, (() => string) | undefined>> = {
  reported: undefined,
  partlyDown: undefined,
  openApi: () => l10n.t('unprotected API'),
  plainPassword: () => l10n.t('password over plain HTTP'),
  missing: () => l10n.t('missing reference'),
  entryPoint: () => l10n.t('invalid entry point'),
  neverMatches: () => l10n.t('never matches'),
  neverWins: () => l10n.t('never wins'),
  tie: () => l10n.t('equal priority'),
  down: undefined,
  certificate: undefined,
  unused: () => l10n.t('unused'),
};

/** The next step for each kind of finding. */
export const findingCures: Readonly<Record<FindingKind, () => string>> = {
  reported: () => l10n.t('Correct what Traefik reports. Its log may say more.'),
  partlyDown: () => l10n.t('Start the servers that are down, or correct their addresses or the health check.'),
  openApi: () => l10n.t('Add a middleware that asks for credentials, or use an entry point that only you can reach.'),
  plainPassword: () => l10n.t('Serve it over TLS only, or redirect the entry point to https.'),
  missing: () => l10n.t('Correct the name, or add what it refers to.'),
  entryPoint: () =>
    l10n.t('Correct the entry points of the router, or add the missing one to the static configuration of Traefik.'),
  neverMatches: () =>
    l10n.t('Change the rule. Conditions that exclude each other are usually meant to be joined by ||.'),
  neverWins: () =>
    l10n.t(
      'Give it a higher priority than the other router, narrow the rule of the other router, or remove one of them.',
    ),
  tie: () => l10n.t('Give the routers different priorities, or rules that do not match the same requests.'),
  down: () => l10n.t('Start the servers, or correct their addresses or the health check.'),
  certificate: () => l10n.t('Renew it, and check the log of Traefik if it should have been renewed automatically.'),
  unused: () => l10n.t('Remove it, or use it in a router.'),
};

/** The severity of a finding: an error if nothing can be served. Undefined for findings that are only untidy. */
export function findingSeverity({ kind, links }: Finding): WorstTrouble | undefined {
  if (kind === 'unused') return undefined;
  const [first] = links;
  const isOver = first?.to === 'certificate' && first.certificate.status === 'expired';
  // Traefik disables what it cannot use.
  const isOfConfig = kind === 'reported' || kind === 'missing' || kind === 'entryPoint';
  const isDisabled = isOfConfig && links.some((link) => link.to === 'item' && link.item.status === 'disabled');
  return kind === 'down' || isOver || isDisabled ? 'error' : 'warning';
}

/** The findings by severity, the worst first, and otherwise in their order. */
export function worstFirst(list: readonly Finding[]): readonly Finding[] {
  const severities = new Map(list.map((finding) => [finding, findingSeverity(finding)]));
  return (['error', 'warning', undefined] as const).flatMap((one) =>
    list.filter((finding) => severities.get(finding) === one),
  );
}
