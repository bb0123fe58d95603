/**
 * @file A Traefik with 5,000 routers, 5,000 services and 500 middlewares, in a process of its own. Every answer is made
 * once and kept: what a bench measures is the client. Prints `{"url"}` when it listens, and serves until its standard
 * input ends.
 */
import { listen } from '../servers/shared/listen';
import type { Reply } from '../servers/shared/reply';
import { generatedListings } from '../servers/traefik/generate';
import { traefikHandler } from '../servers/traefik/respond';
import { createState, recordedListings } from '../servers/traefik/state';

async function main(): Promise<void> {
  const generated = generatedListings({ routers: 5_000, services: 5_000, middlewares: 500 });
  const answer = traefikHandler('3.7', createState({ ...recordedListings('3.7'), ...generated }), '');
  const kept = new Map<string, Reply>();
  const server = await listen(async (request) => {
    const before = kept.get(request.path);
    if (before !== undefined) return before;
    const reply = await answer(request);
    kept.set(request.path, { ...reply, body: Buffer.from(reply.body) });
    return reply;
  });
  process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
  process.stdin.on('end', () => void server.close()).resume();
}

void main();
