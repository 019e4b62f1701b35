import { adPlatforms } from '@tillsight/platforms'
import type { TableNote } from '../../blocks/breakdown-table/model.ts'
import { sayServer } from '../../language/server-words.server.ts'
import type { Result } from '../../services.ts'
import type { AdsQuery } from './query.server.ts'
import { sayIn } from './words.server.ts'

/**
 * The rules that reported conversions are counted by, where they differ from the platform's own setting, and what the default
 * rule excludes.
 */
export function claimNotes(query: AdsQuery, { claims = {} }: Pick<Result, 'claims'>): readonly TableNote[] {
  const { platforms } = query.services.catalogue()
  const ruled = Object.entries(claims).map(([id, { label }]) => {
    const platform = platforms.find((candidate) => candidate.id === id)?.name ?? id
    return { text: sayIn(query)('printed.note.rule', { platform, rule: label }) }
  })
  const kept = adPlatforms.flatMap(({ id, untold }) =>
    untold && claims[id] === undefined && query.choices.kinds.includes(untold.kind)
      ? [sayServer(untold.hint, query.services.shop.display.language)]
      : [],
  )
  return [...ruled, ...kept]
}
