import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { type IgnoredPart, wordsOfIgnored } from '../decode/ignoredPart';
import type { WrittenLabel } from '../decode/labelNodes';
import type { ConfigProblem } from '../model/configProblem';
import { isKnown, type PlacedText, rangeOf } from '../source/placedText';
import { meantByDropped } from './droppedLabels';
import type { LabelUnit } from './labelUnit';

const tlsPattern = /^traefik\.(tls\.(?:options|certificates|stores(?!\.default)))(?:\.|$)/i;
/** Labels of Traefik 1, of a container or of one of its segments. */
const oldLabelPattern =
  /^traefik\.(?:(?!(?:http|tcp|udp|tls|docker|swarm|ecs)\.)[\w-]+\.)?(?:frontend|backend|port|protocol|weight)(?:\.|$)/i;

/** Of containers, the provider for Docker ignores it (extractDockerLabels in pkg/provider/docker/shared_labels.go). */
const ofSwarm = /^traefik\.swarm\.network$/i;

/** The labels or tags that Traefik silently omits. */
export function ignoredLabels(
  labels: readonly WrittenLabel[],
  parts: readonly IgnoredPart[],
  provider: LabelUnit['provider'],
): readonly ConfigProblem[] {
  const hasNetwork = labels.some(({ key }) => /^traefik\.docker\.network$/i.test(key.value));
  const others = labels.flatMap(({ key }) => {
    const tls = tlsPattern.exec(key.value)?.[1];
    if (tls !== undefined) return ignored(key, wordsOfIgnored({ kind: 'elsewhere', at: key, name: tls }));
    if (oldLabelPattern.test(key.value)) {
      return ignored(key, l10n.t('This is a label of Traefik 1, which later versions ignore. Remove it.'));
    }
    const isOfSwarm = provider === 'docker' && !hasNetwork && ofSwarm.test(key.value);
    const meant = isOfSwarm ? 'traefik.docker.network' : isKnown(key.value) ? meantByDropped(key.value) : undefined;
    if (meant === undefined) return [];
    const isWhole = !meant.includes('<') && key.file.text.slice(key.start, key.end) === key.value;
    return {
      ...ignored(key, droppedWords(key.value, meant)),
      fix: isWhole ? { range: rangeOf(key), text: meant } : undefined,
    };
  });
  return [...others, ...parts.map((part) => ({ ...ignored(part.at, wordsOfIgnored(part)), fix: part.fix }))];
}

function droppedWords(key: string, meant: string): string {
  return l10n.t('Traefik reads no label “{0}”, and ignores it. Did you mean “{1}”?', quoted(key), quoted(meant));
}

function ignored(at: PlacedText, message: string): ConfigProblem {
  return { code: 'label.ignored', severity: 'warning', message, range: rangeOf(at) };
}
