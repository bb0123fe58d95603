import * as z from 'zod/mini';
import type { ConfigProblem } from '../model/configProblem';

const severitySchema = z.enum(['error', 'warning', 'information', 'hint', 'off']);

const settingsSchema = z.object({
  problems: z.catch(z.enum(['all', 'live', 'off']), 'all'),
  severity: z.catch(z.record(z.string(), z.catch(z.optional(severitySchema), undefined)), {}),
});

/** Which problems a person wants to see, and how severe they are by their codes. */
type ProblemSettings = z.infer<typeof settingsSchema>;

/** Reads settings as VS Code gives them. What is not valid counts as not set. */
export function readProblemSettings(settings: unknown): ProblemSettings {
  return settingsSchema.parse(settings);
}

/** What a live proxy says. */
const liveCodes: ReadonlySet<ConfigProblem['code']> = new Set(['live.error', 'not.loaded']);

/** How severe a problem is to be shown; `off` if it is not. */
export function shownSeverity(
  { code, severity }: Pick<ConfigProblem, 'code' | 'severity'>,
  settings: ProblemSettings,
): z.infer<typeof severitySchema> {
  const isOff = settings.problems === 'off' || (settings.problems === 'live' && !liveCodes.has(code));
  return isOff ? 'off' : (settings.severity[code] ?? severity);
}
