import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PageView } from '../protocol/pageView';
import { Button, debounce, Icon, Ways } from './controls';
import { usePage } from './pageContext';

/** Messages above the hits: failures, and whether the hits are complete. */
export function Bars() {
  const { view, dispatch } = usePage();
  const { failure, pasted, shown } = view;
  const partial = shown?.page.partial ?? [];
  return (
    <div class="bars">
      {view.isRemoved && (
        <div class="bar removed" role="alert">
          <Sentence icon="warning">{l10n.t('This endpoint was removed.')}</Sentence>
          <p class="next-step">
            {view.endpoints.length === 0
              ? l10n.t('Add a search endpoint in the Search view, then select it here.')
              : l10n.t('Select another endpoint (E) to search there.')}
          </p>
        </div>
      )}
      {pasted !== undefined && (
        <div class="bar notes pasted" role="status">
          <div class="told">
            <Sentence icon="info">
              {pasted.isRead
                ? l10n.t('The form was filled in from the pasted address.')
                : l10n.t('The pasted address was not read.')}
            </Sentence>
            <Texts texts={pasted.notes} />
          </div>
          <CloseButton close={() => dispatch('closePasted')} />
        </div>
      )}
      {failure !== undefined && (
        <div class="bar failure" role="alert">
          <Sentence icon="error">{failure.sentence}</Sentence>
          <p class="next-step">{failure.nextStep}</p>
          {failure.detail !== undefined && <p class="detail">{failure.detail}</p>}
          <FailureWays />
        </div>
      )}
      {partial.length > 0 && (
        <section class="bar partial" aria-label={l10n.t('Partial results')}>
          <Sentence icon="warning">{l10n.t('Partial results')}</Sentence>
          <Texts texts={partial} />
        </section>
      )}
    </div>
  );
}

function Sentence({ icon, children }: { readonly icon: string; readonly children: ComponentChildren }) {
  return (
    <p class="sentence">
      <Icon name={icon} />
      {children}
    </p>
  );
}

function Texts({ texts }: { readonly texts: readonly string[] }) {
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function CloseButton({ close }: { readonly close: () => void }) {
  return <Button label={l10n.t('Close')} icon="close" isIconOnly press={close} />;
}

/** What can be done about a failure, as far as it applies to it. */
function FailureWays() {
  const { view, dispatch } = usePage();
  const { failure, canRetry, blamed, form } = view;
  return (
    <Ways
      ways={[
        failure?.isPassing === true && canRetry && { label: l10n.t('Retry'), press: () => dispatch('retry') },
        failure?.isOfEndpoint === true && {
          label: l10n.t('Edit Endpoint…'),
          press: () => dispatch('actOnSearch', 'editEndpoint'),
        },
        ...blamed.map((filter) => ({
          label: l10n.t('Remove Filter {0}', filter.label),
          press: () =>
            dispatch('narrowForm', { filters: form.filters.filter(({ clause }) => clause !== filter.clause) }),
        })),
      ]}
    />
  );
}

/** Notes below the hits, where they do not move them. The user can close them: they would come again with every page. */
export function Notes() {
  const { view } = usePage();
  const closed = useRef(new Set<string>());
  /** Why following stopped is told again when it stops again. */
  const closedFollow = useRef<PageView['follow']>(undefined);
  const [, draw] = useState(0);
  const { shown, follow } = view;
  const why = follow === closedFollow.current ? undefined : whyNotFollowing(follow);
  // Without hits, the empty view shows the notes, because they contain the reason.
  const isEmpty = view.isWithoutHits && shown?.page.from === 0;
  const notes = (isEmpty ? [] : (shown?.page.notes ?? [])).filter((text) => !closed.current.has(text));
  const texts = [...(why === undefined ? [] : [why]), ...notes];
  const close = (): void => {
    for (const text of notes) closed.current.add(text);
    closedFollow.current = follow;
    draw((times) => times + 1);
  };
  return texts.length === 0 ? null : (
    <div class="bar notes" role="status">
      <ul aria-label={l10n.t('About this page')}>
        {texts.map((text) => (
          <li key={text} class="note">
            <Icon name="info" />
            {text}
          </li>
        ))}
      </ul>
      <CloseButton close={close} />
    </div>
  );
}

function whyNotFollowing(follow: PageView['follow']): string | undefined {
  if (follow?.why === undefined) return undefined;
  if (follow.state === 'paused') return l10n.t('Following is paused. {0}', follow.why);
  return follow.state === 'off' ? l10n.t('This search cannot be followed. {0}', follow.why) : undefined;
}

const readableMs = 6_000;

/** A brief message at the bottom, which disappears by itself. */
export function Toast() {
  const { announcement } = usePage().view;
  const [text, setText] = useState('');
  const going = useRef(debounce(readableMs));
  useLayoutEffect(() => {
    setText(announcement?.text ?? '');
    going.current.later(() => setText(''));
  }, [announcement]);
  return (
    <p class="toast" role="status">
      {text}
    </p>
  );
}
