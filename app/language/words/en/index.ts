import { basics } from './basics.ts'
import { command } from './command.ts'
import { customise } from './customise.ts'
import { order } from './order.ts'
import { page } from './page.ts'
import { shortcuts } from './shortcuts.ts'
import { why } from './why.ts'

/** All texts of the interface in English, by key; a file for each area. */
export const english = {
  ...basics,
  ...command,
  ...customise,
  ...order,
  ...page,
  ...shortcuts,
  ...why,
} as const
