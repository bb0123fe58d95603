import * as z from 'zod/mini';
import type { ConfigProblem } from '../model/configProblem';

const severitySchema = z.enum(['error', 'warning', 'information', 'hint', 'off']);

const settingsSchema = z.object({
  problems: z.catch(z.enum(['all', 'live', 'off']), 'all'),
  severity: z.catch(z.record(z.string(), z.catch(z.optional(severitySchema), undefined)), {}),
});

/** The problems that the user wants to see, and their severities by their codes. */
type ProblemSettings = z.infer<typeof settingsSchema>;

/** Reads settings as VS Code gives them. Invalid values count as not set. */
export function readProblemSettings(settings: unknown): ProblemSettings {
  return settingsSchema.parse(settings);
}

/** The codes of problems that a live proxy reports. */
const liveCodes: ReadonlySet<ConfigProblem['code']> = new Set(['live.error', 'not.loaded']);

/** The severity to show for a problem; `off` to hide it. */
export function shownSeverity(
  { code, severity }: Pick<ConfigProblem, 'code' | 'severity'>,
  settings: ProblemSettings,
): z.infer<typeof severitySchema> {
  const isOff = settings.problems === 'off' || (settings.problems === 'live' && !liveCodes.has(code));
  return isOff ? 'off' : (settings.severity[code] ?? severity);
}
