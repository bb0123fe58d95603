import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/**
 * Loads the page into a webview: one script, our styles and icons, and a policy under which nothing else can be loaded,
 * run or sent. The HTML holds no data; that comes by messages.
 */
export function loadPage(webview: vscode.Webview, extensionUri: vscode.Uri): void {
  const folder = vscode.Uri.joinPath(extensionUri, 'dist');
  webview.options = { enableScripts: true, enableForms: true, localResourceRoots: [folder] };
  const nonce = randomBytes(16).toString('base64');
  const resource = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
  const policy = [
    `default-src 'none'`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  webview.html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Search</title>
<link rel="stylesheet" href="${resource('codicon.css')}">
<link rel="stylesheet" href="${resource('search-style.css')}">
</head>
<body>
<script nonce="${nonce}" src="${resource('search.js')}"></script>
</body>
</html>
`;
}
