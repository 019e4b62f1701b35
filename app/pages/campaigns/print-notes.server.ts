import { isAdFilter } from '../../blocks/breakdown-table/levels.ts'
import type { TableNote } from '../../blocks/breakdown-table/model.ts'
import { nameChoice } from '../../blocks/credit/name-choice.server.ts'
import { sayServer } from '../../language/server-words.server.ts'
import type { Result } from '../../services.ts'
import { claimNotes } from './claim-notes.server.ts'
import type { OwnCredit } from './own-credit.server.ts'
import type { AdsQuery } from './query.server.ts'
import { channelOf } from './rows.server.ts'
import { sayIn } from './words.server.ts'

/** A metric result about ads, and our own attribution of the same rows. */
export interface Answered {
  readonly answer: Result
  readonly own: OwnCredit | null
}

/** Caveats below the table, the server's own warnings first. */
export function notesOf(query: AdsQuery, { answer, own }: Answered): readonly TableNote[] {
  const { state, choices } = query
  const say = sayIn(query)
  const isClaimShown = query.columns.some(({ group }) => group === 'claimed')
  const goals = choices.accounts.filter(({ countsGoals }) => countsGoals).map(({ name }) => name)
  const find = state.find ?? ''
  return [
    ...answer.warnings.map((text) => sayServer(text, query.services.shop.display.language)),
    ...ownNotes(query, own),
    ...(isClaimShown ? claimNotes(query, answer) : []),
    ...[
      isClaimShown && claimantsOf(query).length > 1 ? say('printed.note.sum') : '',
      goals.length > 0 ? say('printed.note.goals', { accounts: listOf(goals, query) }) : '',
      state.filters.some((filter) => !isAdFilter(filter)) ? say('printed.note.order_filters') : '',
      find === '' ? '' : say('printed.note.find', { find }),
    ]
      .filter(Boolean)
      .map((text) => ({ text })),
  ]
}

function listOf(names: readonly string[], { services }: Pick<AdsQuery, 'services'>): string {
  return new Intl.ListFormat(services.shop.display.language, { type: 'unit' }).format(names)
}

/** Names of the platforms whose reported conversions may be included. */
export function claimantsOf(query: AdsQuery): readonly string[] {
  const platforms = [...new Set(query.choices.accounts.map(({ platform }) => platform))]
  const kept = query.state.filters.find(({ dimension, operator }) => dimension === 'channel' && operator === 'is')
  return platforms
    .filter((platform) => kept === undefined || kept.values.includes(platform))
    .map((platform) => channelOf({ level: 'channel', key: platform }, query).name)
}

/** Notes about our own attribution, where it is shown. */
function ownNotes(query: AdsQuery, own: OwnCredit | null): readonly TableNote[] {
  if (own === null) return []
  const say = sayIn(query)
  if (own.problem !== null)
    return [{ text: say('printed.note.own_failed') }, sayServer(own.problem, query.services.shop.display.language)]
  return [
    { text: say('printed.note.own', nameChoice(query.credit, query.services.shop.display.language)) },
    ...(own.total === null ? [{ text: say('printed.note.own_total') }] : []),
  ]
}
