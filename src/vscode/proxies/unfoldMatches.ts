import { isRequestFailure } from '../../core/base/errors/failure';
import { placesOfMatches } from '../../core/proxy/tree/matchPlaces';
import type { ShownTree } from './revealRow';

/** Expands the rows that match an endpoint's filter, if they are few. Keeps the selection. */
export async function unfoldMatches({ view, data, roots, clients }: ShownTree, endpointId: string): Promise<void> {
  const root = roots.get(endpointId);
  if (root?.state !== 'ready') return;
  const session = await clients.session(endpointId);
  await data.redraw(endpointId);
  try {
    const { model } = await session.see();
    const open = { select: false, focus: false, expand: true };
    await view.reveal(root, open);
    // From the bottom, so that the first matches are visible in the end.
    for (const place of placesOfMatches(root, model).toReversed()) await view.reveal(await data.given(place), open);
  } catch (error) {
    // The endpoint's own rows show the failure.
    if (!isRequestFailure(error)) throw error;
  }
}
