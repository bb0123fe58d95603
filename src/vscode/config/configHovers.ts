import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { LiveTooltip } from '../../core/bridge/declared/liveTooltips';
import { Commands } from '../shared/ids';
import { loadCore } from '../shared/loadCore';
import type { ConfigProxies } from './configProxies';
import type { ConfigReadings } from './configReadings';
import { CONFIG_DOCUMENTS } from './configSelector';

/** Most proxies in one hover. */
const MOST_PROXIES = 2;

/** Hovers on the names of routers, services, and middlewares: what the proxies that were read say of them. */
export function registerConfigHovers(readings: ConfigReadings, proxies: ConfigProxies): vscode.Disposable {
  return vscode.languages.registerHoverProvider(CONFIG_DOCUMENTS, {
    async provideHover(document, position) {
      const [{ liveTooltips, nameAt, namesIn }, reading] = await Promise.all([loadCore(), readings.of(document)]);
      if (reading === undefined) return undefined;
      const place = nameAt(namesIn(reading.groups), reading.path, document.offsetAt(position));
      if (place === undefined) return undefined;
      const { read } = await proxies.of(document.uri);
      const tooltips = liveTooltips(place.object, read).slice(0, MOST_PROXIES);
      if (tooltips.length === 0) return undefined;
      const range = new vscode.Range(document.positionAt(place.range.start), document.positionAt(place.range.end));
      return new vscode.Hover(tooltips.map(markdownOf), range);
    },
  });
}

const LINKS = [Commands.revealInTree, Commands.openDetails, Commands.whichRouter, Commands.showAccessLogs] as const;

/** Server text is only ever appended as text; the links run these commands of ours, which check what they are given. */
function markdownOf({ title, rows, errors, proxy, ref, isRouted }: LiveTooltip): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString();
  markdown.isTrusted = { enabledCommands: LINKS };
  const line = (text: string): void => {
    markdown.appendText(text).appendMarkdown('\n\n');
  };
  line(`${proxy}: ${title}`);
  for (const error of errors) line(l10n.t('Error: {0}', error));
  for (const [label, value] of rows) markdown.appendText(`${label}: ${value}`).appendMarkdown('  \n');
  const links = [
    link(l10n.t('Reveal in Tree'), Commands.revealInTree, ref),
    link(l10n.t('Open Details'), Commands.openDetails, ref),
    ...(isRouted ? [link(l10n.t('Find Router for URL…'), Commands.whichRouter, ref)] : []),
    ...(ref.protocol === 'http' && ref.kind !== 'middlewares'
      ? [link(l10n.t('Show Access Logs'), Commands.showAccessLogs, ref)]
      : []),
  ];
  return markdown.appendMarkdown(`\n\n${links.join(' · ')}`);
}

function link(words: string, command: (typeof LINKS)[number], ref: LiveTooltip['ref']): string {
  // Parentheses would end the link.
  const argument = encodeURIComponent(JSON.stringify([ref])).replace(/[()!'*~]/g, (sign) => {
    return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return `[${words}](command:${command}?${argument})`;
}
