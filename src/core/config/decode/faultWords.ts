import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { type ConfigProblem, renameFix } from '../model/configProblem';
import { nearestTo } from '../names/nearName';
import type { DecodeFault } from './untypedNode';

/** Two sentences for a fault of labels or of a file: the problem and the fix. */
export function wordsOfFault({ kind, at, known = [] }: DecodeFault): string {
  const name = valueKinds.has(kind) ? at.value : optionName(at.value);
  switch (kind) {
    case 'root':
      return l10n.t('The label begins with “{0}”. Write “traefik” in lower case.', quoted(name));
    case 'element':
      return l10n.t('“{0}” has an empty part. Remove the dot, or write the name that is missing.', quoted(name));
    case 'bracket':
      return l10n.t(
        '“{0}” begins with a bracket. Write the index right after the name, as in “domains[0]”.',
        quoted(name),
      );
    case 'unknownField': {
      const nearest = nearestTo(name, known);
      return nearest === undefined
        ? l10n.t('Traefik has no option “{0}” here. Remove it, or correct its name.', quoted(name))
        : l10n.t('Traefik has no option “{0}” here. Did you mean “{1}”?', quoted(name), quoted(nearest));
    }
    case 'standalone':
      return l10n.t('“{0}” cannot be empty. Write at least one option below it.', quoted(name));
    case 'hasChildren':
      return l10n.t('“{0}” is a plain value. Remove the options below it.', quoted(name));
    case 'bool':
      return l10n.t('“{0}” is neither true nor false. Write one of these.', quoted(name));
    case 'int':
      return l10n.t('“{0}” is not a whole number. Write one.', quoted(name));
    case 'int32':
      return l10n.t('“{0}” is not a whole number of at most 2147483647. Write one.', quoted(name));
    case 'float':
      return l10n.t('“{0}” is not a number. Write one.', quoted(name));
    case 'duration':
      return l10n.t(
        '“{0}” is not a duration. Write a number of seconds, or a text such as “10s” or “1m30s”.',
        quoted(name),
      );
    case 'emptyList':
      return l10n.t('“{0}” needs an option below it, such as its port.', quoted(name));
    case 'listValue':
      return l10n.t('This list can only have plain values or maps.');
    case 'timeValue':
      return l10n.t('“{0}” is read as a date. Put it in quotes.', quoted(name));
  }
}

/** The quick fix of a fault: the option or the value that the user certainly meant. */
export function fixOfFault(fault: DecodeFault): ConfigProblem['fix'] {
  return renameFix(fault.at, meantInstead(fault));
}

function meantInstead({ kind, at: { value, file }, known = [] }: DecodeFault): string | undefined {
  switch (kind) {
    case 'unknownField':
      return optionName(value) === value ? nearestTo(value, known) : undefined;
    case 'root':
      return value.toLowerCase() === 'traefik' ? 'traefik' : undefined;
    case 'bool':
      return /^(?:yes|y|on)$/i.test(value) ? 'true' : /^(?:no|n|off)$/i.test(value) ? 'false' : undefined;
    case 'timeValue':
      return /\.ya?ml$/i.test(file.path) && /^[\w:.+-]+$/.test(value) ? `"${value}"` : undefined;
    default:
      return undefined;
  }
}

/** Faults of a value that is not that of a user or a header. */
const valueKinds: ReadonlySet<DecodeFault['kind']> = new Set([
  'bool',
  'int',
  'int32',
  'float',
  'duration',
  'timeValue',
]);

/** A name up to a sign that no option has: in a label with a colon for its equals sign, the rest is the value. */
function optionName(written: string): string {
  const end = written.search(/[:=,]/);
  return end < 0 ? written : `${written.slice(0, end)}…`;
}
