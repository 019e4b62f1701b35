import { hash } from 'node:crypto'
import type { ConnectorContext } from '../contract.ts'
import { clientOf } from './access.ts'
import type { Trouble } from './answers.ts'
import { toFailure } from './failures.ts'
import { hostsOf } from './hosts.ts'

/** The daily limit of a Google Cloud project, which all connections of an installation share. */
export interface ProjectLimit {
  /** Throws `throttled` while it is used up. */
  check(): Promise<void>
  /** Takes down what an answer says of it. */
  learn(trouble: Trouble): Promise<void>
}

/** The limit of the project whose client the connection signs in with. */
export function projectLimit(ctx: ConnectorContext): ProjectLimit {
  const { app, clock, pauses } = ctx
  const scope = hash('sha256', `${hostsOf(app).ads} ${clientOf(ctx).clientId}`, 'hex').slice(0, 24)
  return {
    async check() {
      const until = await pauses.until(scope)
      const now = clock.now()
      const retryMs = until === undefined ? 0 : until.getTime() - now.getTime()
      if (retryMs <= 0) return
      const code = 'quotaError.RESOURCE_EXHAUSTED'
      const trouble = { status: 429, code, message: '', requestId: '', retryMs, isWholeProject: true }
      throw toFailure(trouble, { what: 'figures', now })
    },
    async learn({ isWholeProject, retryMs = 0 }) {
      if (isWholeProject === true && retryMs > 0) await pauses.hold(scope, new Date(clock.now().getTime() + retryMs))
    },
  }
}
