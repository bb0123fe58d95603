import type { EndpointAuth, EndpointKind } from '../../core/base/endpoints/endpoint';
import type { EndpointFields } from '../../core/base/endpoints/endpointStore';
import { type QuestionStep, type QuickAnswer, runSteps } from '../shared/quickInput';
import {
  askAuthDetail,
  askAuthType,
  askKind,
  askName,
  askUrl,
  authChoiceOf,
  authDetails,
  emptyAuth,
} from './questions';

/** What a new endpoint starts from: what is known already is not asked, or is offered as the answer. */
interface Draft {
  readonly title: string;
  readonly kind?: EndpointKind;
  readonly name?: string;
}

/** Asks for everything a new endpoint needs, step by step and with a way back. Undefined where the person gave up. */
export async function askEndpoint(draft: Draft): Promise<EndpointFields | undefined> {
  let kind = draft.kind;
  let url = '';
  let auth: EndpointAuth = { type: 'none' };
  let name = draft.name ?? '';
  let nameIsOurs = draft.name === undefined;
  let fromUrl = false;

  const steps: QuestionStep[] = [
    async (place) => {
      if (draft.kind !== undefined) return 'skip';
      const answer = await askKind({ ...place, title: draft.title });
      return settle(answer, (value) => {
        kind = value;
      });
    },
    async (place) => {
      const answer = await askUrl({ ...place, title: draft.title }, kind ?? 'proxy', url);
      return settle(answer, (value) => {
        url = value.url;
        fromUrl = value.credentials !== undefined && value.credentials.password !== '';
        if (value.credentials !== undefined) auth = { type: 'basic', ...value.credentials };
        if (nameIsOurs) name = new URL(url).host;
      });
    },
    async (place) => {
      if (fromUrl) return 'skip';
      const answer = await askAuthType({ ...place, title: draft.title }, authChoiceOf(auth));
      return settle(answer, (value) => {
        auth = emptyAuth(value, auth);
      });
    },
    ...[0, 1].map(
      (detail): QuestionStep =>
        async (place) => {
          if (fromUrl || detail >= authDetails(auth.type)) return 'skip';
          const answer = await askAuthDetail({ ...place, title: draft.title }, auth, detail);
          return settle(answer, (value) => {
            auth = value;
          });
        },
    ),
    async (place) => {
      const answer = await askName({ ...place, title: draft.title }, name);
      return settle(answer, (value) => {
        nameIsOurs = nameIsOurs && value === name;
        name = value.trim();
      });
    },
  ];
  const total = () => (draft.kind === undefined ? 1 : 0) + (fromUrl ? 2 : 3 + authDetails(auth.type));
  if (!(await runSteps(steps, total)) || kind === undefined) return undefined;
  return { kind, url, auth, name, headers: {} };
}

function settle<T>(answer: QuickAnswer<T>, take: (value: T) => void): 'next' | 'back' | 'cancel' {
  if (answer === undefined) return 'cancel';
  if (answer === 'back') return 'back';
  take(answer.value);
  return 'next';
}
