import * as l10n from '@vscode/l10n';
import { plural } from '../../../../l10n/plural';
import type { Inventory } from '../../model/inventory';
import type { Item } from '../../model/model';
import { type ForwardedEnd, forwardedRequest } from '../../routing/forwardedRequest';
import type { HttpQuestion, RouterChain } from '../../routing/routeAnswer';
import {
  joinedCells,
  ownText,
  type PageCell,
  type PageRow,
  type PageSectionSource,
  pageSection,
  sentenceCell,
  untrustedText,
} from '../page';
import { linkedName } from '../requestFlow';

/** The request as the server receives it, and the middlewares that changed it. Without rows if it gets it as sent. */
export function servedSection(flow: RouterChain, question: HttpQuestion, inventory: Inventory): PageSectionSource {
  const { arrives, changes, end } = forwardedRequest(flow, question, inventory);
  const cameAs = arrives ?? question.target;
  const rows: PageRow[] = [];
  if (changes.length > 0 || cameAs !== question.target) {
    rows.push({ cells: [[ownText(l10n.t('Sent'), 'label')], [untrustedText(question.target)]] });
    if (cameAs !== question.target)
      rows.push({ cells: [[ownText(l10n.t('Cleaned by Traefik'), 'label')], [untrustedText(cameAs)]] });
  }
  for (const { by, target, host } of changes) {
    rows.push({
      cells: [
        sentenceCell(l10n.t('After {0}'), [linkedName(by)], 'label'),
        joinedCells([untrustedText(target)], host === undefined ? [] : hostCell(host)),
      ],
    });
  }
  const isAsSent =
    rows.length === 0 &&
    end.kind === 'served' &&
    end.target === question.target &&
    (end.isByTraefik || (end.host === question.host && end.guards.length === 0));
  return pageSection(l10n.t('What the Server Sees'), isAsSent ? [] : [...rows, endRow(end, question)]);
}

function hostCell(host: string): PageCell {
  return sentenceCell(l10n.t('host {0}'), [untrustedText(host)]);
}

/** The middlewares that have to let the request pass. */
function guardsCell(guards: readonly Item[]): PageCell {
  const [first, ...others] = guards;
  if (first === undefined) return [];
  const name = linkedName(first);
  if (others.length === 0) return sentenceCell(l10n.t('if {0} allows it'), [name]);
  const forms = { one: 'if {1} and {0} more allow it', other: 'if {1} and {0} more allow it' };
  return sentenceCell(plural(others.length, forms, '{0}'), [name]);
}

function endRow(end: ForwardedEnd, question: HttpQuestion): PageRow {
  switch (end.kind) {
    case 'served': {
      const host =
        end.host === undefined
          ? [ownText(l10n.t('with its own address as host'))]
          : end.host === question.host
            ? []
            : hostCell(end.host);
      const who = end.isByTraefik ? l10n.t('Traefik sees') : l10n.t('Server sees');
      const target = [untrustedText(end.target, { look: 'good' })];
      return {
        cells: [[ownText(who, 'label')], joinedCells(target, end.isByTraefik ? [] : host, guardsCell(end.guards))],
      };
    }
    case 'answered': {
      const look = end.status < 400 ? 'good' : 'bad';
      const says =
        end.by.kind === 'middlewares' ? l10n.t('{0} responds with {1}') : l10n.t('{0}: Traefik responds with {1}');
      const response = sentenceCell(says, [linkedName(end.by), ownText(String(end.status), look)], look);
      const location =
        end.location === undefined ? [] : sentenceCell(l10n.t('redirects to {0}'), [untrustedText(end.location)]);
      const reason = end.why === undefined ? [] : [ownText(': '), untrustedText(end.why)];
      return {
        cells: [[ownText(l10n.t('Not forwarded'), 'label')], [...joinedCells(response, location), ...reason]],
      };
    }
    case 'notCertain':
      return {
        cells: [
          [ownText(end.by === undefined ? l10n.t('Uncertain') : l10n.t('Uncertain from here on'), 'label')],
          [
            ...(end.by === undefined ? [] : [untrustedText(end.by), ownText(': ')]),
            untrustedText(end.why, { look: 'caution' }),
          ],
        ],
      };
  }
}
