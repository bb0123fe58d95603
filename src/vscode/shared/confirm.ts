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
  /** Whether Enter must not carry it out, because it lets someone in or sends something out. */
  readonly isGuarded?: boolean;
}

/** Asks before data is lost or becomes less safe. */
export async function isConfirmed({ action, ...step }: RiskyStep): Promise<boolean> {
  return (await confirmedAction({ ...step, actions: [action] })) === action;
}

/**
 * Asks in the same way, for a step with several actions. VS Code presses the first button on Enter, and the last one, its
 * own Cancel, on Escape. The button that does nothing replaces Cancel, but only there: for a guarded step it comes first.
 *
 * @returns the selected button, if it is one of `actions`
 */
export async function confirmedAction({
  question,
  detail,
  actions,
  instead = l10n.t('Keep'),
  isGuarded = false,
}: Omit<RiskyStep, 'action'> & { readonly actions: readonly string[] }): Promise<string | undefined> {
  const options = { modal: true, ...(detail !== undefined && { detail }) };
  const buttons = actions.map((title): vscode.MessageItem => ({ title }));
  const keeps: vscode.MessageItem = { title: instead, isCloseAffordance: !isGuarded };
  const all = isGuarded ? [keeps, ...buttons] : [...buttons, keeps];
  const answer = await vscode.window.showWarningMessage(question, options, ...all);
  return answer === keeps ? undefined : answer?.title;
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
