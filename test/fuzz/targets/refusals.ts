import { challengesOf, digestChallengeOf } from '../../../src/core/base/http/login';
import { failureOfStatus } from '../../../src/core/base/http/responseFailures';
import { openSearchClient } from '../../../src/core/search/engine/searchClient';
import { openPager } from '../../../src/core/search/paging/openPager';
import { readError } from '../../../src/core/search/wire/engineError';
import { endpoint, fakeHttpClient } from '../../unit/core/search/fakeHttpClient';
import { mutated } from '../mutate';
import { oddText } from '../odd';
import type { Target } from './target';

const statuses = [400, 401, 403, 404, 405, 413, 429, 500, 503];

/** What engines refuse with, changed, and headers of refusals. */
export const refusals: Target = async ({ dice, corpus, watch }) => {
  const refusal = dice.pick(corpus.refusals);
  const body = mutated(refusal.body, dice);
  const status = dice.chance(0.4) ? refusal.status : dice.pick(statuses);
  const asks = dice.pick([
    'Basic realm="x"',
    `Digest ${oddText(dice)}`,
    `Digest realm="a", nonce="b", qop="auth,auth-int", algorithm=${oddText(dice)}`,
    oddText(dice),
  ]);
  const headers = { ...refusal.headers, 'www-authenticate': asks, 'retry-after': oddText(dice) };
  const answer = { status, headers, body };
  const client = openSearchClient(async () => fakeHttpClient(() => answer));
  const pager = openPager(client, { prefetch: false });
  await watch.call('a refused search', () =>
    pager.run({ index: 'x', body: '{"query":{"match_all":{}}}', from: 0, size: 10 }),
  );
  await watch.call('what answers', () => client.engine());
  await watch.call('failureOfStatus', () => failureOfStatus(answer, endpoint));
  await watch.call('readError', () => readError(body));
  await watch.call('challengesOf', () => challengesOf(asks));
  await watch.call('digestChallengeOf', () => digestChallengeOf(asks));
};
