import type { Words } from '../../text.ts'
import { actions } from './actions.ts'
import { command } from './command.ts'
import { connections } from './connections.ts'
import { customise } from './customise.ts'
import { fields } from './fields.ts'
import { figures } from './figures.ts'
import { frame } from './frame.ts'
import { language } from './language.ts'
import { live } from './live.ts'
import { navigation } from './navigation.ts'
import { order } from './order.ts'
import { period } from './period.ts'
import { shell } from './shell.ts'
import { shortcuts } from './shortcuts.ts'
import { states } from './states.ts'
import { summary } from './summary.ts'
import { views } from './views.ts'
import { why } from './why.ts'
import { widgets } from './widgets.ts'

/** All texts of the interface in Dutch, by key; a file for each area. */
export const nl = {
  ...actions,
  ...command,
  ...connections,
  ...customise,
  ...fields,
  ...figures,
  ...frame,
  ...language,
  ...live,
  ...navigation,
  ...order,
  ...period,
  ...shell,
  ...shortcuts,
  ...states,
  ...summary,
  ...views,
  ...why,
  ...widgets,
} as const satisfies Words
