import type * as vscode from 'vscode';
import { loadCore } from './core';
import type { Sight, Sights } from './sights';
import { refOfUri } from './uris';

/** Said where there is nothing to show and nothing was seen before. */
export const NO_LONGER_LISTED = 'The proxy does not list this any more. Refresh the Proxies view to see what it lists.';

/** The text of a document: what `show` makes of its subject, or why there is none. */
export async function contentOf(
  sights: Sights,
  uri: vscode.Uri,
  show: (sight: Sight) => string | Promise<string>,
): Promise<string> {
  const { isRequestFailure } = await loadCore();
  const ref = await refOfUri(uri);
  if (ref === undefined) return `${NO_LONGER_LISTED}\n`;
  try {
    const sight = await sights.look(uri, ref);
    return sight === undefined ? `${NO_LONGER_LISTED}\n` : await show(sight);
  } catch (error) {
    // VS Code would show the bare words of whatever it is in a notification of its own.
    if (!isRequestFailure(error)) throw error;
    return `${error.failure.sentence} ${error.failure.nextStep}\n`;
  }
}
