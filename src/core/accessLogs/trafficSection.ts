import * as l10n from '@vscode/l10n';
import { numberText, percentText } from '../../l10n/numbers';
import { plural } from '../../l10n/plural';
import { amountText } from '../../protocol/amounts';
import { clockText } from '../proxy/describe/dateTexts';
import {
  factRow,
  ownText,
  type PageCell,
  type PageRow,
  type PageSectionSource,
  pageSection,
  sentenceCell,
  untrustedText,
} from '../proxy/documents/page';
import { type RouterTraffic, trafficBarMinutes } from './routerTraffic';

/** The state of a router's traffic: being read, read, or failed, with a sentence about the reason. */
type RouterTrafficState = 'reading' | RouterTraffic | { readonly failure: string };

/** The section of a router's document about its last hour. */
export function trafficSection(state: RouterTrafficState): PageSectionSource {
  return pageSection(l10n.t('Last Hour'), rowsOf(state));
}

function rowsOf(state: RouterTrafficState): readonly PageRow[] {
  if (state === 'reading') return [row([ownText(l10n.t('Reading access logs…'), 'faint')])];
  if ('failure' in state) {
    return [row([ownText(`${l10n.t('Access logs could not be read.')} `, 'caution'), untrustedText(state.failure)])];
  }
  const { requests, partial } = state;
  return [
    ...(requests === 0 ? [row([ownText(l10n.t('No requests logged'))])] : figureRows(state)),
    ...partial.map((sentence) => row([untrustedText(sentence, { look: 'caution' })])),
    ...noteRows(state),
    row(sourceCell(state)),
  ];
}

const row = (...cells: readonly PageCell[]): PageRow => ({ cells });

function figureRows({ requests, errors, median, slow, bars, from }: RouterTraffic): readonly PageRow[] {
  return [
    ...factRow(l10n.t('Requests'), [[ownText(numberText(requests))]]),
    ...(errors === undefined ? [] : factRow(l10n.t('Status 5xx'), [[errorsPiece(errors, requests)]])),
    ...(median === undefined || slow === undefined
      ? []
      : factRow(l10n.t('Duration'), [
          [ownText(l10n.t('p50 ~{0} · p95 ~{1}', amountText(median, 'ns'), amountText(slow, 'ns')))],
        ])),
    ...factRow(l10n.t('Over time'), [[ownText(`${sparkline(bars)}  `), ownText(barsText(bars, from), 'faint')]]),
  ];
}

/** The smallest share that is shown: a smaller one would look like none. */
const leastShare = 0.001;

function errorsPiece(errors: number, requests: number) {
  if (errors === 0) return ownText(l10n.t({ message: 'none', args: [], comment: 'no requests' }), 'good');
  // More lines may have arrived between the two counts.
  const share = Math.min(errors / Math.max(requests, errors), 1);
  const text = share < leastShare ? l10n.t('less than {0}', percentText(leastShare)) : percentText(share);
  return ownText(`${text} (${numberText(errors)})`, 'bad');
}

/** The lowest block stands for zero. */
const blocks = [...'▁▂▃▄▅▆▇█'];

/** Counts as bars of text. A count above zero is never as low as none. */
export function sparkline(counts: readonly number[]): string {
  const most = Math.max(...counts, 1);
  return counts
    .map((count) => blocks[count === 0 ? 0 : Math.max(1, Math.round((count / most) * (blocks.length - 1)))])
    .join('');
}

/** The same counts in words. */
function barsText(bars: readonly number[], from: number): string {
  const most = Math.max(...bars);
  const start = from + bars.indexOf(most) * trafficBarMinutes * 60_000;
  return plural(
    most,
    {
      one: '{1} bars of {2} minutes each; at most {0} request, from {3} to {4}',
      other: '{1} bars of {2} minutes each; at most {0} requests, from {3} to {4}',
    },
    numberText(bars.length),
    numberText(trafficBarMinutes),
    clockText(start, 'minutes'),
    clockText(start + trafficBarMinutes * 60_000, 'minutes'),
  );
}

function noteRows({ isByWords, isCut }: RouterTraffic): readonly PageRow[] {
  const note = (text: string): PageRow => row([ownText(text, 'caution')]);
  return [
    ...(isByWords
      ? [note(l10n.t('Found by the words of its name: requests of routers with similar names may be counted.'))]
      : []),
    ...(isCut ? [note(l10n.t('Found by some of its names only: not all requests may be counted.'))] : []),
  ];
}

function sourceCell({ index, from, to }: RouterTraffic): PageCell {
  const times = [from, to].map((time) => ownText(clockText(time, 'minutes'), 'faint'));
  return sentenceCell(
    l10n.t('Access logs in {0}, {1} to {2}'),
    [untrustedText(index, { look: 'faint' }), ...times],
    'faint',
  );
}
