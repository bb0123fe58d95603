import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import type { OverwrittenLabel } from '../decode/labelNodes';
import type { ConfigProblem } from '../model/configProblem';
import { rangeOf } from '../source/placedText';

/** A label whose value is lost, because another one is the same for Traefik. One with the same value loses nothing. */
export function overwrittenProblem({ label, by }: OverwrittenLabel): ConfigProblem {
  const isTwice = label.key.value === by.key.value;
  const words = isTwice
    ? l10n.t(
        'The label “{0}” is there twice, and only the last one counts. Keep one, with all values.',
        quoted(by.key.value),
      )
    : l10n.t(
        'To Traefik, “{0}” and “{1}” are the same label, and only the latter counts. Keep one, with all values.',
        quoted(label.key.value),
        quoted(by.key.value),
      );
  const severity = label.value.value === by.value.value ? 'information' : 'warning';
  return { code: 'defined.twice', severity, message: words, range: rangeOf(label.key) };
}
