import * as l10n from '@vscode/l10n';
import { dateTimeText, daysLeftText, timestampOf } from '../describe/dateTexts';
import { type Inventory, itemOf } from '../model/inventory';
import { itemGraphOf } from '../model/itemGraph';
import type { Certificate, EntryPoint, Item } from '../model/model';
import { type PublicOrigins, publicOriginOf } from '../publicUrls/publicUrls';
import {
  type CoveredMembers,
  factRow,
  listRows,
  ownText,
  type PageContent,
  type PagePiece,
  pageSection,
  untrustedText,
} from './page';
import { routerRow } from './requestFlow';
import { certificateStatusPiece } from './statusPieces';

/** The address of an entry point, its own settings, and its routers. */
export function entryPointContent(
  entryPoint: EntryPoint,
  inventory: Inventory,
  origins: PublicOrigins | undefined,
): PageContent {
  const { name, address, hasTls, isDefault, redirectsTo, middlewares } = entryPoint;
  const graph = itemGraphOf(inventory);
  const routers = graph.routersOn(name);
  const origin = publicOriginOf(origins, name);
  return {
    titleOf: (name) => l10n.t('Entry point {0}', name),
    facts: [
      address === undefined ? [] : factRow(l10n.t('Address'), [[untrustedText(address)]]),
      origin === undefined ? [] : factRow(l10n.t('Public address'), [[ownText(origin)]]),
      factRow('TLS', [[ownText(hasTls ? l10n.t('on for its HTTP routers') : l10n.t('set by each router'))]]),
      redirectsTo === undefined ? [] : factRow(l10n.t('Redirects to'), [[untrustedText(redirectsTo)]]),
      factRow(l10n.t('Default'), [
        [ownText(isDefault ? l10n.t('yes, for routers without entry points') : l10n.t('no'))],
      ]),
    ],
    sections: [
      pageSection(
        l10n.t('Entry Point Middlewares'),
        middlewares.map((middleware) => ({
          cells: [[untrustedText(middleware, linkToMiddleware(middleware, inventory))]],
        })),
      ),
      pageSection(l10n.t('Routers'), listRows(routers, routerRow)),
    ],
    covered: { address: true, asDefault: true, ...entryPointDefaults },
  };
}

const entryPointDefaults: CoveredMembers = {
  transport: {
    lifeCycle: { graceTimeOut: '"10s"' },
    respondingTimeouts: { readTimeout: '"1m0s"', idleTimeout: '"3m0s"' },
  },
  forwardedHeaders: '{}',
  http: { sanitizePath: 'true', maxHeaderBytes: '1048576', underscoreHeadersStrategy: '"keep"' },
  http2: { maxConcurrentStreams: '250', maxDecoderHeaderTableSize: '4096', maxEncoderHeaderTableSize: '4096' },
  udp: { timeout: '"3s"' },
};

function linkToMiddleware(
  name: string,
  inventory: Inventory,
): { readonly look?: 'name'; readonly to?: Pick<Item, 'protocol' | 'kind' | 'name'> } {
  const to = { protocol: 'http', kind: 'middlewares', name } as const;
  return itemOf(inventory, to) === undefined ? {} : { look: 'name', to };
}

/** The hosts of a certificate, and its validity. */
export function certificateContent(certificate: Certificate, { readAt }: Inventory): PageContent {
  const { commonName, sans, notBefore, notAfter, issuer, status } = certificate;
  const left = daysLeftText(certificate, readAt);
  return {
    titleOf: (name) => l10n.t('Certificate {0}', name),
    facts: [
      factRow(l10n.t('Status'), [[certificateStatusPiece(status)]]),
      commonName === undefined ? [] : factRow(l10n.t('Common name'), [[untrustedText(commonName)]]),
      factRow(
        l10n.t('Names'),
        sans.map((name) => [untrustedText(name)]),
      ),
      notBefore === undefined ? [] : factRow(l10n.t('Valid from'), [[localTime(notBefore)]]),
      notAfter === undefined
        ? []
        : factRow(l10n.t('Valid until'), [
            [localTime(notAfter), ...(left === undefined ? [] : [ownText(` (${left})`)])],
          ]),
      issuer === undefined ? [] : factRow(l10n.t('Issuer'), [[untrustedText(issuer)]]),
    ],
    sections: [],
    covered: { commonName: true, sans: true, notBefore: true, notAfter: true },
  };
}

/** A moment of the API in local time, as all other times; as it arrived if it cannot be read. */
function localTime(text: string): PagePiece {
  const time = timestampOf(text);
  return time === undefined ? untrustedText(text) : ownText(dateTimeText(time));
}
