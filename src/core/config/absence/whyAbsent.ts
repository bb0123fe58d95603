import { nodesOfMap } from '../decode/fileNodes';
import { isKnown } from '../source/placedText';
import { readTomlDocument } from '../source/tomlDocument';
import { readYamlDocuments } from '../source/yamlDocuments';
import { labelsOfEnvironment, parseFlags } from '../static/flagsAndVariables';
import type { StaticVersion } from '../static/optionTypes';
import { readStatic } from '../static/readStatic';
import {
  defaultEntryPointsOf,
  isOptionOn,
  namedSections,
  sectionAt,
  staticEntryPointsOf,
  writtenAtOption,
} from '../static/staticModel';
import type { AbsenceCase, AbsenceQuestion } from './absenceQuestion';
import { type AbsenceCode, type AbsenceReason, absenceReason } from './absenceReason';
import { dockerAbsence } from './dockerAbsence';
import { fileAbsence } from './fileAbsence';
import { nodeAt } from './fileFaults';
import { objectAbsence } from './objectAbsence';
import { fileAt, filesAtEnd, filesAtStart } from './seenFiles';

/**
 * Why a declared object is not there, not enabled, or does not get a request: the one reason that facts decide, as
 * Traefik goes through them.
 *
 * @returns undefined if no reason is certain
 */
export function whyAbsent(question: AbsenceQuestion, version: StaticVersion): AbsenceReason | undefined {
  const one = { question, version, reading: readStatic(question.world, version) };
  const isProvided = !question.sought.name.endsWith('@internal') && one.reading.starts === true;
  const code = providedAbsence(one) ?? (isProvided ? objectAbsence(one) : undefined);
  return code === undefined ? undefined : absenceReason(code);
}

/** The same as far as its provider decides: why Traefik does not have the object at all. */
export function providedAbsence(one: AbsenceCase): AbsenceCode | undefined {
  const { question, reading } = one;
  if (reading.starts === undefined) return undefined;
  if (reading.starts === false) return isInStatic(one) ? 'dynamicInStatic' : 'notStarted';
  const { name } = question.sought;
  const provider = name.slice(name.lastIndexOf('@') + 1);
  switch (provider) {
    case 'internal':
      return internalAbsence(one);
    case 'file':
      return providerAbsence(one, 'file') ?? fileAbsence(one);
    case 'docker':
      return providerAbsence(one, 'docker') ?? dockerAbsence(one);
    default:
      return undefined;
  }
}

/** Why a provider is off. */
function providerAbsence(one: AbsenceCase, provider: 'file' | 'docker'): AbsenceCode | undefined {
  const { question, reading } = one;
  if (sectionAt(reading.config, `providers.${provider}`) !== undefined) return undefined;
  if (isInStatic(one)) return 'dynamicInStatic';
  if (isAddedLater(one, provider)) return 'fileProviderAddedLater';
  const pattern = new RegExp(`^traefik\\.providers\\.${provider}(?:\\.|$)`, 'i');
  const flags = parseFlags(question.world.args, one.version, 'first');
  const isDropped = (args: AbsenceQuestion['world']['args']): boolean =>
    args.some(({ value }) => pattern.test(`traefik.${flagName(value)}`));
  const counted = reading.source === 'flags' ? argumentsAfter(question, flags.rest) : question.world.args;
  if (isDropped(counted)) return 'flagsIgnored';
  const variables = labelsOfEnvironment(question.world.environment, one.version);
  const hasVariable = variables.some(({ key }) => pattern.test(key.value));
  if (reading.source !== 'environment' && hasVariable) return 'environmentIgnored';
  if (isInOtherStatic(one, provider)) return 'otherStaticFile';
  return provider === 'file' ? 'fileProviderMissing' : 'dockerProviderMissing';
}

function flagName(flag: string): string {
  const sign = flag.indexOf('=');
  return (sign < 0 ? flag : flag.slice(0, sign)).replace(/^--?/, '');
}

function argumentsAfter(
  { world: { args } }: AbsenceQuestion,
  rest: AbsenceQuestion['world']['args'][number] | undefined,
): AbsenceQuestion['world']['args'] {
  return rest === undefined ? [] : args.slice(args.indexOf(rest));
}

/** Whether the static configuration that counts declares the object itself: Traefik ignores it there. */
function isInStatic({ question, reading }: AbsenceCase): boolean {
  const { protocol, kind, name } = question.sought;
  const own = name.slice(0, name.lastIndexOf('@'));
  if (reading.file !== undefined) return nodeAt(reading.file, [protocol, `${kind}s`, own]) !== undefined;
  const start = `traefik.${protocol}.${kind}s.${own}.`.toLowerCase();
  const { args, environment } = question.world;
  const flags = args.map(({ value }) => `traefik.${value.replace(/^--?/, '')}`);
  const variables = labelsOfEnvironment(environment, '7', ['http', 'tcp', 'udp']).map(({ key }) => key.value);
  return [...flags, ...variables].some((key) => key.toLowerCase().startsWith(start));
}

function isAddedLater({ question, reading, version }: AbsenceCase, provider: string): boolean {
  const { later = [], world } = question;
  if (later.length === 0 || reading.file === undefined) return false;
  const end = filesAtEnd(filesAtStart(question), later);
  const text = fileAt(reading.file.path, end)?.text;
  if (text === undefined || text === reading.file.text) return false;
  const files = world.files.map((file) => (file.path === reading.file?.path ? { ...file, text } : file));
  return sectionAt(readStatic({ ...world, files }, version).config, `providers.${provider}`) !== undefined;
}

/** Whether a file that Traefik does not read as its static one sets the provider. */
function isInOtherStatic({ question, reading }: AbsenceCase, provider: string): boolean {
  return question.world.files.some((file) => {
    if (file === reading.file || !/\.(?:ya?ml|toml)$/i.test(file.path)) return false;
    const root = /\.toml$/i.test(file.path) ? readTomlDocument(file).root : readYamlDocuments(file)[0]?.root;
    if (root?.kind !== 'map') return false;
    const providers = nodesOfMap(root, [], ['providers'])[0];
    return providers?.children.some(({ name }) => isKnown(name) && name.toLowerCase() === provider) === true;
  });
}

/**
 * Why one of Traefik's own objects is not there: the section that it belongs to is off, or names an entry point that is
 * not there (pkg/provider/traefik/internal.go).
 */
function internalAbsence({ question, reading }: AbsenceCase): AbsenceCode | undefined {
  const { config } = reading;
  const own = question.sought.name.replace(/@internal$/, '');
  const isThere = (path: string): boolean => {
    const section = sectionAt(config, path);
    if (section === undefined || isOptionOn(section, 'manualRouting')) return false;
    const named = writtenAtOption(section, 'entryPoint')?.value ?? 'traefik';
    return staticEntryPointsOf(config).some(({ name }) => name === named);
  };
  const offUnless = (isSet: boolean): AbsenceCode | undefined => (isSet ? undefined : 'internalOff');
  const isInsecure = isOptionOn(config, 'api.insecure');
  switch (own) {
    case 'ping':
      return offUnless(isThere('ping'));
    case 'prometheus':
      return offUnless(isThere('metrics.prometheus'));
    case 'rest':
      return offUnless(isOptionOn(config, 'providers.rest.insecure'));
    case 'api':
      return offUnless(isInsecure);
    case 'debug':
      return offUnless(isInsecure && isOptionOn(config, 'api.debug'));
    case 'dashboard':
      return offUnless(isInsecure && isOptionOn(config, 'api.dashboard', true));
    case 'acme-http': {
      const challenges = namedSections(config, 'certificatesResolvers').flatMap(
        ({ section }) => sectionAt(section, 'acme.httpChallenge') ?? [],
      );
      const names = staticEntryPointsOf(config).map(({ name }) => name);
      return offUnless(challenges.some((one) => names.includes(writtenAtOption(one, 'entryPoint')?.value ?? '')));
    }
    default:
      return redirectionAbsence(own, config);
  }
}

function redirectionAbsence(own: string, config: AbsenceCase['reading']['config']): AbsenceCode | undefined {
  const isRedirection = /-to-/.test(own);
  if (!isRedirection) return undefined;
  const names = staticEntryPointsOf(config).map(({ name }) => name);
  const from = namedSections(config, 'entryPoints').find(({ name }) => own.startsWith(`${name}-to-`));
  const to = writtenAtOption(from?.section, 'http.redirections.entryPoint.to')?.value ?? '';
  const isReached = names.includes(to) || /^:\d+$/.test(to);
  return from !== undefined && isReached && defaultEntryPointsOf(config).length > 0 ? undefined : 'internalOff';
}
