import * as l10n from '@vscode/l10n';
import { options, render } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FormProblems } from '../protocol/pageView';
import type { HitPage } from '../protocol/resultPage';
import { Aggregations } from './aggregations';
import { Button, debounce } from './controls';
import { BeforeSearch, WithoutHits } from './emptyPage';
import { FieldsPane } from './fieldsPane';
import { focusHits, Hits } from './hits';
import { JsonText } from './jsonText';
import { Bars, Notes, Toast } from './notes';
import { PageContext, usePage } from './pageContext';
import type { Dispatch, PageStore } from './pageStore';
import { isAnyPopupOpen, openPopup } from './popup';
import { hitsOrigin, ResultRow } from './resultRow';
import { useHitsScroll } from './scrollPlace';
import { SearchRow } from './searchRow';
import { TimeBars } from './timeBars';

let isDrawing = false;
const draws: (() => void)[] = [];

/**
 * Draws at once, so that what a handler does is on the page before the next one runs. But what an effect of a draw
 * changes is drawn after it: preact would otherwise run that effect again.
 */
function drawInTurn(draw: () => void): void {
  draws.push(draw);
  if (isDrawing) return;
  isDrawing = true;
  try {
    for (let next = draws.shift(); next !== undefined; next = draws.shift()) {
      const focused = document.activeElement;
      next();
      keepFocus(focused);
    }
  } finally {
    isDrawing = false;
  }
}

/** Draws a view of the page. Server text goes into text nodes only. */
export function drawPage(root: HTMLElement, { view, dispatch }: PageStore): void {
  options.debounceRendering = drawInTurn;
  drawInTurn(() => {
    render(
      <PageContext.Provider value={{ view, dispatch }}>
        <Page />
      </PageContext.Provider>,
      root,
    );
  });
}

/** The focus is never lost, whatever a draw removes. */
function keepFocus(focused: Element | null): void {
  const { activeElement, body } = document;
  if (focused === null || focused === body) return;
  if (focused.isConnected && focused.closest('[inert]') === null) return;
  if (activeElement === null || activeElement === body || activeElement === focused) refocus(focused);
}

/** Gives on the focus of an element that is gone. */
function refocus(lost: Element): void {
  const first = (selector: string) => document.querySelector<HTMLElement>(selector);
  if (lost.matches('.cancel, .came')) first('.toolbar button:not([aria-disabled="true"])')?.focus();
  else if (first('.what[inert]') !== null) focusIndex();
  else if (!focusHits()) {
    const empty = first('.empty button') ?? first('.empty');
    if (empty === null) focusText();
    else empty.focus();
  }
}

function focusInput(...ids: readonly string[]): void {
  const [input] = ids.flatMap((id) => document.getElementById(id) ?? []);
  input?.focus();
  if (input instanceof HTMLInputElement) input.select();
}

const focusIndex = (): void => focusInput('index');
const focusText = (): void => focusInput('text', 'query-options-button', 'index');

/** A missing input may be in a popup, which is drawn once it is open. */
const focusProblem = ({ index, text, field, time }: FormProblems): void => {
  if (index === undefined && text === undefined) {
    if (field !== undefined) openPopup('query-options');
    else if (time !== undefined) openPopup('time-range', 'span');
  }
  drawInTurn(() => document.querySelector<HTMLElement>('.query [aria-invalid="true"]')?.focus());
};

const focusValues = (): void => {
  document.querySelector<HTMLElement>('.field-name[aria-expanded="true"]')?.focus();
};

/** The date fields of an index are requested when typing pauses. */
const indexPauseMs = 400;
/** Width of the window in pixels from which the fields are shown unless the user hid them. */
const roomyWidth = 900;
/** Widths of the hits are told apart by so many pixels. */
const widthStep = 20;

function Page() {
  const { view, dispatch } = usePage();
  const { shown } = view;
  const isRemoved = view.isRemoved;
  const [endpointAsked, askEndpoint] = useState<object>();
  const isRoomy = useMedia(`(min-width: ${roomyWidth}px)`);
  const areFieldsSeen = shown !== undefined && (view.areFieldsShown ?? isRoomy);
  const dates = useMemo(() => debounce(indexPauseMs), []);
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  useHitsScroll(scroller, view);
  usePageKeys(dispatch, () => view.endpoints.some(({ id }) => id !== view.endpointId) && askEndpoint({}));

  useLayoutEffect(() => {
    if (view.wantsDates) dates.later(() => dispatch('requestDates'));
  }, [view.form.index, view.endpointId, view.wantsDates]);
  // In a new search, the user can type at once.
  useLayoutEffect(() => {
    if (view.endpointId !== undefined && view.form.index === '') focusIndex();
  }, [view.endpointId]);
  useLayoutEffect(() => {
    const focus = { index: focusIndex, values: focusValues, problem: focusProblem };
    if (view.focusAsked !== undefined) focus[view.focusAsked.on](view.problems);
  }, [view.focusAsked]);

  const origin = hitsOrigin(view)?.sentence ?? '';
  return (
    <>
      <header>
        <h1 class="for-screen-readers">{l10n.t('Search')}</h1>
        <SearchRow endpointAsked={endpointAsked} />
        <div inert={isRemoved}>
          <ResultRow areFieldsSeen={areFieldsSeen} />
        </div>
        <p class="for-screen-readers" role="status">
          {origin}
        </p>
        {view.busy !== undefined && <div class="progress" aria-hidden="true" />}
      </header>
      <Bars />
      <div inert={isRemoved}>
        <TimeBars />
      </div>
      <main>
        {areFieldsSeen && (
          <div class="beside" inert={isRemoved}>
            <FieldsPane />
          </div>
        )}
        <div
          ref={scroller}
          class={`hits${origin === '' ? '' : ' previous'}`}
          onScrollEnd={({ currentTarget }) =>
            shown !== undefined && dispatch('scrollTo', { pageId: shown.pageId, top: currentTarget.scrollTop })
          }
        >
          {view.isRequestShown && shown !== undefined && <SentRequest sent={shown.page.sent} />}
          <BeforeSearch />
          <WithoutHits />
          <Hits width={width} />
        </div>
        <Aggregations all={shown?.page.aggregations ?? []} />
      </main>
      <Notes />
      <Toast />
    </>
  );
}

function usePageKeys(dispatch: Dispatch, focusEndpoint: () => void): void {
  const act = useRef(focusEndpoint);
  act.current = focusEndpoint;
  useLayoutEffect(() => {
    const keys: Readonly<Record<string, () => void>> = {
      '/': focusText,
      i: focusIndex,
      e: () => act.current(),
      f: () => dispatch('pressFollow'),
      n: () => dispatch('takeNewHits'),
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !isAnyPopupOpen()) dispatch('cancelRequest');
      const isTyping = event.target instanceof Element && event.target.closest('input, select, textarea') !== null;
      if (isTyping || isAnyPopupOpen() || event.ctrlKey || event.altKey || event.metaKey) return;
      const press = keys[event.key];
      if (press === undefined) return;
      event.preventDefault();
      press();
    };
    document.body.addEventListener('keydown', onKeyDown);
    return () => document.body.removeEventListener('keydown', onKeyDown);
  }, []);
}

function useMedia(query: string): boolean {
  const media = useMemo(() => matchMedia(query), [query]);
  const [matches, setMatches] = useState(media.matches);
  useLayoutEffect(() => {
    const onChange = () => setMatches(media.matches);
    media.addEventListener('change', onChange);
    return () => media.removeEventListener('change', onChange);
  }, [media]);
  return matches;
}

/** The width of an element, as the browser tells it after a layout: none is asked for while hits are drawn. */
function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(roomyWidth);
  useLayoutEffect(() => {
    if (element.current === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.floor(entry.contentRect.width / widthStep) * widthStep);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return width;
}

/** The request as it was sent, with the additions for sorting, highlighting, and paging. */
function SentRequest({ sent }: { readonly sent: HitPage['sent'] }) {
  const { dispatch } = usePage();
  return (
    <section class="request" aria-label={l10n.t('Request')}>
      <div class="head">
        <code>{`${sent.method} ${sent.path}`}</code>
        <Button label={l10n.t('Copy as curl')} icon="terminal" press={() => dispatch('actOnSearch', 'copyAsCurl')} />
        <Button
          label={l10n.t('Copy as Kibana Console Request')}
          icon="copy"
          press={() => dispatch('actOnSearch', 'copyAsDevTools')}
        />
        <Button
          label={l10n.t('Hide')}
          title={l10n.t('Hide request')}
          icon="close"
          isIconOnly
          press={() => dispatch('changeView', { isRequestShown: false })}
        />
      </div>
      {sent.body !== '' && <JsonText json={sent.body} label={l10n.t('Request body')} />}
    </section>
  );
}
