// Figures, days and instants as people read them: the page's language, the shop's zone, the person's currency, decimals
// and locale of figures. Knows no metric and no component. Loaders print, so that server and browser never disagree.

export { ageText, bucketLabel, dayText, instantText, rangeText } from './dates.ts'
export {
  axisText,
  type FigureFormat,
  fewOrders,
  figureText,
  missing,
  shareText,
  signedText,
  toNumber,
} from './figures.ts'
