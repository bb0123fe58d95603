import {
  defaultEntryPointsOf,
  isOptionOn,
  namedSections,
  sectionAt,
  staticEntryPointsOf,
  writtenAtOption,
} from '../static/staticModel';
import type { AbsenceCase } from './absenceCase';
import type { AbsenceCode } from './absenceReason';

/**
 * Why one of Traefik's own objects is not there: the section that it belongs to is off, or names an entry point that is
 * not there (pkg/provider/traefik/internal.go).
 */
export function internalAbsence({ question, reading }: AbsenceCase): AbsenceCode | undefined {
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
