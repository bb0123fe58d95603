import type { MessageToPage } from '../protocol/pageMessages';
import { wantsAllFields } from './pageFields';
import { isEndpointRemoved, type PageState, type PageStep } from './pageState';

/** Shows or hides the fields beside the hits. Values from before they were hidden may be of an earlier search. */
export function showFields(state: PageState, areFieldsShown: boolean, freshId: string): PageStep {
  const next = { ...state, areFieldsShown };
  return areFieldsShown && state.values !== undefined ? countValues(next, state.values.path, freshId) : { state: next };
}

/** Requests the fields that the page does not list, once for each index. */
export function listAllFields(state: PageState, requestId: string): PageStep {
  if (!wantsAllFields(state) || state.shown === undefined) return { state };
  const { index } = state.shown.question;
  return {
    state: { ...state, allFields: { index, requestId, items: undefined } },
    posts: [{ kind: 'listFields', requestId }],
  };
}

/** Counts the values of a field in all hits of the current search. The host cancels an earlier count. */
export function countValues(state: PageState, path: string, requestId: string): PageStep {
  if (state.shown === undefined || isEndpointRemoved(state)) return { state };
  return {
    state: { ...state, values: { path, requestId, counted: undefined } },
    posts: [{ kind: 'countValues', requestId, path }],
  };
}

/** A new search has other values, so the page requests the current field again. */
export function recountValues(state: PageState, freshId: string): PageStep {
  const { values, areFieldsShown } = state;
  return values === undefined || areFieldsShown === false ? { state } : countValues(state, values.path, freshId);
}

/** Shows the values of the field in a command, and moves the focus there. */
export function showValues(state: PageState, path: string, freshId: string): PageStep {
  return countValues({ ...state, areFieldsShown: true, valuesAsked: {} }, path, freshId);
}

/** Applies a reply with the values of a field, or with the reason why they were not counted. */
export function takeValues(state: PageState, message: Extract<MessageToPage, { kind: 'values' }>): PageState {
  const { values } = state;
  if (values === undefined || message.requestId !== values.requestId) return state;
  return { ...state, values: { ...values, counted: message.values ?? message.failure } };
}
