import { describeCatalogue } from '@tillsight/metrics'
import { z } from 'zod'
import { type Context, defineVerb } from '../context/index.ts'
import { ClaimRuleView, claimRules } from './claim-rules.ts'

const Catalogue = z.object({
  metrics: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      description: z.string(),
      formula: z.string(),
      unit: z.string(),
      better: z.string(),
      additive: z.boolean(),
      from: z.array(z.string()),
      terms: z.array(z.object({ metric: z.string(), operator: z.enum(['+', '-', '/']) })),
      about: z.enum(['orders', 'ads', 'both']),
      dimensions: z.array(z.string()),
    }),
  ),
  dimensions: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      description: z.string(),
      cardinality: z.enum(['low', 'high']),
      level: z.enum(['order', 'line', 'ad']),
      overlapping: z.boolean(),
      values: z.array(z.string()).nullable(),
    }),
  ),
  /** By ad platform: the possible values of a query's `claims`. */
  claimRules: z.record(z.string(), z.array(ClaimRuleView)),
})

/** The catalogue of metrics and dimensions, the same for every shop. */
export const describeMetrics = defineVerb({
  name: 'metrics.describe',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({}),
  output: Catalogue,
  async run(_ctx: Context) {
    return Catalogue.parse({ ...describeCatalogue(), claimRules })
  },
})
