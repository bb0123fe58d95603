import * as l10n from '@vscode/l10n';
import { plural } from '../../../l10n/plural';
import { plainText } from '../../base/text/plainText';
import type { RouteDraft } from './routeDraft';

/** Parts of a request that are assumed until the user enters them. */
const kinds = ['protocol', 'entryPoint', 'tls', 'method', 'headers', 'alpn', 'clientIp'] as const;

export type RouteAssumptionKind = (typeof kinds)[number];

export interface RouteAssumption {
  readonly kind: RouteAssumptionKind;
  /** The assumption in a few words. Contains names of entry points, and the user's input. */
  readonly words: string;
  /** The reason for the assumption, if there is one. */
  readonly why?: string | undefined;
}

/** The assumptions of an answer, in the order in which they decide, without those that the URL settles. */
export function routeAssumptionsOf(draft: RouteDraft): readonly RouteAssumption[] {
  return kinds.flatMap((kind) => {
    const assumed = assumptions[kind](draft);
    return assumed === undefined ? [] : [{ kind, ...assumed }];
  });
}

/** Code points of a name. */
const longestName = 60;

type Assumed = Omit<RouteAssumption, 'kind'>;

const assumptions: Readonly<Record<RouteAssumptionKind, (draft: RouteDraft) => Assumed | undefined>> = {
  protocol: ({ isProtocolOpen, protocol }) =>
    isProtocolOpen ? { words: protocol === 'tcp' ? l10n.t('TCP connection') : l10n.t('HTTP request') } : undefined,
  entryPoint: ({ entryPoints: { guesses }, entryPoint, answers }) =>
    guesses.length > 1
      ? {
          words: l10n.t('Entry point: {0}', plainText(entryPoint, longestName) || l10n.t('(no name)')),
          ...(answers.entryPoint === entryPoint ? {} : whyOf(guesses.find(({ name }) => name === entryPoint)?.why)),
        }
      : undefined,
  tls: ({ isTlsOpen, isTls }) =>
    isTlsOpen ? { words: isTls ? l10n.t('With TLS') : l10n.t('Without TLS') } : undefined,
  method: ({ protocol, answers: { method = 'GET' } }) => (protocol === 'http' ? { words: method } : undefined),
  headers: ({ protocol, answers: { headers } }) =>
    protocol === 'http' ? { words: sentHeadersText(headers.length) } : undefined,
  alpn: ({ protocol, isTls, rulesAsk, answers: { alpn } }) =>
    protocol === 'tcp' && isTls && rulesAsk.alpn.length > 0
      ? { words: alpn.length === 0 ? l10n.t('No ALPN') : l10n.t('ALPN: {0}', alpn.join(', ')) }
      : undefined,
  clientIp: ({ answers: { clientIp } }) => ({
    words: clientIp === undefined ? l10n.t('Client: unknown') : l10n.t('Client: {0}', clientIp),
  }),
};

function whyOf(why: string | undefined): Pick<Assumed, 'why'> {
  return why === undefined ? {} : { why };
}

export function sentHeadersText(count: number): string {
  return count === 0 ? l10n.t('No headers') : plural(count, { one: '{0} header', other: '{0} headers' });
}
