import * as vscode from 'vscode';

/** The answer: a value, `back`, or undefined if the user closed the input. */
export type QuickAnswer<T> = { readonly value: T } | 'back' | undefined;

/** The place of a question among the others. */
export interface QuestionPosition {
  readonly title: string;
  readonly step?: number;
  readonly totalSteps?: number;
  readonly canGoBack?: boolean;
}

interface TextQuestion extends QuestionPosition {
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  /** Hides the typed text. */
  readonly password?: boolean;
  /** Called on every change: a `problem` blocks Enter, a `hint` does not. */
  readonly check?: (value: string) => { readonly problem: string } | { readonly hint: string } | undefined;
}

/** Asks the user for a line of text. The input stays open when it loses the focus. */
export function askText(question: TextQuestion): Promise<QuickAnswer<string>> {
  const box = vscode.window.createInputBox();
  box.prompt = question.prompt;
  box.value = question.value ?? '';
  box.password = question.password ?? false;
  if (question.placeholder !== undefined) box.placeholder = question.placeholder;
  const check = (): boolean => {
    const verdict = question.check?.(box.value);
    if (verdict === undefined) box.validationMessage = undefined;
    else if ('problem' in verdict) box.validationMessage = verdict.problem;
    else {
      box.validationMessage = { message: verdict.hint, severity: vscode.InputBoxValidationSeverity.Info };
    }
    return verdict === undefined || 'hint' in verdict;
  };
  return ask(box, question, (done) => [
    box.onDidChangeValue(check),
    box.onDidAccept(() => {
      if (check()) done({ value: box.value });
    }),
  ]);
}

export interface QuickChoice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

interface PickQuestion<T> extends QuestionPosition {
  readonly placeholder: string;
  readonly choices: readonly QuickChoice<T>[];
  /** The initially selected value; the first choice by default. */
  readonly active?: T;
}

/** Asks the user to choose one of several values. */
export function pickOne<T>(question: PickQuestion<T>): Promise<QuickAnswer<T>> {
  const list = vscode.window.createQuickPick<QuickChoice<T>>();
  list.placeholder = question.placeholder;
  list.items = question.choices;
  const active = 'active' in question ? question.choices.find(({ value }) => value === question.active) : undefined;
  if (active !== undefined) list.activeItems = [active];
  return ask(list, question, (done) => [
    list.onDidAccept(() => {
      const [chosen] = list.selectedItems;
      if (chosen !== undefined) done({ value: chosen.value });
    }),
  ]);
}

/** Asks like `pickOne`, without a way back; undefined if the user closed the input. */
export async function pickValue<T>(question: PickQuestion<T>): Promise<T | undefined> {
  const answer = await pickOne(question);
  return answer === undefined || answer === 'back' ? undefined : answer.value;
}

/** The answer with another value; undefined and Back stay the same. */
export function mapAnswer<T, U>(answer: QuickAnswer<T>, change: (value: T) => U): QuickAnswer<U> {
  return answer === undefined || answer === 'back' ? answer : { value: change(answer.value) };
}

/** Shows an input with its place among other questions, until it is answered. */
export function ask<T, Item extends vscode.QuickPickItem>(
  input: vscode.InputBox | vscode.QuickPick<Item>,
  place: QuestionPosition,
  listen: (done: (answer: QuickAnswer<T>) => void) => vscode.Disposable[],
): Promise<QuickAnswer<T>> {
  input.title = place.title;
  input.ignoreFocusOut = true;
  if (place.step !== undefined) input.step = place.step;
  if (place.totalSteps !== undefined) input.totalSteps = place.totalSteps;
  if (place.canGoBack) input.buttons = [vscode.QuickInputButtons.Back];
  return untilAnswered<QuickAnswer<T>>(input, (done) => [
    ...listen(done),
    input.onDidTriggerButton((button) => {
      if (button === vscode.QuickInputButtons.Back) done('back');
    }),
  ]);
}

/** Shows an input until `done` is called, or the user closes it, and disposes it; undefined then. */
export function untilAnswered<T>(
  input: vscode.QuickInput,
  listen: (done: (answer: T) => void) => vscode.Disposable[],
): Promise<T | undefined> {
  return new Promise((resolve) => {
    const done = (answer: T): void => {
      // Resolve first: hiding fires onDidHide, which resolves with undefined.
      resolve(answer);
      input.hide();
    };
    const subscriptions = vscode.Disposable.from(
      ...listen(done),
      input.onDidHide(() => {
        resolve(undefined);
        subscriptions.dispose();
        input.dispose();
      }),
    );
    input.show();
  });
}

/** One question of several. `skip` if earlier answers make it unnecessary. */
export type QuestionStep = (place: Omit<QuestionPosition, 'title'>) => Promise<'next' | 'back' | 'skip' | 'cancel'>;

/** The outcome of a question of several; `take` gets the value. */
export function takeAnswer<T>(answer: QuickAnswer<T>, take: (value: T) => void): 'next' | 'back' | 'cancel' {
  if (answer === undefined || answer === 'back') return answer ?? 'cancel';
  take(answer.value);
  return 'next';
}

/**
 * Asks one question after another; Back returns to the last one that was shown.
 *
 * @returns whether all were answered
 */
export async function askQuestions(steps: readonly QuestionStep[], total: () => number): Promise<boolean> {
  const shown: number[] = [];
  for (let at = 0; at < steps.length; ) {
    const outcome = await steps[at]?.({ step: shown.length + 1, totalSteps: total(), canGoBack: shown.length > 0 });
    if (outcome === 'cancel') return false;
    if (outcome === 'back') at = shown.pop() ?? 0;
    else {
      if (outcome === 'next') shown.push(at);
      at += 1;
    }
  }
  return true;
}

/**
 * Keeps the rows of a list in our order. While the user types, VS Code would move up the rows whose label contains the
 * text and sort them by name; `alwaysShow` only prevents it from hiding the others.
 *
 * The published API has no option for this. `sortByLabel` is a proposed property (microsoft/vscode#73904) that exists
 * in every supported version, and is set by name if it is there. Without it, VS Code shows the same rows in its own
 * order.
 */
export function keepOrder(list: vscode.QuickPick<vscode.QuickPickItem>): void {
  list.matchOnDescription = false;
  list.matchOnDetail = false;
  try {
    if ('sortByLabel' in list) list.sortByLabel = false;
  } catch {
    // This version rejects proposed API: VS Code's order stays.
  }
}
