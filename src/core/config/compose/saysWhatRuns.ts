import { type ConfigNode, entryIn } from '../source/configNode';

/**
 * Whether a service of a compose file is a container by itself. Compose refuses one that has neither an image nor a
 * build, also from a service that it extends: it only adds to a service of another file.
 */
export function saysWhatRuns(service: ConfigNode): boolean {
  return entryIn(service, 'image') !== undefined || entryIn(service, 'build') !== undefined;
}
