import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { TrialMessage } from '../../core/addressProbe/tryAddress';
import type { EndpointKind } from '../../core/base/endpoints/endpoint';
import type { PastedAddress } from '../../core/base/endpoints/endpointUrl';
import { keepOrder } from '../shared/quickInput';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import type { DraftOutcome, EndpointDraft } from './endpointDraft';

/** The action of a row in the address input. */
export type AddressChoice =
  /** Tries an address. `text` is the new text of the field, if it was offered instead of typed. */
  | { readonly do: 'use'; readonly address: PastedAddress; readonly text?: string }
  | { readonly do: 'look' | 'try' | 'trust' | 'enterCredentials' | 'enterHost' }
  | { readonly do: 'addAs'; readonly kind: EndpointKind }
  | { readonly do: 'show'; readonly endpointId: string };

/** A row below the address. Without `choice`, it is only a message. */
interface Row extends vscode.QuickPickItem {
  readonly choice?: AddressChoice;
}

interface Chosen {
  readonly choice: AddressChoice;
  /** The text of the field. */
  readonly value: string;
}

/** The field for the address of an endpoint to add. It stays open while the address is tried. */
export class AddressInput {
  private readonly list = vscode.window.createQuickPick<Row>();
  /** Whether VS Code has drawn the rows: Enter just before that takes the first one. */
  private areDrawn = false;

  /** Shows nothing before the first question. */
  constructor(title: string, placeholder: string) {
    this.list.title = title;
    this.list.placeholder = placeholder;
    this.list.ignoreFocusOut = true;
    keepOrder(this.list);
    this.list.onDidChangeActive(() => {
      this.areDrawn = true;
    });
  }

  /** Waits until the user chooses a row. Undefined if the user closed the input. */
  choose(value: string, rowsFor: (text: string) => readonly Row[]): Promise<Chosen | undefined> {
    const { list } = this;
    list.busy = false;
    list.value = value;
    this.show(rowsFor(value));
    return new Promise((resolve) => {
      const subscriptions = vscode.Disposable.from(
        list.onDidChangeValue((text) => this.setRows(rowsFor(text))),
        list.onDidAccept(() => {
          const choice = this.chosenRow()?.choice;
          if (choice !== undefined) end({ choice, value: list.value });
        }),
        list.onDidHide(() => end(undefined)),
      );
      const end = (chosen: Chosen | undefined): void => {
        subscriptions.dispose();
        resolve(chosen);
      };
    });
  }

  /**
   * Shows progress, with this text in the field. Escape, or typing another text, cancels the work.
   *
   * @returns the current text of the field if it was canceled
   */
  async whileBusy<T>(
    value: string,
    message: string,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<{ readonly done: T } | { readonly canceledAt: string }> {
    const { list } = this;
    const cancel = new AbortController();
    list.busy = true;
    list.value = value;
    this.show([{ label: `$(loading~spin) ${message}` }]);
    const subscriptions = vscode.Disposable.from(
      list.onDidChangeValue((text) => {
        if (text !== value) cancel.abort();
      }),
      list.onDidHide(() => cancel.abort()),
    );
    try {
      const done = await work(cancel.signal);
      return cancel.signal.aborted ? { canceledAt: list.value } : { done };
    } catch (error) {
      if (cancel.signal.aborted) return { canceledAt: list.value };
      throw error;
    } finally {
      subscriptions.dispose();
      list.busy = false;
    }
  }

  dispose(): void {
    this.list.dispose();
  }

  private show(rows: readonly Row[]): void {
    this.setRows(rows);
    this.list.show();
  }

  private setRows(rows: readonly Row[]): void {
    this.areDrawn = false;
    this.list.items = rows.map((row) => ({ ...row, alwaysShow: true }));
    // Enter takes the first row with a choice, whichever row VS Code considers the best.
    this.list.activeItems = this.list.items.filter(({ choice }) => choice !== undefined).slice(0, 1);
  }

  private chosenRow(): Row | undefined {
    const { items, selectedItems } = this.list;
    return this.areDrawn ? selectedItems[0] : items.find(({ choice }) => choice !== undefined);
  }
}

export function rowsOfTyped(
  text: string,
  read: PastedAddress | { readonly problem: string },
  ports: string,
): readonly Row[] {
  if (text.trim() === '') {
    return [
      {
        label: `$(device-desktop) ${l10n.t('Find Local Endpoints')}`,
        detail: l10n.t('Sends GET requests without credentials to ports {0} of localhost', ports),
        choice: { do: 'look' },
      },
    ];
  }
  if ('problem' in read) return [{ label: `$(error) ${escapeForLabel(read.problem)}` }];
  const { withUsualPort, ...address } = read;
  const added: Row = {
    label: `$(add) ${l10n.t('Add {0}', escapeForLabel(address.url))}`,
    ...(read.credentials !== undefined && {
      detail: l10n.t('Its user name and password are sent only if the server asks for them.'),
    }),
    choice: { do: 'use', address },
  };
  return withUsualPort === undefined
    ? [added]
    : [
        added,
        {
          label: `$(add) ${l10n.t('Add {0}', escapeForLabel(withUsualPort))}`,
          description: l10n.t('Default port of search engines'),
          choice: { do: 'use', address: { ...address, url: withUsualPort, likely: 'search' } },
        },
      ];
}

/** The rows after an address was tried: the outcome, and the possible actions, the likeliest first. */
export function rowsOfOutcome(draft: EndpointDraft, outcome: DraftOutcome): readonly Row[] {
  switch (outcome.type) {
    case 'found':
      return [];
    case 'present':
      return [
        { label: `$(info) ${l10n.t('“{0}” has this address.', escapeForLabel(outcome.name))}` },
        { label: `$(arrow-right) ${l10n.t('Show It')}`, choice: { do: 'show', endpointId: outcome.endpointId } },
        { label: `$(add) ${l10n.t('Add Another One')}`, choice: { do: 'try' } },
      ];
    case 'certificate':
      return [
        { label: `$(error) ${escapeForLabel(outcome.message.sentence)}` },
        {
          label: `$(shield) ${l10n.t('Trust Certificate…')}`,
          detail: l10n.t('SHA-256: {0}', outcome.certificate.fingerprint),
          choice: { do: 'trust' },
        },
        ...lastRows(draft),
      ];
    case 'credentials':
      return [
        { label: `$(error) ${escapeForLabel(outcome.message.sentence)}` },
        { label: `$(key) ${l10n.t('Enter Credentials…')}`, choice: { do: 'enterCredentials' } },
        ...lastRows(draft),
      ];
    case 'host':
      return [
        messageRow(outcome.message),
        { label: `$(server) ${l10n.t('Enter Host Name…')}`, choice: { do: 'enterHost' } },
        ...lastRows(draft),
      ];
    case 'failed':
      return [messageRow(outcome.message), ...offeredRows(draft, outcome.otherUrl), ...lastRows(draft)];
  }
}

/** VS Code renders details as Markdown, but not labels: only the label has foreign text. */
function messageRow({ sentence, nextStep }: TrialMessage): Row {
  return { label: `$(error) ${escapeForLabel(sentence)}`, detail: escapeForLabel(escapeForNotification(nextStep)) };
}

function offeredRows({ kind, host }: EndpointDraft, otherUrl: string | undefined): readonly Row[] {
  return [
    ...(otherUrl === undefined
      ? []
      : [
          {
            label: `$(arrow-right) ${l10n.t('Use {0}', escapeForLabel(otherUrl))}`,
            choice: { do: 'use', address: { url: otherUrl, likely: kind }, text: otherUrl },
          } as const,
        ]),
    ...(host === undefined
      ? []
      : [{ label: `$(server) ${l10n.t('Change Host Name…')}`, choice: { do: 'enterHost' } } as const]),
  ];
}

/** The rows to try again, and to add the endpoint as it is. */
function lastRows({ kind }: EndpointDraft): readonly Row[] {
  const kinds: readonly EndpointKind[] = kind === 'search' ? ['search', 'proxy'] : ['proxy', 'search'];
  return [
    { label: `$(refresh) ${l10n.t('Try Again')}`, choice: { do: 'try' } },
    ...kinds.map(
      (one): Row => ({
        label:
          one === 'proxy'
            ? `$(server-environment) ${l10n.t('Add as Proxy Endpoint Anyway')}`
            : `$(search) ${l10n.t('Add as Search Endpoint Anyway')}`,
        choice: { do: 'addAs', kind: one },
      }),
    ),
  ];
}
