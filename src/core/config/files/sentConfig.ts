import { nextTurn } from '../../base/async/nextTurn';
import { canceledFailure } from '../../base/errors/failure';
import type { Declaration, ObjectSettings } from '../model/declaration';
import type { SourceFile } from '../source/placedText';
import type { ConfigGroup } from './readConfigFiles';

/** A group as one thread sends it to another: with numbers for the files, so that places do not repeat their texts. */
type SentGroup = Omit<ConfigGroup, 'files'> & { readonly files: readonly number[] };

/** The declarations of files, as one thread sends them to another. */
interface SentConfig {
  /** A requested file by its number, or one with masked templates. */
  readonly files: readonly (number | SourceFile)[];
  readonly groups: readonly SentGroup[];
}

/**
 * Puts a number in the place of each file. The groups are unusable afterward.
 *
 * @param given the requested files
 * @param keepsSettings whether the options of objects are sent, too: they are as long as the files
 */
export function sentConfigOf(
  groups: readonly ConfigGroup[],
  given: readonly SourceFile[],
  keepsSettings = false,
): SentConfig {
  const files: SourceFile[] = [...given];
  const numbers = new Map(files.map((file, number) => [file, number] as const));
  const numberOf = (file: SourceFile): number => {
    const known = numbers.get(file);
    if (known !== undefined) return known;
    files.push(file);
    numbers.set(file, files.length - 1);
    return files.length - 1;
  };
  const seen = new Set<object>();
  const replace = (value: unknown): void => {
    if (!isObject(value) || seen.has(value)) return;
    seen.add(value);
    if (isPlaced(value)) value.file = numberOf(value.file as SourceFile);
    for (const below of Object.values(value)) replace(below);
  };
  const sent = groups.map(({ files: own, ...group }): SentGroup => {
    for (const declaration of declarationsOf(group)) {
      if (keepsSettings) sendSettings(declaration);
      replace(declaration);
    }
    return { ...group, files: own.map(numberOf) };
  });
  return { files: files.map((file, number) => (number < given.length ? number : file)), groups: sent };
}

/** Declarations between two turns of the event loop: some milliseconds. */
const declarationsOfTurn = 500;

/**
 * The groups that were sent, with their files.
 *
 * @throws RequestFailure if canceled
 */
export async function configOfSent(
  { files, groups }: SentConfig,
  given: readonly SourceFile[],
  signal: AbortSignal,
): Promise<readonly ConfigGroup[]> {
  const all = files.map((file) => (typeof file === 'number' ? given[file] : file));
  const replace = (value: unknown): void => {
    if (!isObject(value)) return;
    if (isPlaced(value)) {
      // The search reaches an object in two others twice.
      if (typeof value.file === 'number') value.file = all[value.file];
      return;
    }
    for (const below of Object.values(value)) replace(below);
  };
  const received: ConfigGroup[] = [];
  for (const { files: own, ...group } of groups) {
    for (const [at, declaration] of declarationsOf(group).entries()) {
      replace(declaration);
      receiveSettings(declaration);
      if (at % declarationsOfTurn !== declarationsOfTurn - 1) continue;
      await nextTurn();
      if (signal.aborted) throw canceledFailure();
    }
    received.push({ ...group, files: own.flatMap((number) => all[number] ?? []) });
  }
  return received;
}

/** The options of an object, as one thread sends them to another in the place of its settings. */
class SentSettings {
  readonly listed: ReturnType<ObjectSettings['asListed']>;

  constructor(settings: ObjectSettings) {
    this.listed = settings.asListed();
  }
}

/** Those who receive the declaration own it. */
type Writable = { settings?: unknown };

function sendSettings(declaration: Declaration): void {
  const { settings } = declaration;
  if (settings !== undefined) (declaration as Writable).settings = new SentSettings(settings);
}

/** Without the options, which were not asked for, the settings are unknown. */
function receiveSettings(declaration: Declaration): void {
  const { settings } = declaration as Writable;
  if (!isObject(settings) || 'asListed' in settings) return;
  const { listed } = settings as Partial<SentSettings>;
  (declaration as Writable).settings = listed && { asListed: () => listed };
}

function declarationsOf({ declarations, hidden }: Omit<ConfigGroup, 'files'>): readonly Declaration[] {
  return [...declarations, ...(hidden?.declarations ?? [])];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(Array.isArray(value) && typeof value[0] === 'number');
}

function isPlaced(value: Record<string, unknown>): boolean {
  return 'file' in value && 'start' in value;
}
