import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { QuestionFilter } from '../protocol/question';
import { Button, debounce, Icon, Ways } from './controls';
import { type Dispatch, isEndpointRemoved, isWithoutHits, type PageState } from './pageState';

interface NotesProps {
  readonly state: PageState;
  readonly dispatch: Dispatch;
}

/** Messages above the hits: failures, and whether the hits are complete. */
export function Bars({ state, dispatch }: NotesProps) {
  const { failure, pasted, shown } = state;
  const partial = shown?.page.partial ?? [];
  return (
    <div class="bars">
      {isEndpointRemoved(state) && (
        <div class="bar removed" role="alert">
          <p class="sentence">
            <Icon name="warning" />
            {l10n.t('This endpoint was removed.')}
          </p>
          <p class="next-step">
            {state.endpoints.length === 0
              ? l10n.t('Add a search endpoint in the Search view, then select it here.')
              : l10n.t('Select another endpoint (E) to search there.')}
          </p>
        </div>
      )}
      {pasted !== undefined && (
        <div class="bar notes pasted" role="status">
          <div class="told">
            <p class="sentence">
              <Icon name="info" />
              {pasted.isRead
                ? l10n.t('The form was filled in from the pasted address.')
                : l10n.t('The pasted address was not read.')}
            </p>
            <ul>
              {pasted.notes.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </div>
          <Button label={l10n.t('Close')} icon="close" isIconOnly press={() => dispatch({ kind: 'pastedClosed' })} />
        </div>
      )}
      {failure !== undefined && (
        <div class="bar failure" role="alert">
          <p class="sentence">
            <Icon name="error" />
            {failure.sentence}
          </p>
          <p class="next-step">{failure.nextStep}</p>
          {failure.detail !== undefined && <p class="detail">{failure.detail}</p>}
          <FailureWays state={state} dispatch={dispatch} />
        </div>
      )}
      {partial.length > 0 && (
        <section class="bar partial" aria-label={l10n.t('Partial results')}>
          <p class="sentence">
            <Icon name="warning" />
            {l10n.t('Partial results')}
          </p>
          <ul>
            {partial.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** What can be done about a failure, as far as it applies to it. */
function FailureWays({ state, dispatch }: NotesProps) {
  const { failure, failed, form } = state;
  const blamed = failure?.isOfSearch === true ? filtersNamedBy(failure.detail ?? '', form.filters) : [];
  const ways = [
    ...(failure?.isPassing === true && failed !== undefined
      ? [{ label: l10n.t('Retry'), press: () => dispatch({ kind: 'retried' }) }]
      : []),
    ...(failure?.isOfEndpoint === true
      ? [{ label: l10n.t('Edit Endpoint…'), press: () => dispatch({ kind: 'acted', action: 'editEndpoint' }) }]
      : []),
    ...blamed.map((filter) => ({
      label: l10n.t('Remove Filter {0}', filter.label),
      press: () => dispatch({ kind: 'narrowed', to: { filters: form.filters.filter((other) => other !== filter) } }),
    })),
  ];
  return <Ways ways={ways} />;
}

/** The filters whose field the server names in brackets or quotes, as engines do in what they refuse. */
function filtersNamedBy(detail: string, filters: readonly QuestionFilter[]): readonly QuestionFilter[] {
  return filters.filter(({ clause, isOff }) => {
    const names = [...clause.matchAll(/"((?:[^"\\]|\\.)+)"\s*:/g)].map(([, name = '']) => name).slice(1, 2);
    return isOff !== true && names.some((name) => detail.includes(`[${name}]`) || detail.includes(`"${name}"`));
  });
}

/** Notes below the hits, where they do not move them. The user can close them: they would come again with every page. */
export function Notes({ state }: Pick<NotesProps, 'state'>) {
  const closed = useRef(new Set<string>());
  /** Why following stopped is told again when it stops again. */
  const closedFollow = useRef<PageState['follow']>(undefined);
  const [, draw] = useState(0);
  const { shown, follow } = state;
  // Without hits, the empty view shows the notes, because they contain the reason.
  const isEmpty = isWithoutHits(state) && shown?.page.from === 0;
  const why =
    follow?.why === undefined || follow === closedFollow.current
      ? []
      : follow.state === 'paused'
        ? [l10n.t('Following is paused. {0}', follow.why)]
        : follow.state === 'off'
          ? [l10n.t('This search cannot be followed. {0}', follow.why)]
          : [];
  const notes = (isEmpty ? [] : (shown?.page.notes ?? [])).filter((text) => !closed.current.has(text));
  const texts = [...why, ...notes];
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
      <Button label={l10n.t('Close')} icon="close" isIconOnly press={close} />
    </div>
  );
}

const readableMs = 6_000;

/** A brief message at the bottom, which disappears by itself. */
export function Toast({ announcement }: Pick<PageState, 'announcement'>) {
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
