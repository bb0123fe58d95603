import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { type ConfigProblem, renameFix } from '../model/configProblem';
import type { ConfigDocument } from '../source/configDocument';
import { type ConfigEntry, type ConfigMap, type ConfigNode, type ConfigScalar, isNull } from '../source/configNode';
import { placedAt, rangeOf } from '../source/placedText';

const protocols: ReadonlySet<string> = new Set(['http', 'tcp', 'udp']);
const kinds: ReadonlySet<string> = new Set(['routers', 'services', 'middlewares', 'serverstransports']);

/**
 * The parts that Traefik silently omits from a file: names that are not texts, objects and TLS without a value, and all
 * documents except the first.
 */
export function ignoredInFile([first, ...more]: readonly ConfigDocument[]): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  for (const protocol of entriesOf(first?.root, protocols)) {
    for (const { key, value } of entriesOf(protocol.value, kinds)) {
      if (value.kind === 'map') reportIgnoredObjects(value, key.text.toLowerCase() === 'routers', problems);
    }
  }
  const next = more.find(({ root }) => root !== undefined && !isNull(root))?.root;
  if (next !== undefined) {
    const message = l10n.t('Traefik reads only the first document of a file. Put this one into a file of its own.');
    problems.push(ignored({ ...next, end: Math.min(next.end, endOfLine(next)) }, message));
  }
  return problems;
}

function entriesOf(node: ConfigNode | undefined, names: ReadonlySet<string>): readonly ConfigEntry[] {
  return node?.kind === 'map' ? node.entries.filter(({ key }) => names.has(key.text.toLowerCase())) : [];
}

const tlsSection: ReadonlySet<string> = new Set(['tls']);

function reportIgnoredObjects(objects: ConfigMap, areRouters: boolean, problems: ConfigProblem[]): void {
  // If all of them are null, Traefik refuses the whole file, which another problem reports.
  const hasOther = objects.entries.some(({ value }) => !isNull(value));
  for (const { key, value } of objects.entries) {
    if (key.type !== 'string' && key.type !== 'null') problems.push(unquoted(key));
    if (isNull(value)) {
      if (hasOther)
        problems.push(ignored(key, l10n.t('“{0}” has no options, so that Traefik leaves it out.', quoted(key.text))));
    } else if (areRouters) {
      const tls = entriesOf(value, tlsSection).find((one) => isNull(one.value));
      const words = l10n.t('“{0}” without a value is off. Write “{0}: {}” to turn it on.', quoted(tls?.key.text ?? ''));
      if (tls !== undefined) problems.push(ignored(tls.key, words));
    }
  }
}

/** Traefik calls it `<int Value>`, so that nothing can refer to it. */
function unquoted(key: ConfigScalar): ConfigProblem {
  const message = l10n.t('Traefik does not use the name “{0}”, as it is no text. Put it in quotes.', quoted(key.text));
  const fix = renameFix(placedAt(key, key.text), `"${key.text}"`);
  return { ...ignored(key, message), fix: fix && { ...fix, title: l10n.t('Put it in quotes') } };
}

function ignored(at: ConfigNode, message: string): ConfigProblem {
  return { code: 'file.ignored', severity: 'warning', message, range: rangeOf(at) };
}

function endOfLine({ file, start }: ConfigNode): number {
  const end = file.text.indexOf('\n', start);
  return end < 0 ? file.text.length : end;
}
