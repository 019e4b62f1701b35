import { mostListedAnnotations } from '@tillsight/domain/inputs'
import { dayText, rangeText } from '../../../format/index.ts'
import type { ResolvedPeriod, SearchState } from '../../../search/index.ts'
import type { ShopServices } from '../../../services.ts'
import type { NotesModel } from './model.ts'

interface NotesQuery {
  readonly services: Pick<ShopServices, 'shop' | 'may' | 'run'>
  readonly state: SearchState
  readonly period: ResolvedPeriod
}

/** The notes of the range, oldest first; a new one is for the day in the address, or the last one of the range. */
export async function loadNotes({ services, state, period: { range } }: NotesQuery): Promise<NotesModel> {
  const { shop, may } = services
  const { language } = shop.display
  const notes = await services.run('annotation.list', range)
  return {
    notes: notes.map(({ day, ...note }) => ({ ...note, dayText: dayText(day, language) })),
    isFull: notes.length >= mostListedAnnotations,
    rangeText: rangeText(range, language),
    day: state.note === undefined || state.note === 'new' ? range.to : state.note,
    today: shop.today,
    mayShare: may.shareAnnotations,
  }
}
