/**
 * Whether an id belongs to an endpoint that some workspace lists: a UUID of version 8, made from the endpoint's entry.
 * Stored endpoints have random ones, of version 4. Data of such an endpoint is kept while another workspace, which does
 * not list it, is open.
 */
export function isWorkspaceEndpointId(id: string): boolean {
  return id[14] === '8';
}
