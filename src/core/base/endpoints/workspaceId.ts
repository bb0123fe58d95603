/**
 * Whether an id is one of an endpoint that some workspace lists, made from its entry: a UUID of version 8. Stored endpoints
 * have random ones, of version 4. What is kept about it stays while another workspace is open, which does not list it.
 */
export function isWorkspaceEndpointId(id: string): boolean {
  return id[14] === '8';
}
