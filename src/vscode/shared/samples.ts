import type { EndpointFields, EndpointStore } from '../../core/base/endpoints/endpointStore';

/**
 * The sample endpoints that `npm start` builds in (esbuild.js --samples), null in every other build. So nothing can add
 * an endpoint to a shipped extension, no environment variable and no workspace.
 */
declare const proxyScoutSamples: readonly Omit<EndpointFields, 'headers'>[] | null;

/** Adds the sample endpoints. Their ports change at every start, so they replace those of the same name. */
export async function addSamples(store: EndpointStore): Promise<void> {
  if (proxyScoutSamples === null) return;
  // A test also finds builds with samples by this text.
  if (!Array.isArray(proxyScoutSamples)) throw new Error('The sample endpoints are not a list.');
  const present = await store.list();
  for (const sample of proxyScoutSamples) {
    const same = present.find(({ hint }) => hint.kind === sample.kind && hint.name === sample.name);
    if (same === undefined) await store.add({ ...sample, headers: {} });
    else await store.replace(same.hint, { ...sample, headers: {} });
  }
}
