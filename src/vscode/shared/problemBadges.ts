import * as vscode from 'vscode';
import { type ProblemCount, problemCountText } from '../../core/proxy/findings/problemCounts';

const scheme = 'proxy-scout-problems';
/** The most that two characters can say, which is what VS Code allows. */
const mostShown = 99;

/**
 * The URI of a row with problems, by which VS Code asks for the number at its right. It says nothing but that number, so it
 * needs no record of rows.
 */
export function problemBadgeUri({ count, worst }: ProblemCount): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${worst}/${count}` });
}

/** Whether VS Code shows these numbers. Otherwise they belong into the description. */
export function areBadgesShown(): boolean {
  return vscode.workspace.getConfiguration('explorer.decorations').get('badges') !== false;
}

const colors = {
  error: new vscode.ThemeColor('problemsErrorIcon.foreground'),
  warning: new vscode.ThemeColor('problemsWarningIcon.foreground'),
};

/** Draws the numbers of problems at the right of rows, where nothing cuts them. */
export function registerProblemBadges(): vscode.Disposable {
  return vscode.window.registerFileDecorationProvider({
    provideFileDecoration(uri) {
      const [, worst, digits] = /^\/(error|warning)\/(\d+)$/.exec(uri.scheme === scheme ? uri.path : '') ?? [];
      const count = Number(digits);
      if (worst === undefined || !(count > 0)) return undefined;
      const badge = count > mostShown ? '9+' : String(count);
      return { badge, color: worst === 'error' ? colors.error : colors.warning, tooltip: problemCountText(count) };
    },
  });
}
