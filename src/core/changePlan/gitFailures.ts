import * as l10n from '@vscode/l10n';
import { RequestFailure } from '../base/errors/failure';
import { quoted } from '../base/text/quoted';
import type { GitAnswer } from './runGit';

/** Why there is no repository. */
export function noRepository(answer: Exclude<GitAnswer, { kind: 'done' }>): RequestFailure {
  if (answer.kind !== 'failed') return notRead(answer);
  return /dubious ownership/.test(answer.complaint)
    ? gitFailure(
        l10n.t('Git does not read this repository, because its folder belongs to another user.'),
        l10n.t('If you trust it, run “git config --global --add safe.directory” with the path of the folder.'),
      )
    : gitFailure(
        l10n.t('The files are in no work tree of a Git repository, so that their text before the change is not known.'),
        l10n.t('Name files of a clone.'),
      );
}

/** @param isShallow whether the clone may only lack it */
export function unknownRevision(revision: string, isShallow: boolean): RequestFailure {
  return gitFailure(
    l10n.t('The repository has no commit “{0}”.', quoted(revision)),
    isShallow
      ? l10n.t('This clone is shallow: fetch the history (in GitHub Actions, “fetch-depth: 0” of actions/checkout).')
      : l10n.t('Name a commit, a tag, or a branch that “git log” shows, such as origin/main.'),
  );
}

/** Why Git did not read something. */
export function notRead({ kind }: Exclude<GitAnswer, { kind: 'done' }>): RequestFailure {
  switch (kind) {
    case 'timedOut':
      return gitFailure(l10n.t('Git took more than 10 seconds.'), l10n.t('Try again, or name fewer paths.'));
    case 'tooMuch':
      return gitFailure(l10n.t('The commit has more files than can be read.'), l10n.t('Name fewer paths.'));
    case 'failed':
      return gitFailure(
        l10n.t('Git could not read the files of the commit.'),
        l10n.t('Check the clone with “git fsck”. If it was made with a filter, clone it without one.'),
      );
  }
}

/** A failure of Git, in two sentences of ours: Git's own words may have text of the repository. */
export function gitFailure(sentence: string, nextStep: string): RequestFailure {
  return new RequestFailure({ kind: 'invalid', sentence, nextStep });
}
