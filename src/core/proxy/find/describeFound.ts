import { plural } from '../../../l10n/plural';
import { maskText } from '../../base/secrets/secretsInText';
import { plainText } from '../../base/text/plainText';
import { middlewareSummary, nameText, serviceSummary } from '../describe/itemSummary';
import { joinedParts, kindText, statusName } from '../describe/labels';
import { entryPointsOf, type Item, type Service } from '../model/model';
import { shownUrl } from '../secrets/secrets';

/** What a list says about an item. Each is one visible line; `name` and `gist` are server text with its secrets masked. */
export interface FoundText {
  readonly name: string;
  /** What distinguishes it from its neighbors: a router's rule, a service's servers, a middleware's type. */
  readonly gist?: string;
  /** What it is, in our words: `HTTP router`, `TCP service · disabled`. */
  readonly what: string;
}

/** Code points of a gist: more than fits beside a name. */
const LONGEST_GIST = 200;

/** Describes an item in a list of results. */
export function describeFound(item: Item): FoundText {
  const gist = plainText(maskText(gistOf(item) ?? ''), LONGEST_GIST);
  const what = kindText(item);
  return {
    name: nameText(item.name),
    ...(gist === '' ? {} : { gist }),
    what: item.status === 'enabled' ? what : joinedParts(what, statusName(item.status)),
  };
}

function gistOf(item: Item): string | undefined {
  switch (item.kind) {
    case 'routers':
      return item.rule ?? entryPointsOf(item).join(', ');
    case 'services':
      return serversOf(item) ?? serviceSummary(item);
    case 'middlewares':
      return middlewareSummary(item);
  }
}

function serversOf({ loadBalancer }: Service): string | undefined {
  const [first, ...others] = (loadBalancer?.servers ?? []).flatMap(({ url, address }) => url ?? address ?? []);
  if (first === undefined) return undefined;
  const url = shownUrl(first);
  return others.length === 0 ? url : plural(others.length, { one: '{1} and {0} more', other: '{1} and {0} more' }, url);
}
