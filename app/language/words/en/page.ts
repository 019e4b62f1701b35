import { connections } from './connections.ts'
import { figures } from './figures.ts'
import { frame } from './frame.ts'
import { live } from './live.ts'
import { navigation } from './navigation.ts'
import { period } from './period.ts'
import { states } from './states.ts'
import { summary } from './summary.ts'
import { views } from './views.ts'
import { widgets } from './widgets.ts'

/** What the pages behind the sign-in say at once; the words of what opens later come with it. */
export const page = {
  ...connections,
  ...figures,
  ...frame,
  ...live,
  ...navigation,
  ...period,
  ...states,
  ...summary,
  ...views,
  ...widgets,
} as const
