import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { currentLanguage, currentTranslation } from '../../l10n/language';
import { translationId } from '../../protocol/translationElement';

/**
 * Loads the page into a webview: one script, our styles and icons, and a policy under which nothing else can be loaded,
 * run or sent. The HTML holds no data but the translation of the page's texts, which is needed before the first message: as
 * JSON, which is no script to the browser, and in which nothing can end the element.
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
  const translation = JSON.stringify(currentTranslation() ?? null).replaceAll('<', '\\u003c');
  webview.html = `<!DOCTYPE html>
<html lang="${currentLanguage()}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Proxy Scout</title>
<link rel="stylesheet" href="${resource('codicon.css')}">
<link rel="stylesheet" href="${resource('search-style.css')}">
</head>
<body>
<script type="application/json" id="${translationId}">${translation}</script>
<script nonce="${nonce}" src="${resource('search.js')}"></script>
</body>
</html>
`;
}
