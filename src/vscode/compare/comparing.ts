/** The modules that comparisons load on first use. */

export { withCancel } from '../shared/withCancel';
export { askNames } from './askNames';
export { openComparisonView } from './comparisonView';
export { comparedTextsOf, openAllChanges } from './openAllChanges';
export { readSide } from './sides';
