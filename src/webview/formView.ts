import type { Completion } from '../protocol/panel';
import { type AskKind, askKinds } from '../protocol/question';
import { chipsView } from './chipsView';
import { combobox } from './combobox';
import { button, element, icon, setOptions, setText, setValue } from './dom';
import { askKindNames, hasField, hasText, type Problems } from './form';
import { menu } from './popup';
import { type Action, columnPaths, otherFetch, type SearchAction, type State } from './state';
import { timeView } from './timeView';

const none: readonly Completion[] = [];

/** An input with room for what is wrong with it. */
function field(name: keyof Problems, input: HTMLInputElement, ...others: readonly HTMLElement[]) {
  const problem = element('span', { id: `${name}-problem`, class: 'problem' });
  return {
    root: element('div', { class: `field ${name}` }, input, problem, ...others),
    update({ problems }: State): void {
      const text = problems[name] ?? '';
      setText(problem, text);
      input.setAttribute('aria-invalid', String(text !== ''));
    },
  };
}

function textInput(id: string, label: string): HTMLInputElement {
  return element('input', {
    id,
    type: 'text',
    'aria-label': label,
    autocomplete: 'off',
    spellcheck: 'false',
  });
}

function labelled(input: HTMLInputElement, label: string, hint: string): void {
  input.setAttribute('aria-label', label);
  input.title = label;
  input.placeholder = hint;
}

const textHints: { readonly [by in AskKind]?: string } = {
  phrase: 'words in this order',
  queryString: 'status:502 AND NOT path:/health',
  exact: 'the exact value',
  id: '_id, _id …',
};

/** What to search for, in one line where there is room, and the conditions beside the words in another. */
export function formView(dispatch: (action: Action) => void) {
  let state: State | undefined;
  const endpoint = element('select', { id: 'endpoint', 'aria-label': 'Endpoint', title: 'Endpoint' });
  endpoint.addEventListener('change', () => dispatch({ kind: 'endpointChosen', endpointId: endpoint.value }));

  const completing = (of: 'index' | 'field') => ({
    wanted: (text: string) => dispatch({ kind: 'completionWanted', of, text }),
    closed: () => dispatch({ kind: 'completionClosed' }),
    edited: (value: string) => dispatch({ kind: 'edited', to: { [of]: value } }),
  });
  const index = combobox({
    id: 'index',
    label: 'Index',
    hint: 'access-logs, logs-*',
    isList: true,
    ...completing('index'),
  });
  const name = combobox({ id: 'field', label: 'Field', hint: 'message', isList: false, ...completing('field') });
  const by = element('select', { id: 'by', 'aria-label': 'Kind of Query', title: 'Kind of query' });
  setOptions(
    by,
    askKinds.map((kind) => [kind, askKindNames[kind]]),
  );
  by.addEventListener('change', () => {
    const kind = askKinds.find((kind) => kind === by.value);
    if (kind !== undefined) dispatch({ kind: 'edited', to: { by: kind } });
  });
  const text = textInput('text', 'Text');
  text.setAttribute('aria-describedby', 'text-problem');
  text.addEventListener('input', () => dispatch({ kind: 'edited', to: { text: text.value } }));
  const upTo = textInput('upTo', 'Up To');
  labelled(upTo, 'Up To', 'up to');
  upTo.addEventListener('input', () => dispatch({ kind: 'edited', to: { upTo: upTo.value } }));

  const fields = {
    index: field('index', index.input, index.list),
    field: field('field', name.input, name.list),
    text: field('text', text),
  };
  const upToField = element('div', { class: 'field text' }, upTo);
  const act = (action: SearchAction) => () => dispatch({ kind: 'acted', action });
  const body = element(
    'div',
    { class: 'body' },
    icon('json'),
    element('span', { class: 'about' }, 'Body written in an editor'),
    button('Edit', { icon: 'edit', title: 'Edit the body in its editor' }, act('editAsJson')),
    button(
      'Back to the Form',
      { icon: 'discard', class: 'back', title: 'Ask by what was typed in the form again' },
      () => {
        dispatch({ kind: 'backToForm' });
        keepFocus();
      },
    ),
  );
  const submit = element(
    'button',
    { type: 'submit', class: 'primary', title: 'Search (Enter)' },
    icon('search'),
    element('span', { class: 'label' }, 'Search'),
  );
  const asJson = button(
    'Edit as JSON',
    { icon: 'json', isIconOnly: true, title: 'Edit the request body as JSON' },
    act('editAsJson'),
  );
  const more = button('More Actions', { icon: 'ellipsis', isIconOnly: true }, () => {});
  const moreMenu = menu(more, 'More Actions', () => moreItems(state));
  const tools = element(
    'div',
    { class: 'tools', role: 'toolbar', 'aria-label': 'Search actions' },
    asJson,
    button('History', { icon: 'history', isIconOnly: true, title: 'Searches that were run or saved' }, act('history')),
    button('Save Search', { icon: 'save', isIconOnly: true, title: 'Save this search under a name' }, act('save')),
    more,
    moreMenu,
  );

  function moreItems(state: State | undefined) {
    if (state === undefined) return [];
    const { form } = state;
    return [
      { label: 'Export Hits…', press: act('export') },
      { label: 'Copy as curl', press: act('copyAsCurl') },
      { label: 'Copy as Kibana Console Request', press: act('copyAsDevTools') },
      {
        label: 'Highlight Matches',
        isOn: form.highlight,
        isOff: form.body !== undefined,
        press: () => dispatch({ kind: 'arranged', to: { highlight: !form.highlight } }),
      },
      {
        label: 'Fetch Only the Columns',
        isOn: form.onlyFields.length > 0,
        isOff: form.body !== undefined || (form.onlyFields.length === 0 && columnPaths(state).length === 0),
        press: () => dispatch({ kind: 'arranged', to: { onlyFields: otherFetch(state) } }),
      },
    ];
  }

  const time = timeView(dispatch);
  const chips = chipsView((action) => {
    dispatch(action);
    keepFocus();
  });
  const backToTyped = button('Back to What You Typed', { icon: 'discard', class: 'undo' }, () => {
    dispatch({ kind: 'backToTyped' });
    keepFocus();
  });
  const conditions = element('div', { class: 'line conditions' }, time.more, chips.root, backToTyped);
  const root = element(
    'form',
    { class: 'query', role: 'search', 'aria-label': 'Search', novalidate: '' },
    element(
      'div',
      { class: 'line' },
      endpoint,
      fields.index.root,
      by,
      fields.field.root,
      fields.text.root,
      upToField,
      time.span,
      body,
      element('div', { class: 'tools' }, submit, tools),
    ),
    conditions,
  );
  root.addEventListener('submit', (event) => {
    event.preventDefault();
    dispatch({ kind: 'submitted' });
    root.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  });

  /** What was pressed may be gone: the focus would drop to nowhere. */
  function keepFocus(): void {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.checkVisibility() !== true) focusText();
  }

  const focusText = () => {
    const target = !text.parentElement?.hidden ? text : !name.input.parentElement?.hidden ? name.input : index.input;
    target.focus();
    target.select();
  };

  return {
    root,
    /** Puts the focus where a search begins. */
    focus: () => index.input.focus(),
    /** Puts the focus to what is searched for. */
    focusText,
    update(next: State): void {
      state = next;
      const { form, endpoints, endpointId, completions } = next;
      const isBody = form.body !== undefined;
      setOptions(
        endpoint,
        endpoints.map(({ id, name }) => [id, name]),
      );
      endpoint.hidden = endpoints.length < 2;
      setValue(endpoint, endpointId ?? '');
      setValue(index.input, form.index);
      index.show(completions?.of === 'index' ? completions.items : none);
      by.hidden = isBody;
      setValue(by, form.by);
      fields.field.root.hidden = isBody || !hasField(form.by);
      setValue(name.input, form.field);
      name.input.placeholder = form.by === 'queryString' ? 'any field' : 'message';
      name.show(completions?.of === 'field' ? completions.items : none);
      fields.text.root.hidden = isBody || !hasText(form.by);
      setValue(text, form.text);
      if (form.by === 'range') labelled(text, 'From', 'from');
      else labelled(text, 'Text', textHints[form.by] ?? 'words to match');
      upToField.hidden = isBody || form.by !== 'range';
      setValue(upTo, form.upTo);
      body.hidden = !isBody;
      asJson.hidden = isBody;
      for (const one of Object.values(fields)) one.update(next);
      time.update(next);
      chips.update(next);
      backToTyped.hidden = next.before.length === 0;
      conditions.hidden = [time.more, chips.root, backToTyped].every(({ hidden }) => hidden);
    },
  };
}
