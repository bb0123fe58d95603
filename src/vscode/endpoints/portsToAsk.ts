import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { usualPorts } from '../../core/addressProbe/findLocalServers';
import { isRequestFailure } from '../../core/base/errors/failure';
import { readPublishedPorts } from '../../core/config/files/readConfig';
import { largestFile } from '../../core/config/source/mayDeclare';
import { escapeForLabel } from '../shared/sanitize';

/** The ports of this machine that are tried. */
interface PortsToAsk {
  readonly all: readonly number[];
  /** All of them for the user, with the name of the file for those that are not usual. */
  readonly text: string;
}

/** The user waits for this. */
const longestReadMs = 5_000;

/** The usual ports, and those that the compose file in the active editor publishes on this machine. */
export async function portsToAsk(): Promise<PortsToAsk> {
  const usual = usualPorts.join(', ');
  const { activeTextEditor } = vscode.window;
  const found = activeTextEditor === undefined ? [] : await portsIn(activeTextEditor.document);
  const published = found.filter((port) => !usualPorts.includes(port));
  if (activeTextEditor === undefined || published.length === 0) return { all: usualPorts, text: usual };
  const name = activeTextEditor.document.uri.path.split('/').at(-1) ?? '';
  return {
    all: [...usualPorts, ...published],
    // The file's ports come first, because a field is narrow.
    text: l10n.t('{0} of {1}, and {2}', published.join(', '), escapeForLabel(name, 60), usual),
  };
}

async function portsIn(document: vscode.TextDocument): Promise<readonly number[]> {
  const { languageId, uri } = document;
  if (languageId !== 'yaml' && languageId !== 'dockercompose' && !/\.ya?ml$/i.test(uri.path)) return [];
  const text = document.getText();
  if (text.length > largestFile || !text.includes('services') || !text.includes('ports')) return [];
  try {
    return await readPublishedPorts({ path: uri.path, text }, AbortSignal.timeout(longestReadMs));
  } catch (error) {
    // The usual ports are tried nevertheless.
    if (isRequestFailure(error)) return [];
    throw error;
  }
}
