import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

interface RiskyStep {
  /** The question, safe for a notification. */
  readonly question: string;
  readonly detail?: string;
  /** The button that carries it out. */
  readonly action: string;
  /** The button that does not; default: Keep. */
  readonly instead?: string;
}

/**
 * Asks before data is lost or becomes less safe. Enter presses the first button of a modal in VS Code, and VS Code adds
 * its own Cancel at the end, so another button that does nothing comes first.
 */
export async function isConfirmed({ action, ...step }: RiskyStep): Promise<boolean> {
  return (await confirmedAction({ ...step, actions: [action] })) === action;
}

/** Asks in the same way, for a step with several actions. @returns the selected button, if it is one of `actions` */
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

/** Shows a message with one button, which runs a command. @returns whether it was pressed */
export async function offerCommand(
  sentence: string,
  button: string,
  ...command: [string, ...unknown[]]
): Promise<boolean> {
  if ((await vscode.window.showInformationMessage(sentence, button)) !== button) return false;
  await vscode.commands.executeCommand(...command);
  return true;
}
