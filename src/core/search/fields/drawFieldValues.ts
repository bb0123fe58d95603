import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { plural } from '../../../l10n/plural';
import type { QuestionFilter } from '../../../protocol/question';
import type { FieldValues } from '../../../protocol/resultPage';
import type { ReadCell } from '../read/hitCell';
import { withEscapes } from '../read/readable';
import { shownCell } from '../read/shownCell';
import type { CountedValues } from './readFieldValues';

/**
 * The counted values of a field as the page draws them.
 *
 * @param zone the person's time zone; by default the computer's own
 */
export function drawFieldValues(counted: CountedValues, zone: string | undefined): FieldValues {
  const { path, top, total, missing, uncounted, range, partial } = counted;
  const shown = (cell: ReadCell) => {
    const { kind, text, stored } = shownCell(cell, zone);
    return { text, ...(stored !== undefined && kind !== 'date' && { stored }) };
  };
  const row = (
    text: string,
    { hits, filter }: { readonly hits: number; readonly filter?: QuestionFilter | undefined },
  ) => ({
    text,
    hits: hitsText(hits),
    share: total === 0 ? 0 : hits / total,
    ...(filter !== undefined && { filter }),
  });
  return {
    path,
    status: top.length === 0 ? l10n.t('No hit has a value.') : '',
    rows: [
      ...top.map(({ cell, ...value }) => ({ ...row('', value), ...shown(cell) })),
      ...(uncounted === undefined ? [] : [row(l10n.t('Values that are not counted'), uncounted)]),
      ...(missing.hits > 0 ? [row(noneText(counted), missing)] : []),
    ],
    figures:
      range === undefined
        ? []
        : [
            { name: l10n.t('Minimum'), ...shown(range.least) },
            { name: l10n.t('Maximum'), ...shown(range.most) },
            { name: l10n.t('Average'), ...shown(range.average) },
          ],
    notes: [...notesOf(counted), ...partial],
  };
}

function hitsText(hits: number): string {
  return plural(hits, { one: '{0} hit', other: '{0} hits' });
}

function noneText({ counted, path, missing, uncounted }: CountedValues): string {
  if (missing.isMaybeTooLong === true) return l10n.t('No value, or one too long to be counted');
  return counted === path || uncounted !== undefined
    ? l10n.t('No value')
    : l10n.t('No value in {0}', withEscapes(counted));
}

/** The number of values, and the parts of it that the engine does not know exactly. */
function notesOf({ counted, top, distinct, uncounted, isEstimate, total }: CountedValues): readonly string[] {
  const notes: string[] = [];
  if (top.length > 0) {
    notes.push(
      distinct.isExact
        ? plural(distinct.values, { one: '{0} value in {1}', other: '{0} values in {1}' }, hitsText(total))
        : l10n.t('About {0} values in {1}', numberText(distinct.values), hitsText(total)),
    );
  }
  if (uncounted !== undefined) {
    notes.push(
      l10n.t(
        'Values that are not counted are too long for {0}, or in indices in which the field has another type.',
        withEscapes(counted),
      ),
    );
  }
  if (isEstimate) notes.push(l10n.t('The engine estimates these counts.'));
  return notes;
}
