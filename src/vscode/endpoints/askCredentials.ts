import type { OfferedAuth } from '../../core/addressProbe/tryAddress';
import type { EndpointAuth } from '../../core/base/endpoints/endpoint';
import type { QuickAnswer } from '../shared/quickInput';
import { askAuthDetail, askAuthType, authChoiceOf, authDetails, emptyAuth } from './questions';

/**
 * Asks the user for the credentials that a server requires, with a way back from every question.
 *
 * @param offered the methods that the server accepts; all if it names none. The user chooses if there are several
 * @param present the earlier input: for a user without a password, asks for the password only
 */
export async function askCredentials(
  title: string,
  offered: readonly OfferedAuth[],
  present: EndpointAuth,
): Promise<QuickAnswer<EndpointAuth>> {
  // The choice of Basic includes Digest if the server requires it.
  const methods = offered.includes('basic') ? offered.filter((one) => one !== 'digest') : offered;
  const [only] = methods.length === 1 ? methods : [];
  const isPasswordMissing = present.type === 'basic' && present.username !== '' && present.password === '';
  let auth = only === undefined ? present : emptyAuth(only, present);
  const first = only === undefined && !isPasswordMissing ? -1 : 0;
  for (let at = isPasswordMissing ? 1 : first; at < detailsOf(auth, methods); ) {
    const place = { title, canGoBack: true };
    if (at < 0) {
      const choice = await askAuthType(place, auth.type === 'none' ? 'basic' : authChoiceOf(auth), methods);
      if (choice === undefined || choice === 'back') return choice;
      auth = emptyAuth(choice.value, auth);
      at += 1;
      continue;
    }
    const answer = await askAuthDetail(place, auth, at);
    if (answer === undefined) return undefined;
    if (answer === 'back') {
      if (at === first) return 'back';
      at -= 1;
    } else {
      auth = answer.value;
      at += 1;
    }
  }
  return { value: auth };
}

/** A server that names the scheme of API keys accepts them in that header. */
function detailsOf({ type }: EndpointAuth, offered: readonly OfferedAuth[]): number {
  return type === 'apiKey' && offered.length > 0 ? 1 : authDetails(type);
}
