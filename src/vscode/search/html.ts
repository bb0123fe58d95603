import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** The only folder that the page may load from. */
export function pageFolder(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist');
}

/**
 * The page's HTML: one script, our styles and icons, and a policy under which nothing else can be loaded, run or sent.
 * It holds no data; that comes by messages.
 */
export function pageHtml(webview: vscode.Webview, extensionUri: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const resource = (name: string) =>
    webview.asWebviewUri(vscode.Uri.joinPath(pageFolder(extensionUri), name)).toString();
  const policy = [
    `default-src 'none'`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!DOCTYPE html>
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
