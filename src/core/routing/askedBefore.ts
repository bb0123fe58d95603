import * as z from 'zod/mini';
import { isSecretHeader } from '../traefik/secretsInNames';
import { maskText } from '../traefik/secretsInText';

/** Endpoints whose questions are remembered. */
const MOST_ENDPOINTS = 100;
const LONGEST = 10_000;

const text = z.string().check(z.maxLength(LONGEST));
const askSchema = z.object({
  endpointId: z.string().check(z.minLength(1), z.maxLength(100)),
  /** As typed. */
  url: text,
  protocol: z.optional(z.enum(['http', 'tcp'])),
  entryPoint: z.optional(text),
  isTls: z.optional(z.boolean()),
  method: z.optional(text),
  headers: z.array(z.tuple([text, text])).check(z.maxLength(100)),
  clientIp: z.optional(text),
  alpn: z.array(text).check(z.maxLength(100)),
});

/** What a person answered when they asked about a route of an endpoint. */
export type Ask = z.infer<typeof askSchema>;

const asksSchema = z.array(askSchema);

/** Reads what was kept, the latest first; nothing where it is not what we keep. */
export function readAsks(kept: unknown): readonly Ask[] {
  return asksSchema.safeParse(kept).data ?? [];
}

/** Notes the latest question about an endpoint, without what may be a secret in it. */
export function noteAsk(asks: readonly Ask[], ask: Ask): readonly Ask[] {
  const kept = {
    ...ask,
    url: withoutSecrets(ask.url),
    headers: ask.headers.filter(([name, value]) => !isSecretHeader(name) && maskText(value) === value),
  };
  return [kept, ...asks.filter(({ endpointId }) => endpointId !== ask.endpointId)].slice(0, MOST_ENDPOINTS);
}

/** A URL without user and password, and without its query where that holds a secret. */
function withoutSecrets(url: string): string {
  const bare = url.replace(/^((?:[a-z][a-z\d+.-]*:\/\/)?)[^/?#]*@/i, '$1');
  if (maskText(bare) === bare) return bare;
  const path = bare.split(/[?#]/, 1)[0] ?? '';
  return maskText(path) === path ? path : '';
}
