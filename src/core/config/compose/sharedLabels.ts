import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import type { WrittenLabel } from '../decode/labelNodes';
import type { ConfigProblem } from '../model/configProblem';
import { type PlacedText, rangeOf } from '../source/placedText';

/** A container whose labels may be those of another one. */
export interface LabelledContainer {
  readonly name: string;
  readonly at: PlacedText;
  readonly labels: readonly WrittenLabel[];
  /** See `ComposeService.program`: it differs for containers with different tasks. */
  readonly program: string;
  /** Whether Traefik has the objects that its labels declare. */
  readonly isUsed: boolean;
  /** The profiles that start it, if it does not always start. */
  readonly startedWith: string | undefined;
}

const routingLabel = /^traefik\.(?:http|tcp|udp)\.(?:routers|services)\./i;

/**
 * Containers that have the labels of another one, by `<<`, an alias, or `extends`, and run something else: Traefik
 * sends requests to both. Copies of the same program may share them on purpose.
 */
export function sharedLabelProblems(containers: readonly LabelledContainer[]): readonly ConfigProblem[] {
  const first = new Map<string, LabelledContainer>();
  const problems: ConfigProblem[] = [];
  for (const one of containers) {
    const label = one.isUsed ? one.labels.find(({ key }) => routingLabel.test(key.value)) : undefined;
    if (label === undefined) continue;
    const { file, start } = label.key;
    const place = `${start} ${one.labels.length} ${file.path}`;
    const other = first.get(place);
    if (other === undefined) first.set(place, one);
    else if (other.program !== one.program && other.startedWith === one.startedWith) problems.push(shared(one, other));
  }
  return problems;
}

function shared({ name, at }: LabelledContainer, other: LabelledContainer): ConfigProblem {
  const message = l10n.t(
    '“{0}” has the labels of “{1}”, but runs something else. Traefik hands requests on to both. If that is not meant, set “traefik.enable” to false here.',
    quoted(name),
    quoted(other.name),
  );
  return { code: 'container.shared', severity: 'information', message, range: rangeOf(at) };
}
