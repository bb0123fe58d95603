import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Dispatch, initialState, type PageState } from './pageState';

interface PageView {
  readonly state: PageState;
  readonly dispatch: Dispatch;
}

export const PageContext = createContext<PageView>({ state: initialState(undefined), dispatch: () => {} });

/** The state of the page, and how a component changes it. */
export function usePage(): PageView {
  return useContext(PageContext);
}
