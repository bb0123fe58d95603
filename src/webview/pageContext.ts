import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PageView } from '../protocol/pageView';
import { blankView, type Dispatch } from './pageStore';

interface PageContents {
  readonly view: PageView;
  readonly dispatch: Dispatch;
}

export const PageContext = createContext<PageContents>({ view: blankView, dispatch: () => {} });

/** What the page shows, and how a component says what the user does. */
export function usePage(): PageContents {
  return useContext(PageContext);
}
