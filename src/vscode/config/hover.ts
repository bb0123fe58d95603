import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { nameAt, namesIn } from '../../core/config/files/definition';
import { routerPartAt } from '../../core/config/files/hover';
import { type LiveTooltip, livePartTooltips, liveTooltips } from '../../core/liveConfig/hover';
import type { SubjectRef } from '../../core/proxy/model/subject';
import { Commands } from '../shared/ids';
import { escapeForHover } from '../shared/sanitize';
import type { ConfigProxies } from './configProxies';
import type { ConfigReadings } from './configReadings';
import { configDocuments } from './configSelector';

/** The most proxies, and copies of a router, in one hover. */
const mostTooltips = 2;

/** Hovers on names of objects, rules, and entry points, with the reports of proxies that were read. */
export function registerConfigHovers(readings: ConfigReadings, proxies: ConfigProxies): vscode.Disposable {
  return vscode.languages.registerHoverProvider(configDocuments, {
    async provideHover(document, position) {
      const reading = await readings.of(document);
      if (reading === undefined) return undefined;
      const { groups, path } = reading;
      const offset = document.offsetAt(position);
      // The rule of an IngressRoute is at the name of its router.
      const part = routerPartAt(groups, path, offset);
      const name = part === undefined ? nameAt(namesIn(groups), path, offset) : undefined;
      const place = part?.text ?? name?.range;
      if (place === undefined) return undefined;
      const { read } = await proxies.of(document.uri);
      const all =
        part !== undefined ? livePartTooltips(part, read) : name === undefined ? [] : liveTooltips(name.object, read);
      const tooltips = all.slice(0, mostTooltips);
      if (tooltips.length === 0) return undefined;
      const range = new vscode.Range(document.positionAt(place.start), document.positionAt(place.end));
      return new vscode.Hover(tooltips.map(markdownOf), range);
    },
  });
}

const linkCommands = [
  Commands.revealInTree,
  Commands.openDetails,
  Commands.whichRouter,
  Commands.showAccessLogs,
] as const;

/** Server text is only ever appended as text. The links run these commands of ours, which check their arguments. */
function markdownOf({ title, rows, errors, proxy, ref, isRouted, hasLogs }: LiveTooltip): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString();
  markdown.isTrusted = { enabledCommands: linkCommands };
  const line = (text: string): void => {
    markdown.appendText(escapeForHover(text)).appendMarkdown('\n\n');
  };
  line(ref === undefined ? title : `${proxy}: ${title}`);
  for (const error of errors) line(l10n.t('Error: {0}', error));
  for (const [label, value] of rows) markdown.appendText(`${label}: ${escapeForHover(value)}`).appendMarkdown('  \n');
  if (ref === undefined) return markdown;
  const links = [
    link(l10n.t('Reveal in Tree'), Commands.revealInTree, ref),
    link(l10n.t('Open Details'), Commands.openDetails, ref),
    ...(isRouted ? [link(l10n.t('Find Router for URL…'), Commands.whichRouter, ref)] : []),
    ...(hasLogs ? [link(l10n.t('Show Access Logs'), Commands.showAccessLogs, ref)] : []),
  ];
  return markdown.appendMarkdown(`\n\n${links.join(' · ')}`);
}

function link(words: string, command: (typeof linkCommands)[number], ref: SubjectRef): string {
  // Parentheses would end the link.
  const argument = encodeURIComponent(JSON.stringify([ref])).replace(/[()!'*~]/g, (sign) => {
    return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return `[${words}](command:${command}?${argument})`;
}
