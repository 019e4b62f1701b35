import { printFigure, unpackFigures } from '../../format/index.ts'
import type { Cells, PlaceModel } from './model.ts'

/** The figures of a row as its table prints them; null for a column of something else. */
export function textsOf({ columns, format }: Pick<PlaceModel, 'columns' | 'format'>, cells: Cells | undefined) {
  return unpackFigures(cells?.figures ?? '', columns).map((figure) => figure && printFigure(figure, format))
}
