/** What comparisons load on first use. */

export { withCancel } from '../shared/withCancel';
export { askNames } from './askNames';
export { openComparisonView } from './comparisonView';
export { openAllChanges, textsOf } from './openAllChanges';
export { readSide } from './sides';
