import type { CellModel, PackedCells } from './model.ts'

const directions = ['up', 'down', 'flat'] as const
const tones = ['good', 'bad', 'neutral'] as const

/** Packs the cells of a row. */
export function packCells(cells: readonly (CellModel | null)[]): PackedCells {
  return cells.map((cell) => (cell ? partsOf(cell).map(plain).join('\t') : '')).join('\n')
}

/** What separates parts is no part of any. */
function plain(text: string): string {
  return text.replaceAll(/[\t\n]/g, ' ')
}

function partsOf(cell: CellModel): readonly string[] {
  switch (cell.kind) {
    case 'figure': {
      const { text, change, isMaturing } = cell
      const marks = `f${isMaturing ? 'm' : ''}`
      return change
        ? [marks, text, `${directions.indexOf(change.direction)}${tones.indexOf(change.tone)}`, change.text]
        : [marks, text]
    }
    case 'status':
      return cell.status ? ['s', cell.status.text, cell.status.tone] : ['s']
    case 'budget': {
      const { budget } = cell
      return budget ? ['b', budget.text, budget.note, `${budget.share ?? ''}`, budget.long] : ['b']
    }
    case 'trend':
      return ['t', cell.course]
  }
}

/** The cells again; null where there is nothing to show. */
export function unpackCells(packed: PackedCells): readonly (CellModel | null)[] {
  return packed.split('\n').map((line) => {
    const [marks = '', ...parts] = line.split('\t')
    return readers[marks.charAt(0)]?.(parts, marks) ?? null
  })
}

const readers: Readonly<Record<string, (parts: readonly string[], marks: string) => CellModel>> = {
  f([text = '', code, change = ''], marks) {
    const [direction, tone] = [directions[Number(code?.charAt(0))], tones[Number(code?.charAt(1))]]
    return {
      kind: 'figure',
      text,
      change: direction && tone ? { text: change, direction, tone, caveat: undefined } : null,
      isMaturing: marks.endsWith('m'),
    }
  },
  s([text, tone]) {
    const known = statusTones.find((candidate) => candidate === tone)
    return { kind: 'status', status: text !== undefined && known ? { text, tone: known } : null }
  },
  b([text, note = '', share = '', long = '']) {
    if (text === undefined) return { kind: 'budget', budget: null }
    return { kind: 'budget', budget: { text, note, share: share === '' ? null : Number(share), long } }
  },
  t: ([course = '']) => ({ kind: 'trend', course }),
}

const statusTones = ['good', 'neutral', 'warn', 'bad'] as const
