import { element, icon } from './dom';
import type { Action, FormField, State } from './state';

interface FieldLabel {
  readonly name: FormField;
  readonly label: string;
  readonly hint: string;
}

const words: readonly FieldLabel[] = [
  { name: 'index', label: 'Index', hint: 'access-logs, logs-*' },
  { name: 'field', label: 'Field', hint: 'message' },
  { name: 'text', label: 'Text', hint: 'words to match' },
];
const numbers: readonly FieldLabel[] = [
  { name: 'from', label: 'From', hint: '0' },
  { name: 'size', label: 'Size', hint: '10' },
];

function fieldView({ name, label, hint }: FieldLabel, inputMode: string, dispatch: (action: Action) => void) {
  const input = element('input', {
    id: name,
    type: 'text',
    inputmode: inputMode,
    placeholder: hint,
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': `${name}-problem`,
  });
  input.addEventListener('input', () => dispatch({ kind: 'edited', field: name, value: input.value }));
  const problem = element('span', { id: `${name}-problem`, class: 'problem' });
  const root = element('div', { class: `field ${name}` }, element('label', { for: name }, label), input, problem);
  return {
    root,
    update({ form, problems }: State): void {
      // Set only where it differs: setting moves the caret to the end.
      if (input.value !== form[name]) input.value = form[name];
      const text = problems[name] ?? '';
      problem.textContent = text;
      input.setAttribute('aria-invalid', String(text !== ''));
    },
  };
}

/** The form row: what to search for. Enter in any field searches. */
export function formView(dispatch: (action: Action) => void) {
  const wordFields = words.map((field) => fieldView(field, 'text', dispatch));
  const numberFields = numbers.map((field) => fieldView(field, 'numeric', dispatch));
  const submit = element('button', { type: 'submit', class: 'primary' }, icon('search'), 'Search');
  const root = element(
    'form',
    { class: 'query', 'aria-label': 'Search', novalidate: '' },
    ...wordFields.map((field) => field.root),
    element('div', { class: 'numbers' }, ...numberFields.map((field) => field.root), submit),
  );
  root.addEventListener('submit', (event) => {
    event.preventDefault();
    dispatch({ kind: 'submitted' });
    root.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  });

  return {
    root,
    /** Puts the focus where a search begins. */
    focus(): void {
      root.querySelector('input')?.focus();
    },
    update(state: State): void {
      for (const field of [...wordFields, ...numberFields]) field.update(state);
    },
  };
}
