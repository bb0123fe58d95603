import * as l10n from '@vscode/l10n';
import { plural } from '../l10n/plural';
import { followIntervals } from '../protocol/savedState';
import { button, element, icon, setOptions, setText, setValue } from './dom';
import { isViewHeld } from './followRequests';
import type { Dispatch, PageState } from './pageState';

/**
 * A line above the hits about following: its state or the reason why it stopped, the interval, and the number of hits
 * that wait for a held view.
 *
 * @param onNone called when the line had the focus and is gone
 */
export function followView(dispatch: Dispatch, onNone: () => void) {
  const sign = icon('pulse');
  // The text for screen readers, without counts, which would be announced every few seconds.
  const sentence = element('span', { class: 'sentence', role: 'status' });
  const came = button('', { icon: 'arrow-up', title: l10n.t('Show the new hits ({0})', 'N'), class: 'came' }, () =>
    dispatch({ kind: 'newHitsWanted' }),
  );
  const count = came.querySelector('.label') ?? came;
  const resume = button(l10n.t('Resume'), { icon: 'debug-start', title: l10n.t('Resume ({0})', 'F') }, () =>
    dispatch({ kind: 'followPressed' }),
  );
  const every = element('select', { 'aria-label': l10n.t('Look for new hits'), title: l10n.t('Look for new hits') });
  const intervals = followIntervals.map((seconds) => {
    const text = plural(seconds, { one: 'Every {0} second', other: 'Every {0} seconds' });
    return [String(seconds), text] as const;
  });
  setOptions(every, intervals);
  every.addEventListener('change', () => {
    const seconds = followIntervals.find((each) => String(each) === every.value);
    if (seconds !== undefined) dispatch({ kind: 'intervalChosen', seconds });
  });
  const stop = button(l10n.t('Stop following'), { icon: 'close', isIconOnly: true, class: 'stop' }, () =>
    dispatch({ kind: 'followEnded' }),
  );
  const look = { class: 'follow', 'aria-label': l10n.t('Follow'), hidden: '' };
  const root = element('section', look, sign, sentence, came, resume, every, stop);

  return {
    root,
    update(state: PageState): void {
      const { follow } = state;
      const focused = document.activeElement;
      const hadFocus = root.contains(focused);
      root.hidden = follow === undefined;
      if (follow === undefined) {
        setText(sentence, '');
        if (hadFocus) onNone();
        return;
      }
      const isOn = follow.state === 'following' || follow.state === 'starting';
      root.className = `follow ${follow.state}`;
      sign.className = `codicon codicon-${isOn ? 'pulse' : follow.state === 'paused' ? 'debug-pause' : 'warning'}`;
      setText(sentence, sentenceOf(state));
      setText(count, plural(follow.came, { one: '{0} new hit', other: '{0} new hits' }));
      came.hidden = follow.came === 0 || follow.taking !== undefined;
      resume.hidden = follow.state !== 'paused';
      every.hidden = follow.state === 'off';
      setValue(every, String(state.followEvery));
      if (hadFocus && focused instanceof HTMLElement && focused.hidden) stop.focus();
    },
  };
}

function sentenceOf(state: PageState): string {
  const { follow } = state;
  switch (follow?.state) {
    case 'starting':
      return l10n.t('Looking for the newest hits…');
    case 'following':
      return isViewHeld(state)
        ? l10n.t('Following. The hits hold still while you read.')
        : l10n.t('Following. New hits come on top.');
    case 'paused':
      return l10n.t('Paused. {0}', follow.why ?? '');
    case 'off':
      return l10n.t('This search cannot be followed. {0}', follow.why ?? '');
    default:
      return '';
  }
}
