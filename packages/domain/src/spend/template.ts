import { addDays, type Day, dayOf } from '@tillsight/core/days'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { spendColumns } from './read-spend-file.ts'

/** A file of spend to begin with. */
export const spendTemplate = defineVerb({
  name: 'spend.template',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({}),
  output: z.object({ csv: z.string() }),
  run: async ({ clock, shop }) => ({ csv: templateCsv(dayOf(clock.now(), shop.zone), shop.currency) }),
})

/** The headings, and three lines that show what can be said. Days are around `today`. */
function templateCsv(today: Day, currency: string): string {
  const first = `${today.slice(0, 8)}01`
  const lines = [
    ['Influencers', 'Summer', 'Reel by @anna', today, '', '450.00', currency, 'never', 'ad_spend', 'One day'],
    ['Print', '', 'Flyers', addDays(today, -6), today, '700.00', currency, 'never', 'ad_spend', 'Spread over a week'],
    [
      'Agency',
      '',
      'Retainer',
      first,
      '',
      '1200.00',
      currency,
      'month',
      'marketing',
      'Every month until further notice',
    ],
  ]
  return [Object.values(spendColumns).join(','), ...lines.map((cells) => cells.join(',')), ''].join('\r\n')
}
