import { numberText } from '../../../../l10n/numbers';
import type { Inventory } from '../../model/inventory';
import type { Item } from '../../model/model';
import type { HttpQuestion, RouterWay } from '../../routing/answer';
import { type ServedEnd, servedPath } from '../../routing/servedPath';
import { section } from '../content';
import { type Cell, own, type Row, type Section, said } from '../page';
import { nameOf } from '../way';

/** What the server sees of the request, and what made that of it. */
export function servedSection(way: RouterWay, question: HttpQuestion, inventory: Inventory): Section {
  const { arrives, changes, end } = servedPath(way, question, inventory);
  const cameAs = arrives ?? question.target;
  const rows: Row[] = [];
  if (changes.length > 0 || cameAs !== question.target) {
    rows.push({ cells: [[own('sent', 'label')], [said(question.target)]] });
    if (cameAs !== question.target) rows.push({ cells: [[own('cleaned by Traefik', 'label')], [said(cameAs)]] });
  }
  for (const { by, target, host } of changes) {
    rows.push({
      cells: [
        [own('after ', 'label'), nameOf(by)],
        [said(target), ...(host === undefined ? [] : [own(', with the host '), said(host)])],
      ],
    });
  }
  return section('What the Server Sees', [...rows, endRow(end, question)]);
}

/** What has to let a request in before: many are cut. */
function once(guards: readonly Item[]): Cell {
  const [first, ...others] = guards;
  if (first === undefined) return [];
  const more = others.length === 0 ? [own(' lets it in')] : [own(` and ${numberText(others.length)} more let it in`)];
  return [own(', once '), nameOf(first), ...more];
}

function endRow(end: ServedEnd, question: HttpQuestion): Row {
  switch (end.kind) {
    case 'served': {
      const host =
        end.host === undefined
          ? [own(', with its own address as the host')]
          : end.host === question.host
            ? []
            : [own(', with the host '), said(end.host)];
      const who = end.isByTraefik ? 'Traefik itself sees' : 'the server sees';
      return {
        cells: [
          [own(who, 'label')],
          [said(end.target, { look: 'good' }), ...(end.isByTraefik ? [] : host), ...once(end.guards)],
        ],
      };
    }
    case 'answered':
      return {
        cells: [
          [own('no server sees it', 'label')],
          [
            nameOf(end.by),
            own(
              `${end.by.kind === 'middlewares' ? '' : ': Traefik'} answers ${end.status}`,
              end.status < 400 ? 'good' : 'bad',
            ),
            ...(end.location === undefined ? [] : [own(' and leads to '), said(end.location)]),
            ...(end.why === undefined ? [] : [own(', as '), said(end.why)]),
          ],
        ],
      };
    case 'notCertain':
      return {
        cells: [
          [own(end.by === undefined ? 'not certain' : 'not certain from here on', 'caution')],
          [...(end.by === undefined ? [] : [said(end.by), own(': ')]), own(end.why)],
        ],
      };
  }
}
