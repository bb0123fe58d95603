import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { type ConfigProblem, renameFix } from '../model/configProblem';
import type { PlacedText } from '../source/placedText';

/** A part of a configuration that Traefik accepts and does not use. */
export interface IgnoredPart {
  /**
   * `elsewhere`: an option of files in a label. `nowhere`: one of neither. `off`: a value that switches its option off.
   * `below`: a part below a list of texts.
   */
  readonly kind: 'elsewhere' | 'nowhere' | 'off' | 'below';
  readonly at: PlacedText;
  readonly name: string;
  /** Its quick fix, if there is one right way. */
  readonly fix?: ConfigProblem['fix'];
}

/** Values that are meant to switch an option on, but switch it off. */
const meantAsOn = /^(?:yes|y|on|1|t|\{\})$/i;

/** An option that is off because of a value other than empty or `true`; none for an explicit off. */
export function ignoredValue(name: string, text: PlacedText | undefined): readonly IgnoredPart[] {
  if (text === undefined || /^(?:false|no|n|off|0|f)$/i.test(text.value)) return [];
  const fix = renameFix(text, meantAsOn.test(text.value) ? 'true' : undefined);
  return [{ kind: 'off', at: text, name, fix }];
}

/** Two sentences: the ignored part and the fix. */
export function wordsOfIgnored({ kind, name }: IgnoredPart): string {
  switch (kind) {
    case 'elsewhere':
      return l10n.t('Traefik reads “{0}” only in files, and ignores this label. Declare it in a file.', quoted(name));
    case 'nowhere':
      return l10n.t('Traefik ignores “{0}” here. Remove it.', quoted(name));
    case 'off':
      return l10n.t('This value turns “{0}” off. Write “true” to turn it on.', quoted(name));
    case 'below':
      return l10n.t('“{0}” is a list of plain values: Traefik ignores what stands below it.', quoted(name));
  }
}
