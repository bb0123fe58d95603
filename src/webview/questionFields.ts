import * as l10n from '@vscode/l10n';
import { discoverAddressIn } from '../protocol/discoverAddress';
import { type AskKind, askKinds, isAboutWords } from '../protocol/question';
import { combobox } from './combobox';
import { element, select, setOptions, setText, setValue, textInput } from './dom';
import type { Dispatch, PageState } from './pageState';
import { askKindNames, type FormProblems, hasField, hasText } from './questionForm';

function field(name: keyof FormProblems, input: HTMLInputElement, ...others: readonly HTMLElement[]) {
  const problem = element('span', { id: `${name}-problem`, class: 'problem' });
  return {
    root: element('div', { class: `field ${name}` }, input, problem, ...others),
    update({ problems }: PageState): void {
      const text = problems[name] ?? '';
      setText(problem, text);
      input.setAttribute('aria-invalid', String(text !== ''));
    },
  };
}

function labelled(input: HTMLInputElement, label: string, hint: string, key?: string): void {
  input.setAttribute('aria-label', label);
  input.title = key === undefined ? label : `${label} (${key})`;
  input.placeholder = hint;
}

const textHints: { readonly [by in AskKind]?: () => string } = {
  phrase: () => l10n.t('Words in this order'),
  queryString: () => l10n.t('Query, such as {0}', 'status:502 AND NOT path:/health'),
  exact: () => l10n.t('Exact value'),
  id: () => l10n.t('IDs, separated by commas'),
};

/** The inputs for the query: the index, the query type, and the fields of each type. */
export function questionFields(dispatch: Dispatch) {
  const completing = (of: 'index' | 'field') => ({
    wanted: (text: string) => dispatch({ kind: 'completionWanted', of, text }),
    closed: () => dispatch({ kind: 'completionClosed' }),
    edited: (value: string) => dispatch({ kind: 'edited', to: { [of]: value } }),
  });
  const index = combobox({
    id: 'index',
    label: l10n.t('Index'),
    key: 'i',
    listLabel: l10n.t('Index suggestions'),
    hint: l10n.t('Index or pattern'),
    isList: true,
    picked: () => dispatch({ kind: 'indexPicked' }),
    ...completing('index'),
  });
  const name = combobox({
    id: 'field',
    label: l10n.t('Field'),
    listLabel: l10n.t('Field suggestions'),
    hint: l10n.t('All fields'),
    isList: false,
    picked: () => {},
    ...completing('field'),
  });
  const by = select(l10n.t('Query type'), 'by', (value) => {
    const kind = askKinds.find((kind) => kind === value);
    if (kind !== undefined) dispatch({ kind: 'edited', to: { by: kind } });
  });
  const kinds = askKinds.map((kind) => [kind, askKindNames[kind]()] as const);
  setOptions(by, kinds);
  const text = textInput({ id: 'text', 'aria-describedby': 'text-problem', 'aria-keyshortcuts': '/' });
  text.addEventListener('input', () => dispatch({ kind: 'edited', to: { text: text.value } }));
  text.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    if (!isForWords || discoverAddressIn(pasted) === undefined) return;
    event.preventDefault();
    dispatch({ kind: 'addressPasted', text: pasted });
  });
  const upTo = textInput({ id: 'upTo' });
  labelled(upTo, l10n.t('To'), l10n.t('To'));
  upTo.addEventListener('input', () => dispatch({ kind: 'edited', to: { upTo: upTo.value } }));

  const fields = {
    index: field('index', index.input, index.list),
    field: field('field', name.input, name.list),
    text: field('text', text),
  };
  const upToField = element('div', { class: 'field text' }, upTo);

  /** Whether the type is about words: an exact value may be an address. */
  let isForWords = true;

  return {
    roots: [fields.index.root, by, fields.field.root, fields.text.root, upToField],
    focusIndex(): void {
      index.input.focus();
      index.input.select();
    },
    focusText(): void {
      const target = !text.parentElement?.hidden ? text : !name.input.parentElement?.hidden ? name.input : index.input;
      target.focus();
      target.select();
    },
    update(next: PageState): void {
      const { form, completions } = next;
      const isBody = form.body !== undefined;
      isForWords = isAboutWords(form.by);
      setValue(index.input, form.index);
      index.show(completions?.of === 'index' ? completions.reply : undefined);
      by.hidden = isBody;
      setValue(by, form.by);
      fields.field.root.hidden = isBody || !hasField(form.by);
      setValue(name.input, form.field);
      name.input.placeholder = isAboutWords(form.by) ? l10n.t('All fields') : l10n.t('Field');
      name.show(completions?.of === 'field' ? completions.reply : undefined);
      fields.text.root.hidden = isBody || !hasText(form.by);
      setValue(text, form.text);
      const hint = textHints[form.by] ?? (() => l10n.t('Words, or nothing for all documents'));
      if (form.by === 'range') labelled(text, l10n.t('From'), l10n.t('From'), '/');
      else labelled(text, l10n.t('Text'), hint(), '/');
      upToField.hidden = isBody || form.by !== 'range';
      setValue(upTo, form.upTo);
      for (const one of Object.values(fields)) one.update(next);
    },
  };
}
