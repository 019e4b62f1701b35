import { isConnectorError } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { type ConnectionContext, callPlatform } from '../connections/index.ts'
import { defineVerb } from '../context/index.ts'
import { platformAccess } from './platform-access.ts'
import { tellingConnector } from './setup.ts'

const patienceMs = 15_000

/** Where orders of the shop could be sent to, as the platform lists it; with a message where it does not. */
export const listConversionDestinations = defineVerb({
  name: 'conversions.destinations',
  needs: 'tracking:write',
  access: 'work',
  input: z.object({ platform: z.string() }),
  output: z.object({
    destinations: z.array(z.object({ id: z.string(), label: z.string() })),
    /** Why nothing is listed; null where something is. */
    message: z.string().nullable(),
  }),
  async run(ctx: ConnectionContext, { platform }) {
    const telling = tellingConnector(ctx.services, platform)
    const account = await platformAccess(ctx, { ...telling, shop: ctx.shop.id, platform })
    const { label } = telling.connector
    if (!account.accounts?.length) {
      return {
        destinations: [],
        message: `Connect ${label} and choose its accounts to choose from a list, or enter it.`,
      }
    }
    try {
      const call = { account, clock: ctx.clock, patienceMs }
      const found = await callPlatform(ctx.services, call, async (asked) => telling.spec.listDestinations(asked))
      const message = found.length > 0 ? null : `${label} lists none for the chosen accounts. Enter it by hand.`
      return { destinations: found.map(({ id, label: name }) => ({ id, label: name })), message }
    } catch (error) {
      if (!isConnectorError(error)) throw error
      return { destinations: [], message: error.failure.message }
    }
  },
})
