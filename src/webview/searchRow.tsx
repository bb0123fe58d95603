import * as l10n from '@vscode/l10n';
import type { TargetedClipboardEvent, TargetedSubmitEvent } from 'preact';
import { discoverAddressIn } from '../protocol/discoverAddress';
import { type AskKind, askKinds, hasField, hasText, isAboutWords } from '../protocol/question';
import { Combobox } from './combobox';
import { Button, Icon, Select, TextInput } from './controls';
import { usePage } from './pageContext';
import { Popup } from './popup';
import { TimeBox } from './timeBox';
import { pathText } from './valueFormat';

interface SearchRowProps {
  /** A new object each time that the user wants to choose an endpoint. */
  readonly endpointAsked: object | undefined;
}

/** The search on one line: where, for what, and when. */
export function SearchRow({ endpointAsked }: SearchRowProps) {
  const { view, dispatch } = usePage();
  const isRemoved = view.isRemoved;
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    for (const open of event.currentTarget.querySelectorAll<HTMLElement>('[popover="auto"]:popover-open')) {
      open.hidePopover();
    }
    dispatch('pressSearch');
  };
  return (
    <form class="query" role="search" aria-label={l10n.t('Search')} noValidate onSubmit={submit}>
      <WhereBox endpointAsked={endpointAsked} />
      <div class="what" inert={isRemoved}>
        {view.form.body === undefined ? (
          <TextBox />
        ) : (
          <div class="box body">
            <Icon name="json" />
            <span class="about">{l10n.t('JSON query')}</span>
            <Button
              label={l10n.t('Edit')}
              title={l10n.t('Edit the request body as JSON')}
              class="link"
              press={() => dispatch('actOnSearch', 'editAsJson')}
            />
            <Button
              label={l10n.t('Back to Form')}
              title={l10n.t('Search with the form again')}
              class="link"
              press={() => dispatch('leaveBody')}
            />
          </div>
        )}
        <TimeBox />
        <button type="submit" class="primary" title={l10n.t('Search (Enter)')}>
          <Icon name="search" />
          <span class="label">{l10n.t({ message: 'Search', args: [], comment: 'verb' })}</span>
        </button>
      </div>
    </form>
  );
}

/** The index, and the endpoint if there are several: its list has both. */
function WhereBox({ endpointAsked }: SearchRowProps) {
  const { view, dispatch } = usePage();
  const { endpoints, form, completions, problems } = view;
  const isRemoved = view.isRemoved;
  const endpointId = view.endpointId;
  const own = endpoints.find(({ id }) => id === endpointId);
  const others = endpoints.filter((each) => each !== own);
  const name = own?.name ?? (isRemoved ? l10n.t('Removed endpoint') : undefined);
  return (
    <div class="box where field">
      {name !== undefined && (others.length > 0 || isRemoved) && (
        <label for="index" class="endpoint" title={l10n.t('Endpoint: {0} ({1})', name, 'E')}>
          {name}
        </label>
      )}
      <Combobox
        id="index"
        label={l10n.t('Index')}
        shortcut="i"
        listLabel={l10n.t('Index suggestions')}
        hint={l10n.t('Index or pattern')}
        value={form.index}
        problem={problems.index}
        isList
        items={completions?.of === 'index' ? completions.reply : undefined}
        others={others.map(({ id, name }) => ({ label: name, take: () => dispatch('switchEndpoint', id) }))}
        othersLabel={l10n.t('Other endpoints')}
        othersAsked={endpointAsked}
        edited={(index) => dispatch('editForm', { index })}
        wanted={(text) => dispatch('requestCompletions', { of: 'index', text })}
        closed={() => dispatch('closeCompletions')}
        picked={() => dispatch('pickIndex')}
      />
    </div>
  );
}

const askKindNames: Readonly<Record<AskKind, () => string>> = {
  words: () => l10n.t('Words'),
  match: () => l10n.t('Any of the words'),
  phrase: () => l10n.t('Phrase'),
  queryString: () => l10n.t('Query string'),
  exact: () => l10n.t('Exact value'),
  range: () => l10n.t('Range'),
  exists: () => l10n.t('Exists'),
  id: () => l10n.t('Document ID'),
};

const textHints: { readonly [by in AskKind]?: () => string } = {
  phrase: () => l10n.t('Words in this order'),
  queryString: () => l10n.t('Query, such as {0}', 'status:502 AND NOT path:/health'),
  exact: () => l10n.t('Exact value'),
  id: () => l10n.t('IDs, separated by commas'),
};

/** The words to search for. What is not as usual, the query type or the field, stands before them. */
function TextBox() {
  const { view, dispatch } = usePage();
  const { form, problems } = view;
  const { by } = form;
  const isRange = by === 'range';
  const hint = textHints[by] ?? (() => l10n.t('Search (empty: all documents)'));
  const label = isRange ? l10n.t('From') : l10n.t('Text');
  const paste = (event: TargetedClipboardEvent<HTMLInputElement>): void => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    // An exact value may be an address.
    if (!isAboutWords(by) || discoverAddressIn(text) === undefined) return;
    event.preventDefault();
    dispatch('readAddress', text);
  };
  const field = hasField(by) ? form.field.trim() : '';
  return (
    <div class="box text field">
      {(by !== 'words' || field !== '') && (
        <span class="asked">
          {by !== 'words' && <span>{askKindNames[by]()}</span>}
          {field !== '' && <span class="name">{pathText(field)}</span>}
        </span>
      )}
      {hasText(by) && (
        <TextInput
          id="text"
          aria-label={label}
          title={`${label} (/)`}
          placeholder={isRange ? label : hint()}
          aria-describedby="text-problem"
          aria-keyshortcuts="/"
          aria-invalid={problems.text !== undefined}
          value={form.text}
          edit={(text) => dispatch('editForm', { text })}
          onPaste={paste}
        />
      )}
      <span id="text-problem" class="problem">
        {problems.text}
      </span>
      {isRange && (
        <TextInput
          id="upTo"
          aria-label={l10n.t('To')}
          title={l10n.t('To')}
          placeholder={l10n.t('To')}
          value={form.upTo}
          edit={(upTo) => dispatch('editForm', { upTo })}
        />
      )}
      <QueryOptions />
    </div>
  );
}

function QueryOptions() {
  const { view, dispatch } = usePage();
  const { form, completions, problems } = view;
  const { by } = form;
  return (
    <Popup
      id="query-options"
      label={l10n.t('Query Options')}
      class="form-popup"
      first={problems.field === undefined ? 'select' : '#field'}
      button={{
        label: l10n.t('Query Options'),
        title: l10n.t('Query type and field'),
        icon: 'kebab-vertical',
        isIconOnly: true,
      }}
    >
      {() => (
        <>
          <label>
            <span>{l10n.t('Query type')}</span>
            <Select
              label={l10n.t('Query type')}
              id="by"
              value={by}
              options={askKinds.map((kind) => [kind, askKindNames[kind]()] as const)}
              choose={(value) => {
                const kind = askKinds.find((kind) => kind === value);
                if (kind !== undefined) dispatch('editForm', { by: kind });
              }}
            />
          </label>
          {hasField(by) && (
            <div class="field">
              <span>{l10n.t('Field')}</span>
              <Combobox
                id="field"
                label={l10n.t('Field')}
                listLabel={l10n.t('Field suggestions')}
                hint={isAboutWords(by) ? l10n.t('All fields') : l10n.t('Field')}
                value={form.field}
                problem={problems.field}
                isList={false}
                items={completions?.of === 'field' ? completions.reply : undefined}
                edited={(field) => dispatch('editForm', { field })}
                wanted={(text) => dispatch('requestCompletions', { of: 'field', text })}
                closed={() => dispatch('closeCompletions')}
              />
            </div>
          )}
        </>
      )}
    </Popup>
  );
}
