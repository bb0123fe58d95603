import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { currentLanguage, currentTranslation } from '../../l10n/language';
import { translationId } from '../../protocol/translation';

/**
 * Loads the page into a webview: one script, our styles and icons, and a policy that prevents loading, running or
 * sending anything else. The HTML contains no data but the translation of the page's texts, which the page needs before
 * the first message: as JSON, which the browser does not run, and in which no text can end the element.
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
