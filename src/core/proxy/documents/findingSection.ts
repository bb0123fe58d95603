import * as l10n from '@vscode/l10n';
import type { Finding, FindingLink } from '../findings/finding';
import { namedIn } from '../findings/findingsAbout';
import { findingCures, findingSentences, findingSeverity } from '../findings/findingTexts';
import { certificateTitle, isSameSubject, type NamedSubject } from '../model/subject';
import {
  ownRow,
  ownText,
  type PageCell,
  type PagePiece,
  type PageRow,
  type PageSectionSource,
  type PageStyle,
  pageSection,
  untrustedText,
} from './page';
import { linkedName } from './requestFlow';

export interface PlacedFinding extends Pick<Finding, 'kind' | 'key'> {
  /** Lines below the heading, from 1. */
  readonly below: number;
}

/** The findings about the subject of a document: the sentence, reason and next step of each, and the items involved. */
export function findingSection(
  findings: readonly Finding[],
  subject: NamedSubject,
): { readonly section: PageSectionSource; readonly placed: readonly PlacedFinding[] } {
  const rows: PageRow[] = [];
  const placed: PlacedFinding[] = [];
  for (const finding of findings) {
    placed.push({ kind: finding.kind, key: finding.key, below: rows.length + 1 });
    rows.push(...findingRows(finding, subject));
  }
  return { section: pageSection(l10n.t('Findings'), rows), placed };
}

function findingStyle(finding: Finding): PageStyle {
  const severity = findingSeverity(finding);
  return severity === undefined ? 'faint' : severity === 'error' ? 'bad' : 'caution';
}

function findingRows(finding: Finding, subject: NamedSubject): readonly PageRow[] {
  const { kind, about, reason, links } = finding;
  const [first] = links;
  // The sentence is about another item, so the page names it: a reason may contain “this router”.
  const isOfAnother = kind === 'missing' || (first !== undefined && !isSameSubject(namedIn(first), subject));
  return [
    ownRow(findingSentences[kind](), findingStyle(finding)),
    {
      indent: 1,
      cells: [
        [ownText(l10n.t('Reason'), 'label')],
        [...(isOfAnother ? [untrustedText(about), ownText(': ')] : []), untrustedText(reason)],
      ],
    },
    { indent: 1, cells: [[ownText(l10n.t('What to do'), 'label')], [ownText(findingCures[kind]())]] },
    ...links
      .filter((link) => !isSameSubject(namedIn(link), subject))
      .map((link): PageRow => ({ indent: 1, cells: [[linkOf(link)], roleOf(link)] })),
  ];
}

function linkOf(link: FindingLink): PagePiece {
  switch (link.to) {
    case 'item':
      return linkedName(link.item);
    case 'entryPoint':
      return untrustedText(link.name, { look: 'name', to: { type: 'entryPoint', name: link.name } });
    case 'certificate':
      return untrustedText(certificateTitle(link.certificate));
  }
}

function roleOf(link: FindingLink): PageCell {
  const role = link.to === 'certificate' ? undefined : link.role;
  return role === undefined ? [] : [ownText(role, 'faint')];
}
