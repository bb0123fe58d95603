import * as z from 'zod/mini';
import { jsonOrNothing } from '../../base/json/parse';
import { memberText } from '../../base/json/scan';
import type { Router } from './model';

const text = z.optional(z.string());
const observabilitySchema = z.object({
  metadata: z.object({ ingress: z.object({ namespace: text, ingressName: z.string().check(z.minLength(1)) }) }),
});

/**
 * The Ingress that a router was made from, as Traefik reports since 3.7 (`observability.metadata.ingress`). The
 * namespace is empty if Traefik does not report it. Undefined for routers of other providers and versions. Read on
 * demand: the listings of very many routers do not wait for it.
 */
export function ingressOfRouter(
  router: Pick<Router, 'text'>,
): { readonly namespace: string; readonly name: string } | undefined {
  const member = memberText(router.text, 'observability');
  const read = member === undefined ? undefined : observabilitySchema.safeParse(jsonOrNothing(member)).data;
  if (read === undefined) return undefined;
  const { namespace = '', ingressName } = read.metadata.ingress;
  return { namespace, name: ingressName };
}
