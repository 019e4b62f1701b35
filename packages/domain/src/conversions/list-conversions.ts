import { countConversionEvents, listConversionEvents } from '@tillsight/database'
import { z } from 'zod'
import type { ConnectionContext } from '../connections/index.ts'
import { defineVerb } from '../context/index.ts'
import { ConversionEntry, ConversionState, toConversionEntry } from './outputs.ts'
import { tellingConnector } from './setup.ts'

const mostEntries = 1_000

/** The delivery log of a platform, the latest orders first. */
export const listConversions = defineVerb({
  name: 'conversions.list',
  needs: 'orders:read',
  access: 'read',
  input: z.object({
    platform: z.string(),
    /** Empty: whatever their state. */
    states: z.array(ConversionState).default([]),
    skip: z.number().int().min(0).max(1_000_000).default(0),
    most: z.number().int().min(1).max(mostEntries).default(25),
  }),
  output: z.object({ entries: z.array(ConversionEntry), count: z.number() }),
  async run({ queries, services, shop }: ConnectionContext, { platform, states, skip, most }) {
    tellingConnector(services, platform)
    const target = { shop: shop.id, platform }
    const rows = await listConversionEvents(queries, { ...target, states, skip, most })
    const counts = await countConversionEvents(queries, target)
    const wanted = Object.entries(counts).filter(
      ([state]) => states.length === 0 || states.some((one) => one === state),
    )
    return { entries: rows.map(toConversionEntry), count: wanted.reduce((sum, [, count]) => sum + count, 0) }
  },
})
