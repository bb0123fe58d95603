import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import type { TextFault } from '../source/configNode';
import type { SourceFile } from '../source/placedText';
import type { ConfigProblem, ProblemCode, ProblemSubject } from './configProblem';

/** The faults of the text of a file, as problems with the objects that are lost. */
export function problemsOfText(
  faults: readonly TextFault[],
  { path }: SourceFile,
  about: ProblemSubject,
): readonly ConfigProblem[] {
  return faults.map(({ kind, about: word, start, end }) => {
    const [code, message] = wordsOf(kind, word);
    // A file that cannot be read here may be right.
    if (kind === 'tooLarge' || kind === 'unread')
      return { code, severity: 'warning', message, range: { path, start, end } };
    return { code, severity: 'error', message, range: { path, start, end }, about };
  });
}

/** The places at which files were cut, as a problem of each, which loses only the text after the place. */
export function problemsOfCuts(cuts: Iterable<readonly [SourceFile, TextFault]>): readonly ConfigProblem[] {
  return [...cuts].flatMap(([file, fault]) => problemsOfText([fault], file, { kind: 'unit', unit: file.path }));
}

function wordsOf(kind: TextFault['kind'], about: string): [ProblemCode, string] {
  switch (kind) {
    case 'twice':
      return ['defined.twice', l10n.t('“{0}” is there twice. Remove one of them.', quoted(about))];
    case 'anchor':
      return [
        'text.syntax',
        l10n.t('There is no anchor “{0}” above. Define it in this file, before it is used.', quoted(about)),
      ];
    case 'merge':
      return ['text.syntax', l10n.t('“<<” can only merge maps.')];
    case 'directive':
      return ['text.syntax', l10n.t('Traefik does not read files with a directive such as “%YAML 1.2”. Remove it.')];
    case 'root':
      return ['text.syntax', l10n.t('A configuration begins with keys such as “http:”.')];
    case 'tooLarge':
      return [
        'text.tooLarge',
        l10n.t('From here on, this file is too large, nested too deeply, or repeats too much to be checked.'),
      ];
    case 'unread':
      return [
        'text.unread',
        l10n.t('Proxy Scout failed to read this file, so it is not checked. Please report it with the file.'),
      ];
    case 'template':
      return ['text.template', about];
    default:
      return ['text.syntax', l10n.t('The text cannot be read: {0}', quoted(about))];
  }
}
