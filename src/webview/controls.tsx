import { createElement, type JSX } from 'preact';
import { longestBody } from '../protocol/question';

export function Icon({ name }: { readonly name: string }) {
  return <span class={`codicon codicon-${name}`} aria-hidden="true" />;
}

export type ButtonProps = Omit<JSX.IntrinsicElements['button'], 'label' | 'icon' | 'title'> & {
  readonly label: string;
  readonly icon?: string;
  /** The effect of the button, in more words than its label, and its key. By default the label. */
  readonly title?: string;
  /** Shows the icon alone; the label is for screen readers. */
  readonly isIconOnly?: boolean;
  /** It keeps its focus, which `disabled` would drop. */
  readonly isOff?: boolean;
  readonly press?: () => void;
};

export function Button({ label, icon, title = label, isIconOnly = false, isOff, press, ...others }: ButtonProps) {
  return (
    <button type="button" title={title} aria-disabled={isOff} onClick={isOff === true ? undefined : press} {...others}>
      {icon !== undefined && <Icon name={icon} />}
      <span class={isIconOnly ? 'for-screen-readers' : 'label'}>{label}</span>
    </button>
  );
}

type TextInputProps = JSX.IntrinsicElements['input'] & {
  /** Lines, if it has several. */
  readonly rows?: number | undefined;
  readonly edit?: (value: string) => void;
};

/** An input for text, without the browser's suggestions. */
export function TextInput({ edit, rows, ...others }: TextInputProps) {
  const props = {
    autocomplete: 'off',
    spellcheck: false,
    maxLength: longestBody,
    onInput:
      edit &&
      (({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => edit(currentTarget.value)),
    ...others,
  };
  return createElement(rows === undefined ? 'input' : 'textarea', {
    ...(rows === undefined ? { type: 'text' } : { rows }),
    ...props,
  } as object);
}

interface SelectProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly title?: string;
  readonly disabled?: boolean;
  /** Each a value and its label. */
  readonly options: readonly (readonly [string, string])[];
  readonly choose: (value: string) => void;
}

/** A list of which `value` stays selected until it is another one: what `choose` does need not be what was chosen. */
export function Select({ label, options, choose, value, ...others }: SelectProps) {
  return (
    <select
      aria-label={label}
      title={label}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = currentTarget.value;
        currentTarget.value = value;
        choose(chosen);
      }}
      {...others}
    >
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** Buttons for what may help, if there is anything. */
export function Ways({ ways }: { readonly ways: readonly ({ readonly label: string; press(): void } | false)[] }) {
  const offered = ways.filter((way) => way !== false);
  return offered.length === 0 ? null : (
    <div class="ways">
      {offered.map(({ label, press }) => (
        <Button key={label} label={label} class="secondary" press={press} />
      ))}
    </div>
  );
}

/** A bar of a share from 0 to 1. */
export function ShareBar({ share }: { readonly share: number }) {
  return <span class="share-bar" aria-hidden="true" style={{ width: `${Math.min(100, share * 100)}%` }} />;
}

/** Calls back when `later` was not called for this many milliseconds. */
export function debounce(ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const drop = () => clearTimeout(timer);
  return {
    drop,
    later(call: () => void): void {
      drop();
      timer = setTimeout(call, ms);
    },
  };
}
