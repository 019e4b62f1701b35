import { type ConnectionContext, checkSetup, getGuide, run } from '@tillsight/domain'
import type { GuideServices } from '../../app/setup-guide.ts'

/** Guides to connecting, bound to the context's actor. */
export function createGuideServices(ctx: ConnectionContext): GuideServices {
  return {
    guide: (connector, way) => run(getGuide, ctx, { connector, ...(way === undefined ? {} : { way }) }),
    async checkSetup({ connector, way, values }) {
      const input = { connector, values: { ...values }, ...(way === undefined ? {} : { way }) }
      return (await run(checkSetup, ctx, input)).findings
    },
  }
}
