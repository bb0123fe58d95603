import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

interface RiskyStep {
  /** The question, safe for a notification. */
  readonly question: string;
  readonly detail?: string;
  /** The button that does it. */
  readonly action: string;
  /** The button that does not; default: Keep. */
  readonly instead?: string;
}

/**
 * Asks before something is lost or becomes less safe. VS Code makes the first button of a modal the one that Enter presses,
 * and puts a Cancel of its own last, so another button that does nothing comes first.
 */
export async function isConfirmed({ action, ...step }: RiskyStep): Promise<boolean> {
  return (await confirmedAction({ ...step, actions: [action] })) === action;
}

/** The same, where there are several ways to do it. @returns the button that was selected, if it is one of `actions` */
export async function confirmedAction({
  question,
  detail,
  actions,
  instead = l10n.t('Keep'),
}: Omit<RiskyStep, 'action'> & { readonly actions: readonly string[] }): Promise<string | undefined> {
  const options = { modal: true, ...(detail !== undefined && { detail }) };
  const answer = await vscode.window.showWarningMessage(question, options, instead, ...actions);
  return answer === instead ? undefined : answer;
}
