import type { SharedFigures } from '@tillsight/domain'
import { type Cell, toCsv } from '../../../app/csv.server.ts'
import type { SharePage } from './share-view-model.ts'
import { shareWords } from './share-words.ts'

/** What the page of a link shows as a file: raw numbers, with which way each may differ. */
export function printShareFile(figures: SharedFigures, page: SharePage): string {
  const words = shareWords[page.language]
  const about: Cell[][] = [
    [page.title],
    [page.shop],
    [page.view, figures.range.from, figures.range.to],
    ...page.facts.map((fact) => [fact]),
    [],
  ]
  if (figures.table) {
    const { rows, totals } = figures.table
    const heads = page.table?.columns.flatMap((column): Cell[] => [column, '']) ?? []
    const cells = (all: typeof totals) =>
      all.flatMap(({ value, bound }): Cell[] => [value, value === null ? '' : bound])
    return toCsv([
      ...about,
      [page.table?.head ?? '', '', ...heads],
      ...rows.map((row, index): Cell[] => {
        const { name = '', detail = '' } = page.table?.rows[index] ?? {}
        return [name, detail, ...cells(row.figures)]
      }),
      [words.total, '', ...cells(totals)],
    ])
  }
  return toCsv([
    ...about,
    [words.figure, words.value, '', words.before],
    ...figures.figures.map(({ value, bound, before }, index): Cell[] => [
      page.lines[index]?.label ?? '',
      value,
      value === null ? '' : bound,
      before,
    ]),
  ])
}
