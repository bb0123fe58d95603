import { loadCore } from '../shared/loadCore';
import type { ShownTree } from './revealRow';

/**
 * Unfolds the rows that a filter leaves of an endpoint, where these are few. What is selected stays so.
 */
export async function unfoldMatches({ view, data, roots, sessions }: ShownTree, endpointId: string): Promise<void> {
  const { isRequestFailure, placesOfMatches } = await loadCore();
  const root = roots.all.get(endpointId);
  if (root?.state !== 'ready') return;
  const session = await sessions.open(endpointId);
  await data.redraw(endpointId);
  try {
    const { model } = await session.see();
    const open = { select: false, focus: false, expand: true };
    await view.reveal(root, open);
    // From the bottom, so that the first matches are in view in the end.
    for (const place of placesOfMatches(root, model).toReversed()) await view.reveal(await data.given(place), open);
  } catch (error) {
    // The endpoint's own rows say it.
    if (!isRequestFailure(error)) throw error;
  }
}
