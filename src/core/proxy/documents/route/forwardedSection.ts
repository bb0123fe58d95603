import { numberText } from '../../../../l10n/numbers';
import type { Inventory } from '../../model/inventory';
import type { Item } from '../../model/model';
import { type ForwardedEnd, forwardedRequest } from '../../routing/forwardedRequest';
import type { HttpQuestion, RouterChain } from '../../routing/routeAnswer';
import { ownText, type PageCell, type PageRow, type PageSectionSource, untrustedText } from '../page';
import { pageSection } from '../pageContent';
import { linkedName } from '../requestFlow';

/** What the server sees of the request, and what made that of it. */
export function servedSection(flow: RouterChain, question: HttpQuestion, inventory: Inventory): PageSectionSource {
  const { arrives, changes, end } = forwardedRequest(flow, question, inventory);
  const cameAs = arrives ?? question.target;
  const rows: PageRow[] = [];
  if (changes.length > 0 || cameAs !== question.target) {
    rows.push({ cells: [[ownText('sent', 'label')], [untrustedText(question.target)]] });
    if (cameAs !== question.target)
      rows.push({ cells: [[ownText('cleaned by Traefik', 'label')], [untrustedText(cameAs)]] });
  }
  for (const { by, target, host } of changes) {
    rows.push({
      cells: [
        [ownText('after ', 'label'), linkedName(by)],
        [untrustedText(target), ...(host === undefined ? [] : [ownText(', with the host '), untrustedText(host)])],
      ],
    });
  }
  return pageSection('What the Server Sees', [...rows, endRow(end, question)]);
}

/** What has to let a request in before: many are cut. */
function once(guards: readonly Item[]): PageCell {
  const [first, ...others] = guards;
  if (first === undefined) return [];
  const more =
    others.length === 0 ? [ownText(' lets it in')] : [ownText(` and ${numberText(others.length)} more let it in`)];
  return [ownText(', once '), linkedName(first), ...more];
}

function endRow(end: ForwardedEnd, question: HttpQuestion): PageRow {
  switch (end.kind) {
    case 'served': {
      const host =
        end.host === undefined
          ? [ownText(', with its own address as the host')]
          : end.host === question.host
            ? []
            : [ownText(', with the host '), untrustedText(end.host)];
      const who = end.isByTraefik ? 'Traefik itself sees' : 'the server sees';
      return {
        cells: [
          [ownText(who, 'label')],
          [untrustedText(end.target, { look: 'good' }), ...(end.isByTraefik ? [] : host), ...once(end.guards)],
        ],
      };
    }
    case 'answered':
      return {
        cells: [
          [ownText('no server sees it', 'label')],
          [
            linkedName(end.by),
            ownText(
              `${end.by.kind === 'middlewares' ? '' : ': Traefik'} answers ${end.status}`,
              end.status < 400 ? 'good' : 'bad',
            ),
            ...(end.location === undefined ? [] : [ownText(' and leads to '), untrustedText(end.location)]),
            ...(end.why === undefined ? [] : [ownText(': '), untrustedText(end.why)]),
          ],
        ],
      };
    case 'notCertain':
      return {
        cells: [
          [ownText(end.by === undefined ? 'not certain' : 'not certain from here on', 'caution')],
          [...(end.by === undefined ? [] : [untrustedText(end.by), ownText(': ')]), ownText(end.why)],
        ],
      };
  }
}
