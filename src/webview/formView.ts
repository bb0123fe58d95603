import { element, icon } from './dom';
import type { Action, Form, FormField, State } from './state';

const fields: readonly { readonly name: FormField; readonly label: string; readonly hint: string }[] = [
  { name: 'index', label: 'Index', hint: 'access-logs, logs-*' },
  { name: 'field', label: 'Field', hint: 'message' },
  { name: 'text', label: 'Text', hint: 'words to match' },
  { name: 'from', label: 'From', hint: '0' },
  { name: 'size', label: 'Size', hint: '10' },
];

const numeric: ReadonlySet<FormField> = new Set(['from', 'size']);

/** The form row: what to search for. Enter in any field searches. */
export function formView(form: Form, dispatch: (action: Action) => void) {
  const inputs = fields.map(({ name, label, hint }) => {
    const input = element('input', {
      id: name,
      type: 'text',
      placeholder: hint,
      autocomplete: 'off',
      spellcheck: 'false',
      'aria-describedby': `${name}-problem`,
      ...(numeric.has(name) && { inputmode: 'numeric' }),
    });
    input.value = form[name];
    input.addEventListener('input', () => dispatch({ kind: 'edited', field: name, value: input.value }));
    const problem = element('span', { id: `${name}-problem`, class: 'problem' });
    const root = element('div', { class: `field ${name}` }, element('label', { for: name }, label), input, problem);
    return { name, input, problem, root };
  });
  const root = element(
    'form',
    { class: 'query', 'aria-label': 'Search', novalidate: '' },
    ...inputs.map((field) => field.root),
    element('button', { type: 'submit', class: 'primary' }, icon('search'), 'Search'),
  );
  root.addEventListener('submit', (event) => {
    event.preventDefault();
    dispatch({ kind: 'submitted' });
    root.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  });

  return {
    root,
    update({ problems }: State): void {
      for (const { name, input, problem } of inputs) {
        const text = problems[name] ?? '';
        problem.textContent = text;
        input.setAttribute('aria-invalid', String(text !== ''));
      }
    },
  };
}
