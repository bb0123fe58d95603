import { daysLeftText } from '../describe/dates';
import { graphOf } from '../model/graph';
import { type Inventory, itemOf } from '../model/inventory';
import type { Certificate, EntryPoint, Item } from '../model/model';
import { type Origins, originOf } from '../publicUrls/addresses';
import { type Content, fact, listed, section } from './content';
import { own, said } from './page';
import { certificateStatusPiece } from './states';
import { routerRow } from './way';

/** Where an entry point listens, what it does by itself, and which routers are on it. */
export function entryPointContent(entryPoint: EntryPoint, inventory: Inventory, origins: Origins | undefined): Content {
  const { name, address, hasTls, isDefault, redirectsTo, middlewares } = entryPoint;
  const graph = graphOf(inventory);
  const routers = graph.routersOn(name);
  const origin = originOf(origins, name);
  return {
    what: 'Entry point',
    facts: [
      address === undefined ? [] : fact('Address', [[said(address)]]),
      origin === undefined ? [] : fact('Public address', [[own(origin)]]),
      fact('TLS', [[own(hasTls ? 'on for all its routers' : 'as each router says')]]),
      redirectsTo === undefined ? [] : fact('Redirects to', [[said(redirectsTo)]]),
      fact('Default', [[own(isDefault ? 'yes, for routers that name no entry point' : 'no')]]),
    ],
    sections: [
      ...(middlewares.length === 0
        ? []
        : [
            section(
              'Middlewares of All Its Routers',
              middlewares.map((middleware) => ({
                cells: [[said(middleware, linkToMiddleware(middleware, inventory))]],
              })),
            ),
          ]),
      section(`Routers`, listed(routers, routerRow)),
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
export function certificateContent(certificate: Certificate, { readAt }: Inventory): Content {
  const { commonName, sans, notBefore, notAfter, issuer, status } = certificate;
  const left = daysLeftText(certificate, readAt);
  return {
    what: 'Certificate',
    facts: [
      fact('Status', [[certificateStatusPiece(status)]]),
      commonName === undefined ? [] : fact('Common name', [[said(commonName)]]),
      fact(
        'Names',
        sans.map((name) => [said(name)]),
      ),
      notBefore === undefined ? [] : fact('Good from', [[said(notBefore)]]),
      notAfter === undefined
        ? []
        : fact('Good until', [[said(notAfter), ...(left === undefined ? [] : [own(` (${left})`)])]]),
      issuer === undefined ? [] : fact('Issuer', [[said(issuer)]]),
    ],
    sections: [],
    told: { commonName: true, sans: true, notBefore: true, notAfter: true },
  };
}
