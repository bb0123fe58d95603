import { readRecordings } from '../../recordings/read';
import { recordedReply } from '../shared/recorded';
import type { Reply } from '../shared/reply';
import type { TraefikVersion } from './listing';

/** What the recorded Traefik answered to a case. */
export function recordedAnswer(version: TraefikVersion, name: string): Reply {
  const recording = readRecordings(`traefik-${version}`).get(name);
  if (recording === undefined) throw new Error(`no recording ${name} of Traefik ${version}`);
  return recordedReply(recording);
}
