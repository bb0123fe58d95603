import * as l10n from '@vscode/l10n';
import { allOf } from '../../../l10n/lists';
import { plural } from '../../../l10n/plural';
import { plainText } from '../../base/text/plainText';
import type { RememberedRouteQuestion } from './rememberedQuestions';
import type { RequiredInputs } from './requiredInputs';

const mostNamed = 5;
const longestName = 60;

/** Sentences about inputs of rules that an access log does not contain: the answer assumes that they were not sent. */
export function notLoggedNotes(
  { logged, headers }: Pick<RememberedRouteQuestion, 'logged' | 'headers'>,
  rulesAsk: Pick<RequiredInputs, 'headers' | 'query'>,
): readonly string[] {
  if (logged === undefined) return [];
  const sent = new Set(headers.map(([name]) => name.toLowerCase()));
  const missing = rulesAsk.headers.filter((name) => !sent.has(name.toLowerCase()));
  return [
    ...(rulesAsk.query.length === 0 || logged.query === 'there'
      ? []
      : [
          logged.query === 'masked'
            ? l10n.t('Rules check the query string, which is masked in the access log line.')
            : l10n.t('Rules check the query string. The access log line has none, or it was left out.'),
        ]),
    ...(missing.length === 0
      ? []
      : [
          plural(
            missing.length,
            {
              one: 'Rules check a header that the access log line does not have: {1}. It is assumed not to be sent.',
              other:
                'Rules check {0} headers that the access log line does not have: {1}. They are assumed not to be sent.',
            },
            allOf(shortened(missing)),
          ),
        ]),
  ];
}

function shortened(names: readonly string[]): readonly string[] {
  const named = names.slice(0, mostNamed).map((name) => plainText(name, longestName));
  return names.length > mostNamed ? [...named, '…'] : named;
}
