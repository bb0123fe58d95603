import type { StaticVersion } from '../static/optionTypes';
import type { StaticReading } from '../static/readStatic';
import type { AbsenceQuestion } from './absenceQuestion';

/** What the parts of an answer share: the question, and what its Traefik makes of its static configuration. */
export interface AbsenceCase {
  readonly question: AbsenceQuestion;
  readonly version: StaticVersion;
  readonly reading: StaticReading;
}
