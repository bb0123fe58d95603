import {
  type ConfigEntry,
  type ConfigMap,
  type ConfigNode,
  entryIn,
  isNull,
  listItemsIn,
  valueIn,
} from '../source/configNode';
import { isKnown, type SourceFile } from '../source/placedText';

const roots: ReadonlySet<string> = new Set(['http', 'tcp', 'udp', 'tls']);
const sectionNames: ReadonlySet<string> = new Set(['routers', 'services', 'middlewares', 'serverstransports']);
/** Keys of a router or a service of Traefik that are rare in other software. */
const typical: ReadonlySet<string> = new Set(['rule', 'loadbalancer', 'weighted', 'mirroring', 'failover']);

/**
 * Whether a document is dynamic configuration for the file provider. Other software has keys such as `http` as well:
 * beside other keys, only a section that looks like routers or services counts.
 */
export function isDynamicConfig(root: ConfigNode | undefined): boolean {
  if (root?.kind !== 'map') return false;
  const isAlone = hasOnlyDynamicRoots(root);
  return root.entries.some(({ key, value }) => {
    const name = nameOf(key.text);
    if (!roots.has(name)) return false;
    if (name === 'tls') return isAlone && isTls(value);
    return value.kind === 'map' && isSection(value, isAlone);
  });
}

/** Whether a document has no other configuration, such as Traefik's static one. */
export function hasOnlyDynamicRoots(root: ConfigNode | undefined): boolean {
  if (root?.kind !== 'map') return true;
  return root.entries.every(({ key }) => roots.has(nameOf(key.text)) || !isKnown(key.text));
}

function nameOf(key: string): string {
  return key.toLowerCase();
}

function isSection(section: ConfigMap, isAlone: boolean): boolean {
  const parts = section.entries.filter(({ key }) => sectionNames.has(nameOf(key.text)));
  if (!isAlone) return parts.some(({ value }) => value.kind === 'map' && value.entries.some(isTypical));
  const isWhole = parts.length > 0 && parts.length === section.entries.length;
  return parts.some(({ value }) => {
    if (value.kind === 'map') return value.entries.length > 0 ? value.entries.every(isObject) : isWhole;
    return isWhole && isNull(value);
  });
}

function isObject({ value }: ConfigEntry): boolean {
  return value.kind === 'map' || isNull(value) || (value.kind === 'scalar' && !isKnown(value.text));
}

function isTypical({ value }: ConfigEntry): boolean {
  return value.kind === 'map' && value.entries.some(({ key }) => typical.has(nameOf(key.text)));
}

function isTls(tls: ConfigNode): boolean {
  const parts = ['options', 'stores'].map((name) => valueIn(tls, name));
  if (parts.some((part) => part?.kind === 'map' && part.entries.length > 0 && part.entries.every(isObject)))
    return true;
  return listItemsIn(valueIn(tls, 'certificates')).some((one) => entryIn(one, 'certFile') !== undefined);
}

const yamlBeginning = /^(?:http|tcp|udp):[ \t]*\r?\n[ \t]+(?:routers|services|middlewares|serversTransports)[ \t]*:/m;
const tomlBeginning = /^[ \t]*\[\[?(?:http|tcp|udp)\.(?:routers|services|middlewares|serversTransports)\b/m;

/** Checks the same by the text alone, for a file that cannot be parsed. */
export function looksDynamic({ path, text }: SourceFile): boolean {
  return (/\.toml$/i.test(path) ? tomlBeginning : yamlBeginning).test(text);
}
