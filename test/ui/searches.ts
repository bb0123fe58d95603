/** Whether a request asks an engine for hits, and not for the bars above them, which are asked for when the hits are there. */
export function asksForHits({ path, body }: { readonly path: string; readonly body: string }): boolean {
  return path.includes('_search') && !body.includes('"aggs"');
}
