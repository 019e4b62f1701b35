import { z } from 'zod'
import type { ConnectionContext } from '../connections/index.ts'
import { defineVerb } from '../context/index.ts'
import { loadTarget, TargetProblem } from './setup.ts'

/** Every platform that can be told of orders, and how that stands. */
export const listConversionTargets = defineVerb({
  name: 'conversions.targets',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({}),
  output: z.array(
    z.object({
      platform: z.string(),
      label: z.string(),
      api: z.string(),
      isSetUp: z.boolean(),
      enabled: z.boolean(),
      since: z.iso.datetime().nullable(),
      problem: TargetProblem.nullable(),
    }),
  ),
  async run({ queries, services, shop }: ConnectionContext) {
    const telling = services.connectors.filter(({ conversions }) => conversions !== undefined)
    const targets = await Promise.all(
      telling.map(({ id }) => loadTarget(queries, services, { shop: shop.id, platform: id })),
    )
    return targets.map(({ platform, connector, spec, setup, enabled, since, problem }) => ({
      platform,
      label: connector.label,
      api: spec.api,
      isSetUp: setup.destination !== '',
      enabled,
      since: since?.toISOString() ?? null,
      problem,
    }))
  },
})
