import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { documentColumn, type HitColumn, hitMembers } from '../protocol/resultPage';
import { Button, TextInput } from './controls';
import { fieldsNamed } from './fieldsPane';
import { usePage } from './pageContext';
import { Popup } from './popup';
import { pathText } from './valueFormat';

/** The fields whose names contain all words of the filter, the chosen columns first, in their order. */
export function pickable(fields: readonly HitColumn[], chosen: readonly string[], filter: string) {
  const types = new Map(fields.map((field) => [field.path, field]));
  const own = chosen.map((path) => types.get(path) ?? { path });
  const others = fields.filter(({ path }) => !chosen.includes(path));
  return fieldsNamed([...own, ...others], filter, (path) => `${path}\n${nameOf(path)}`);
}

/** The members of a hit besides its fields. */
const besideFields: readonly HitColumn[] = [documentColumn, ...hitMembers].map((path) => ({ path }));

/** Members of a hit keep the engines' names, beside those of fields. */
function nameOf(path: string): string {
  return path === documentColumn ? l10n.t('Document') : pathText(path);
}

/** Lets the user choose columns: a list of checkboxes with a filter, which can also add a name that is not listed. */
export function ColumnsPopup() {
  return (
    <Popup id="columns" label={l10n.t('Columns')} class="columns" first="input">
      {() => <Columns />}
    </Popup>
  );
}

function Columns() {
  const { view, dispatch } = usePage();
  const [filter, setFilter] = useState('');
  const chosen = view.columns;
  const fields = [...(view.shown?.page.table.fields ?? []), ...besideFields];
  /** Their order stays while the list is open: the user could not uncheck a line that jumped away. */
  const [first, setFirst] = useState(chosen);
  const found = pickable(fields, first, filter);
  const typed = filter.trim();
  const focusFilter = () => document.getElementById('column-filter')?.focus();
  const { areRanksShown = false } = view.layout;
  return (
    <>
      <div class="head">
        <TextInput
          id="column-filter"
          aria-label={l10n.t('Filter fields')}
          placeholder={l10n.t('Filter fields')}
          value={filter}
          edit={(text) => {
            setFirst(chosen);
            setFilter(text);
          }}
        />
        {view.areColumnsChosen && (
          <Button
            label={l10n.t('Reset Columns')}
            title={l10n.t('Show the usual columns again')}
            icon="discard"
            press={() => {
              dispatch('resetColumns');
              focusFilter();
            }}
          />
        )}
      </div>
      <ul class="fields" aria-label={l10n.t('Fields')}>
        {(typed === '' || typed === '#') && (
          <Choice
            name="#"
            detail={l10n.t('place in the result')}
            isOn={areRanksShown}
            toggle={() => dispatch('chooseLayout', { areRanksShown: !areRanksShown })}
          />
        )}
        {found.map(({ path, type }) => (
          <Choice
            key={path}
            name={nameOf(path)}
            detail={type}
            isOn={chosen.includes(path)}
            toggle={() => dispatch('toggleColumn', path)}
          />
        ))}
        {typed !== '' && typed !== '#' && !found.some(({ path }) => path === typed) && (
          <li>
            <Button
              label={l10n.t('Add {0}', typed)}
              icon="add"
              press={() => {
                dispatch('toggleColumn', typed);
                setFilter('');
                focusFilter();
              }}
            />
          </li>
        )}
      </ul>
    </>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly detail: string | undefined;
  readonly isOn: boolean;
  readonly toggle: () => void;
}

function Choice({ name, detail, isOn, toggle }: ChoiceProps) {
  return (
    <li>
      <label>
        <input type="checkbox" checked={isOn} onChange={toggle} />
        <span class="value">{name}</span>
        {detail !== undefined && <span class="detail">{detail}</span>}
      </label>
    </li>
  );
}
