// Figures, days and instants as people read them: the page's language, the shop's zone, the person's currency, decimals
// and locale of figures. Knows no metric and no component. Nothing is taken from the machine that prints: a server and a
// browser that are told the same print the same.

export { ageText, bucketLabel, dayText, instantText, rangeText } from './dates.ts'
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
  missing,
  shareOf,
  shareText,
  signedText,
  toNumber,
} from './figures.ts'
