/** The modules that comparisons load on first use. */

export { compareSides } from '../../core/proxy/compare/compare';
export { comparisonSummary } from '../../core/proxy/compare/comparisonSummary';
export { exactNames } from '../../core/proxy/compare/normalize';
export { differenceOf } from '../../core/proxy/compare/rows';
export { namedApart } from '../../core/proxy/compare/side';
export { withCancel } from '../shared/withCancel';
export { askNames } from './askNames';
export { openComparisonView } from './comparisonView';
export { comparedTextsOf, openAllChanges } from './openAllChanges';
export { readSide } from './sides';
