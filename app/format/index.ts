// Figures, days and instants as people read them: en-US, the shop's zone, the person's currency and decimals.
// Knows no metric and no component. Loaders print, so that server and browser never disagree about a text.

export { ageText, bucketLabel, dayText, instantText, rangeText } from './dates.ts'
export { axisText, figureText, missing, shareText, toNumber } from './figures.ts'
