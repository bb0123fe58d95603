import * as l10n from '@vscode/l10n';
import { type PluralForms, plural } from '../../../l10n/plural';
import { plainText } from '../../base/text/plainText';
import { noMatches } from '../describe/labels';
import { nearestFilters } from '../find/filterMatches';
import { asksWordsOnly, parseFilter } from '../find/itemFilter';
import type { Finding, Findings } from '../findings/finding';
import { knownItems } from '../model/inventory';
import type { Certificate, Item } from '../model/model';
import { entryPointIndexOf } from './entryPointRows';
import { noteNode } from './messageNodes';
import type { EndpointNode, NoteNode } from './nodes';
import type { TreeModel } from './treeModel';

const longestFilter = 100;

/** The findings about the items that the filter shows. */
export function findingsInView(findings: Findings, model: TreeModel): Findings {
  if (model.viewOptions.filter === '') return findings;
  const present = found.get(findings);
  if (present?.model === model) return present.left;
  const certificates = new Set(certificatesInView(model));
  const isInView = ({ links }: Finding): boolean =>
    links.some((link) => {
      if (link.to === 'item') return model.isShown(link.item);
      if (link.to === 'certificate') return certificates.has(link.certificate);
      return entryPointIndexOf(model).on(link.name).shown.length > 0;
    });
  const { list, ignored = [] } = findings;
  const left = { ...findings, list: list.filter(isInView), ignored: ignored.filter(isInView) };
  found.set(findings, { model, left });
  return left;
}

/** Avoids filtering all findings again for each of their rows. */
const found = new WeakMap<Findings, { readonly model: TreeModel; readonly left: Findings }>();

/** The certificates that contain the filter's words; none if it has conditions that certificates cannot meet. */
export function certificatesInView({ inventory, viewOptions }: TreeModel): readonly Certificate[] {
  const all = knownItems(inventory.certificates);
  if (viewOptions.filter === '') return all;
  const filter = parseFilter(viewOptions.filter);
  if (!asksWordsOnly(filter)) return [];
  return all.filter(({ commonName = '', sans, issuer = '' }) => {
    const text = [commonName, ...sans, issuer].join('\n').toLowerCase();
    return (
      filter.words.every((word) => text.includes(word)) && !filter.without.words.some((word) => text.includes(word))
    );
  });
}

type Nearest = ReturnType<typeof nearestFilters>;

/** The nearest filters of a filter that matches nothing; computed once. */
const nearest = new WeakMap<TreeModel, Nearest>();

function nearestOf(model: TreeModel): Nearest {
  const made = nearest.get(model) ?? nearestFilters(model.inventory, model.viewOptions.filter);
  nearest.set(model, made);
  return made;
}

/** A row that nothing matches, and rows with filters that differ in one condition and match something. */
export function noMatchRows(parent: EndpointNode, model: TreeModel): readonly NoteNode[] {
  const offers = nearestOf(model);
  const says = statusSentence(parseFilter(model.viewOptions.filter).statuses, offers);
  return [
    { ...noteNode(parent, noMatches()), ...(says === '' ? {} : { description: says }) },
    ...offers.map(({ text, count }) => ({
      ...noteNode(parent, text === '' ? l10n.t('No filter') : plainText(text, longestFilter)),
      description: plural(count, { one: '{0} match', other: '{0} matches' }),
      filter: text,
    })),
  ];
}

/** `0 with errors, 1 with warnings`: for a filter with one status, if only this status excludes the others. */
function statusSentence(asked: readonly Item['status'][], offers: Nearest): string {
  const countOf = (condition: string): number => offers.find((offer) => offer.condition === condition)?.count ?? 0;
  const [errors, warnings] = [countOf('status:error'), countOf('status:warning')];
  const [only] = asked;
  if (asked.length !== 1 || errors + warnings === 0) return '';
  const texts = [
    ...(errors > 0 || only === 'disabled' ? [plural(errors, errorForms)] : []),
    ...(warnings > 0 || only === 'warning' ? [plural(warnings, warningForms)] : []),
  ];
  return texts.join(', ');
}

const errorForms: PluralForms = { one: '{0} with errors', other: '{0} with errors' };
const warningForms: PluralForms = { one: '{0} with warnings', other: '{0} with warnings' };
