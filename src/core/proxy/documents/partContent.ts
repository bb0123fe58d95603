import { daysLeftText } from '../describe/dates';
import { type Inventory, itemOf } from '../model/inventory';
import { itemGraphOf } from '../model/itemGraph';
import type { Certificate, EntryPoint, Item } from '../model/model';
import { type PublicOrigins, publicOriginOf } from '../publicUrls/publicUrls';
import { ownText, untrustedText } from './page';
import { factRow, listed, type PageContent, pageSection } from './pageContent';
import { routerRow } from './requestFlow';
import { certificateStatusPiece } from './statusPieces';

/** Where an entry point listens, what it does by itself, and which routers are on it. */
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
    what: 'Entry point',
    facts: [
      address === undefined ? [] : factRow('Address', [[untrustedText(address)]]),
      origin === undefined ? [] : factRow('Public address', [[ownText(origin)]]),
      factRow('TLS', [[ownText(hasTls ? 'on for all its routers' : 'as each router says')]]),
      redirectsTo === undefined ? [] : factRow('Redirects to', [[untrustedText(redirectsTo)]]),
      factRow('Default', [[ownText(isDefault ? 'yes, for routers that name no entry point' : 'no')]]),
    ],
    sections: [
      ...(middlewares.length === 0
        ? []
        : [
            pageSection(
              'Middlewares of All Its Routers',
              middlewares.map((middleware) => ({
                cells: [[untrustedText(middleware, linkToMiddleware(middleware, inventory))]],
              })),
            ),
          ]),
      pageSection(`Routers`, listed(routers, routerRow)),
    ],
    told: { address: true, asDefault: true },
  };
}

function linkToMiddleware(
  name: string,
  inventory: Inventory,
): { readonly look?: 'name'; readonly to?: Pick<Item, 'protocol' | 'kind' | 'name'> } {
  const to = { protocol: 'http', kind: 'middlewares', name } as const;
  return itemOf(inventory, to) === undefined ? {} : { look: 'name', to };
}

/** For what a certificate is good, and how long. */
export function certificateContent(certificate: Certificate, { readAt }: Inventory): PageContent {
  const { commonName, sans, notBefore, notAfter, issuer, status } = certificate;
  const left = daysLeftText(certificate, readAt);
  return {
    what: 'Certificate',
    facts: [
      factRow('Status', [[certificateStatusPiece(status)]]),
      commonName === undefined ? [] : factRow('Common name', [[untrustedText(commonName)]]),
      factRow(
        'Names',
        sans.map((name) => [untrustedText(name)]),
      ),
      notBefore === undefined ? [] : factRow('Good from', [[untrustedText(notBefore)]]),
      notAfter === undefined
        ? []
        : factRow('Good until', [[untrustedText(notAfter), ...(left === undefined ? [] : [ownText(` (${left})`)])]]),
      issuer === undefined ? [] : factRow('Issuer', [[untrustedText(issuer)]]),
    ],
    sections: [],
    told: { commonName: true, sans: true, notBefore: true, notAfter: true },
  };
}
