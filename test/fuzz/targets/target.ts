import type { Dice } from '../../servers/traefik/dice';
import type { Corpus } from '../corpus';
import type { Watch } from '../watch';

/** What a round has to work with. */
export interface Round {
  readonly dice: Dice;
  readonly corpus: Corpus;
  readonly watch: Watch;
}

/** Gives answers, files or messages that were changed to what reads them, and to all that is made of them. */
export type Target = (round: Round) => Promise<void>;
