import { z } from 'zod'

/** Why one ad account cannot be read while others can. */
export const AdAccountProblem = z.object({
  kind: z.enum(['permission', 'account_state', 'not_found', 'changed', 'failing']),
  /** For the merchant: what happened, what it means, what to do. */
  message: z.string(),
  since: z.iso.datetime(),
})
export type AdAccountProblem = z.infer<typeof AdAccountProblem>

/** What an account counts in and whose days its figures are. */
interface Basics {
  readonly name: string
  readonly currency: string
  readonly zone: string
}

/** What to tell when an account is not what it was when it was chosen; undefined while it is. */
export function changedBasics(chosen: Basics, now: Pick<Basics, 'currency' | 'zone'>): string | undefined {
  const what = [
    ...(chosen.currency === now.currency ? [] : [`currency changed from ${chosen.currency} to ${now.currency}`]),
    ...(chosen.zone === now.zone ? [] : [`time zone changed from ${chosen.zone} to ${now.zone}`]),
  ]
  if (what.length === 0) return undefined
  return (
    `The ${what.join(' and its ')} of “${chosen.name}”. Nothing more of it was read, because days of both would be mixed; ` +
    'its figures up to then stay. Save the choice of accounts once more to go on with it as it is now.'
  )
}
