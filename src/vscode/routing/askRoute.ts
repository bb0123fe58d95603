import type { Inventory } from '../../core/proxy/model/inventory';
import type { PublicOrigins } from '../../core/proxy/publicUrls/publicUrls';
import type { RememberedRouteQuestion } from '../../core/proxy/routing/rememberedQuestions';
import { loadCore } from '../shared/loadCore';
import { type QuestionStep, runSteps } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';
import type { AskedRoute } from './routeDocuments';
import { otherQuestions, urlQuestion } from './routeQuestions';

/** What is asked about. */
interface AskedProxy {
  readonly endpointId: string;
  /** What a person calls it. */
  readonly name: string;
  readonly inventory: Inventory;
  readonly origins?: PublicOrigins | undefined;
}

/** Whether and how the URL is asked for. */
export interface RouteQuestionStart {
  /** What the answers begin with: those of the last time. */
  readonly before: RememberedRouteQuestion | undefined;
  /** What stands in the field for the URL, where it is not that of the last time. */
  readonly url?: string | undefined;
  /** Whether a URL that can be read is not asked for again. */
  readonly isGiven?: boolean;
}

/**
 * Asks step by step which request a person means: its URL, and of the rest only what is not certain and what rules look at.
 *
 * @returns undefined where the person left it
 */
export async function askRoute(
  { endpointId, name, inventory, origins }: AskedProxy,
  { before, url = before?.url ?? '', isGiven = false }: RouteQuestionStart,
): Promise<AskedRoute | undefined> {
  const { draftRoute, routeQuestionOf } = await loadCore();
  const title = `Find Router for URL · ${escapeForLabel(name, 40)}`;
  const circumstances = { inventory, origins, before };
  let draft = draftRoute({ headers: [], alpn: [], ...before, endpointId, url }, circumstances);
  const isUrlKnown = isGiven && draft.url !== undefined;
  const questions = isUrlKnown ? otherQuestions : [urlQuestion, ...otherQuestions];
  const steps = questions.map(
    (question): QuestionStep =>
      async (place) => {
        if (!question.isNeeded(draft)) return 'skip';
        const answer = await question.ask({ ...place, title }, draft);
        if (answer === undefined) return 'cancel';
        if (answer === 'back') return 'back';
        draft = draftRoute({ ...draft.answers, ...answer.value }, circumstances);
        return 'next';
      },
  );
  const total = (): number => questions.filter((question) => question.isNeeded(draft)).length;
  if (!(await runSteps(steps, total))) return undefined;
  const drafted = routeQuestionOf(draft);
  const { answers, protocol, entryPoint } = draft;
  return drafted && { ...drafted, ask: { ...answers, protocol, entryPoint } };
}
