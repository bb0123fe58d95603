import * as l10n from '@vscode/l10n';
import type { Inventory } from '../../core/proxy/model/inventory';
import type { PublicOrigins } from '../../core/proxy/publicUrls/publicUrls';
import type { RememberedRouteQuestion } from '../../core/proxy/routing/rememberedQuestions';
import { loadCore } from '../shared/loadCore';
import { type QuestionStep, runSteps } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';
import type { AskedRoute } from './routeDocuments';
import { otherQuestions, urlQuestion } from './routeQuestions';

/** The proxy in question. */
interface AskedProxy {
  readonly endpointId: string;
  /** The name that a person gave it. */
  readonly name: string;
  readonly inventory: Inventory;
  readonly origins?: PublicOrigins | undefined;
}

/** How the questions start. */
export interface RouteQuestionStart {
  /** The previous answers, which are the defaults. */
  readonly before: RememberedRouteQuestion | undefined;
  /** The default URL, if not the previous one. */
  readonly url?: string | undefined;
  /** Whether a valid URL is not asked for again. */
  readonly isGiven?: boolean;
}

/**
 * Asks step by step for a request: its URL, and otherwise only what is not certain and what rules check.
 *
 * @returns undefined if canceled
 */
export async function askRoute(
  { endpointId, name, inventory, origins }: AskedProxy,
  { before, url = before?.url ?? '', isGiven = false }: RouteQuestionStart,
): Promise<AskedRoute | undefined> {
  const { draftRoute, routeQuestionOf } = await loadCore();
  const title = `${l10n.t('Find Router for URL')} · ${escapeForLabel(name, 40)}`;
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
