import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { askText, pickOne, type QuestionPosition, type QuickAnswer, type QuickChoice } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';

interface FileQuestion {
  /** The placeholder of the list, and the title of the dialog. */
  readonly title: string;
  /** The prompt of the text input. */
  readonly prompt: string;
  /** File extensions by the names that the dialog shows for them. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  readonly present?: string | undefined;
  /** A choice that needs no file. Its value is ''. */
  readonly orElse?: string;
}

/** Asks the user for a file with a dialog, or for its path, which may start with `~`. Does not read the file. */
export async function askFile(place: QuestionPosition, question: FileQuestion): Promise<QuickAnswer<string>> {
  const { title, present, orElse } = question;
  for (;;) {
    const how = await pickOne<'else' | 'browse' | 'type'>({
      ...place,
      placeholder: title,
      choices: [
        ...(orElse === undefined ? [] : [{ label: `$(file) ${orElse}`, value: 'else' } satisfies QuickChoice<'else'>]),
        { label: `$(folder-opened) ${l10n.t('Browse…')}`, value: 'browse' },
        {
          label: `$(edit) ${present === undefined ? l10n.t('Enter a path…') : escapeForLabel(present)}`,
          value: 'type',
        },
      ],
      ...(present === undefined ? {} : { active: 'type' }),
    });
    if (how === undefined || how === 'back') return how;
    if (how.value === 'else') return { value: '' };
    const path = how.value === 'browse' ? await browse(question) : await askPath(place, question);
    if (path !== 'back') return path;
  }
}

async function browse({ title, filters }: FileQuestion): Promise<QuickAnswer<string>> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title,
      openLabel: l10n.t('Select'),
      filters: {
        ...Object.fromEntries(Object.entries(filters).map(([name, ends]) => [name, [...ends]])),
        [l10n.t('All Files')]: ['*'],
      },
    })) ?? [];
  if (file === undefined) return 'back';
  if (file.scheme === 'file') return { value: file.fsPath };
  await vscode.window.showWarningMessage(
    l10n.t('This file cannot be used: it is not on the computer where Proxy Scout runs. Select a file there.'),
  );
  return 'back';
}

function askPath(place: QuestionPosition, { prompt, present }: FileQuestion): Promise<QuickAnswer<string>> {
  return askText({
    ...place,
    prompt,
    placeholder: '~/certificates/ca.pem',
    value: present ?? '',
    check: (text) =>
      /^(?:~[\\/]|\/|[a-z]:[\\/])./i.test(text) && text.length <= 4096
        ? undefined
        : { problem: l10n.t('Enter an absolute path, or a path that starts with ~.') },
  });
}
