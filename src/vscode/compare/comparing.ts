/** What comparisons load on first use. */

export { withCancel } from '../shared/withCancel';
export { askNames } from './askNames';
export { openComparisonView } from './comparisonView';
export { readSide } from './sides';
