import * as vscode from 'vscode';
import { askText, pickOne, type QuestionPosition, type QuickAnswer, type QuickChoice } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';

interface FileQuestion {
  /** What the file holds, at the end of a sentence. */
  readonly what: string;
  /** Endings by their names, as the dialog offers them. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  readonly present?: string | undefined;
  /** A choice that needs no file: answered as ''. */
  readonly orElse?: string;
}

/** Asks for a file, by a dialog or by its path, which may begin with `~`. What is in it is looked at by who reads it. */
export async function askFile(place: QuestionPosition, question: FileQuestion): Promise<QuickAnswer<string>> {
  const { what, present, orElse } = question;
  for (;;) {
    const how = await pickOne<'else' | 'browse' | 'type'>({
      ...place,
      placeholder: `Which file holds ${what}?`,
      choices: [
        ...(orElse === undefined ? [] : [{ label: `$(file) ${orElse}`, value: 'else' } satisfies QuickChoice<'else'>]),
        { label: '$(folder-opened) Browse…', value: 'browse' },
        { label: `$(edit) ${present === undefined ? 'Type a Path…' : escapeForLabel(present)}`, value: 'type' },
      ],
      ...(present === undefined ? {} : { active: 'type' }),
    });
    if (how === undefined || how === 'back') return how;
    if (how.value === 'else') return { value: '' };
    const path = how.value === 'browse' ? await browse(question) : await askPath(place, question);
    if (path !== 'back') return path;
  }
}

async function browse({ what, filters }: FileQuestion): Promise<QuickAnswer<string>> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: `Choose the File That Holds ${what[0]?.toUpperCase()}${what.slice(1)}`,
      openLabel: 'Choose',
      filters: { ...Object.fromEntries(Object.entries(filters).map(([name, ends]) => [name, [...ends]])), All: ['*'] },
    })) ?? [];
  if (file === undefined) return 'back';
  if (file.scheme === 'file') return { value: file.fsPath };
  await vscode.window.showWarningMessage(
    'This file is not on the computer where Proxy Scout runs, so it cannot be read when it is needed.',
  );
  return 'back';
}

function askPath(place: QuestionPosition, { what, present }: FileQuestion): Promise<QuickAnswer<string>> {
  return askText({
    ...place,
    prompt: `Path of the file that holds ${what}`,
    placeholder: '~/certificates/ca.pem',
    value: present ?? '',
    check: (text) =>
      /^(?:~[\\/]|\/|[a-z]:[\\/])./i.test(text) && text.length <= 4096
        ? undefined
        : { problem: 'Give the whole path of the file, from its root or from ~.' },
  });
}
