import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { type ConfigProblem, renameFix, unitProblem } from '../model/configProblem';
import { mostProblems } from '../model/problemLimit';
import { nearestTo } from '../names/nearName';
import { type ConfigMap, type ConfigNode, type ConfigScalar, isNull } from '../source/configNode';
import { isKnown, placedAt, rangeOf, type SourceFile } from '../source/placedText';
import { crdTypes } from './crdTypes';
import type { Manifest } from './manifests';

/** The kinds of objects with known fields. */
const kinds: ReadonlySet<string> = new Set([
  ...['IngressRoute', 'IngressRouteTCP', 'IngressRouteUDP', 'TraefikService', 'Middleware', 'MiddlewareTCP'],
  ...['TLSOption', 'TLSStore', 'ServersTransport', 'ServersTransportTCP'],
]);

/** The search for a similar field takes time: limits it to this many fields of one file. */
const mostSought = 100;

/**
 * Checks the fields of Traefik's objects: those that their definitions do not have, and values of another type. The API
 * server drops or refuses the first and refuses the others; unlike the file provider, it compares with case.
 */
export class CrdFields {
  readonly problems: ConfigProblem[] = [];
  private readonly told = new Map<SourceFile, number>();

  /** Checks the `spec` of an object, except text of templates. */
  check({ kind, spec, isTemplated, name }: Manifest): void {
    if (!kinds.has(kind) || spec === undefined || isTemplated) return;
    this.checkNode(spec, kind, `${kind} ${name.value}`);
  }

  private checkNode(node: ConfigNode, type: string, unit: string): void {
    if (isNull(node)) return;
    const [, of = '', sign] = /^(.*?)(\[\]|\{\})?$/.exec(type) ?? [];
    if (sign === '[]') {
      if (node.kind !== 'list') this.reportType(node, l10n.t('This has to be a list.'), unit);
      else for (const item of node.items) this.checkNode(item, of, unit);
    } else if (sign === '{}') {
      if (node.kind !== 'map') this.reportType(node, l10n.t('This has to be a map.'), unit);
      else for (const { value } of node.entries) this.checkNode(value, of, unit);
    } else if (crdTypes[type] !== undefined) {
      this.checkStruct(node, type, unit);
    } else if (type !== 'any') {
      const words = node.kind === 'scalar' ? faultOfScalar(node, type) : l10n.t('This has to be a plain value.');
      if (words !== undefined) this.reportType(node, words, unit);
    }
  }

  private checkStruct(node: ConfigNode, type: string, unit: string): void {
    const fields = fieldsOf(type);
    if (node.kind !== 'map') {
      const [first = ''] = fields.keys();
      const key = fields.has('name') ? 'name' : first;
      this.reportType(node, l10n.t('This has to be a map with keys such as “{0}”.', quoted(key)), unit);
      return;
    }
    for (const { key, value } of node.entries) {
      const field = fields.get(key.text);
      if (field !== undefined) this.checkNode(value, field, unit);
      else if (isKnown(key.text)) this.reportField(key, fields, node);
    }
  }

  private reportField(key: ConfigScalar, fields: ReadonlyMap<string, string>, { entries }: ConfigMap): void {
    const count = this.count(key.file);
    if (count === undefined) return;
    const written = new Set(entries.map((entry) => entry.key.text));
    const free = [...fields.keys()].filter((one) => !written.has(one));
    const meant = count > mostSought ? undefined : meantBy(key.text, free);
    const below = meant === undefined ? placeBelow(key.text, fields) : undefined;
    const what = l10n.t(
      'Traefik has no field “{0}” here, so that Kubernetes drops it or refuses the object.',
      quoted(key.text),
    );
    const next =
      meant !== undefined
        ? l10n.t('Did you mean “{0}”?', quoted(meant))
        : below !== undefined
          ? l10n.t('It belongs below “{0}”.', quoted(below))
          : l10n.t('Remove it, or correct its name.');
    const fix = renameFix(placedAt(key, key.text), meant);
    const message = `${what} ${next}`;
    this.problems.push({ code: 'kubernetes.field', severity: 'warning', message, range: rangeOf(key), fix });
  }

  private reportType(node: ConfigNode, words: string, unit: string): void {
    if (this.count(node.file) === undefined) return;
    const message = `${words} ${l10n.t('Kubernetes refuses the object.')}`;
    this.problems.push(unitProblem(unit, 'error', 'kubernetes.field', node, message));
  }

  /** The number of problems of a file so far; undefined if it has enough. */
  private count(file: SourceFile): number | undefined {
    const count = (this.told.get(file) ?? 0) + 1;
    this.told.set(file, count);
    return count > mostProblems ? undefined : count;
  }
}

/** Numbers and booleans that every reader of YAML takes for such. */
const plainScalar = /^(?:-?(?:0|[1-9]\d{0,14})|true|false)$/;

function faultOfScalar({ type, text }: ConfigScalar, wanted: string): string | undefined {
  const isText = type === 'string';
  if (!isKnown(text)) return undefined;
  switch (wanted) {
    case 'string':
      return !isText && plainScalar.test(text) ? l10n.t('This has to be a text. Put it in quotes.') : undefined;
    case 'int':
      return isText || type === 'bool' ? l10n.t('This has to be a number, without quotes.') : undefined;
    case 'bool':
      return (isText && plainScalar.test(text)) || type === 'int'
        ? l10n.t('This has to be true or false, without quotes.')
        : undefined;
    case 'intOrString':
      return type === 'bool' && plainScalar.test(text) ? l10n.t('This has to be a text or a number.') : undefined;
    default:
      return undefined;
  }
}

const read = new Map<string, ReadonlyMap<string, string>>();

/** The types of the fields of a struct, by their names. */
function fieldsOf(type: string): ReadonlyMap<string, string> {
  const known = read.get(type);
  if (known !== undefined) return known;
  const fields = (crdTypes[type] ?? '').split('; ').map((field) => field.split(' '));
  const made = new Map(fields.map(([name = '', of = '']) => [name, of] as const));
  read.set(type, made);
  return made;
}

/** Whether a type of objects has a field directly below its `spec`, in this spelling. */
export function hasCrdField(kind: string, name: string): boolean {
  return fieldsOf(kind).has(name);
}

/** The nearest of the absent fields, or the only one that starts with the name. */
function meantBy(name: string, free: readonly string[]): string | undefined {
  const longer = free.filter((one) => one.toLowerCase().startsWith(name.toLowerCase()));
  return nearestTo(name, free) ?? (longer.length === 1 ? longer[0] : undefined);
}

/** The only field that has one of that name below it. */
function placeBelow(name: string, fields: ReadonlyMap<string, string>): string | undefined {
  const places = [...fields].filter(([, type]) => crdTypes[type] !== undefined && fieldsOf(type).has(name));
  const [first, ...more] = places;
  return more.length === 0 ? first?.[0] : undefined;
}
