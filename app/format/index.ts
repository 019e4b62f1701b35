// Formats figures, days and instants: the page's language, the shop's time zone, the person's currency, decimals and locale
// of figures. Knows no metric and no component. Nothing depends on the machine: server and browser format the same input
// alike.

export { boundsOf, knowsCosts, uncertainParts } from './bounds.ts'
export { ageText, bucketLabel, dateOfText, dayText, instantText, rangeText, spanText } from './dates.ts'
export {
  type Amount,
  type Figure,
  type Measure,
  type PackedFigures,
  packFigures,
  printFigure,
  unpackFigures,
} from './figure.ts'
export {
  axisText,
  type FigureFormat,
  fewOrders,
  figureText,
  isolate,
  missing,
  shareOf,
  shareText,
  signedFigure,
  signedText,
  toNumber,
} from './figures.ts'
