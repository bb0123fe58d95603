import type { EndpointAuth, EndpointKind } from '../../core/base/endpoints/endpoint';
import type { EndpointFields } from '../../core/base/endpoints/endpointStore';
import { askQuestions, type QuestionStep, type QuickAnswer } from '../shared/quickInput';
import { askAuthDetail, askAuthType, askName, askUrl, authChoiceOf, authDetails, emptyAuth } from './questions';

/** The known facts about an endpoint whose record is lost. */
interface Known {
  readonly title: string;
  readonly kind: EndpointKind;
  readonly name: string;
}

/** Asks the user for all fields of an endpoint, step by step with a way back. Undefined if the user canceled. */
export async function askEndpoint({ title, kind, ...known }: Known): Promise<EndpointFields | undefined> {
  let url = '';
  let auth: EndpointAuth = { type: 'none' };
  let { name } = known;
  let fromUrl = false;

  const steps: QuestionStep[] = [
    async (place) => {
      const answer = await askUrl({ ...place, title }, kind, url);
      return settle(answer, (value) => {
        url = value.url;
        fromUrl = value.credentials !== undefined && value.credentials.password !== '';
        if (value.credentials !== undefined) auth = { type: 'basic', ...value.credentials };
      });
    },
    async (place) => {
      if (fromUrl) return 'skip';
      const answer = await askAuthType({ ...place, title }, authChoiceOf(auth));
      return settle(answer, (value) => {
        auth = emptyAuth(value, auth);
      });
    },
    ...[0, 1].map(
      (detail): QuestionStep =>
        async (place) => {
          if (fromUrl || detail >= authDetails(auth.type)) return 'skip';
          const answer = await askAuthDetail({ ...place, title }, auth, detail);
          return settle(answer, (value) => {
            auth = value;
          });
        },
    ),
    async (place) => {
      const answer = await askName({ ...place, title }, name);
      return settle(answer, (value) => {
        name = value.trim();
      });
    },
  ];
  const total = () => (fromUrl ? 2 : 3 + authDetails(auth.type));
  if (!(await askQuestions(steps, total))) return undefined;
  return { kind, url, auth, name, headers: {} };
}

function settle<T>(answer: QuickAnswer<T>, take: (value: T) => void): 'next' | 'back' | 'cancel' {
  if (answer === undefined) return 'cancel';
  if (answer === 'back') return 'back';
  take(answer.value);
  return 'next';
}
