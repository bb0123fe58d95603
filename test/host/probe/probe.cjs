/** @file Keeps a secret and shows it: what test/ui/host.test.ts and test/host/installed need of an extension. */
const vscode = require('vscode');

exports.activate = ({ secrets, subscriptions }) => {
  subscriptions.push(
    vscode.commands.registerCommand('probe.remember', async () => {
      const secret = await vscode.window.showInputBox({ prompt: 'The secret to remember' });
      if (secret === undefined) return;
      await secrets.store('probe', secret);
      await vscode.window.showInformationMessage(`Remembered: ${secret}`);
    }),
    vscode.commands.registerCommand('probe.show', async () => {
      await vscode.window.showInformationMessage(`The secret: ${(await secrets.get('probe')) ?? 'none'}`);
    }),
  );
};
