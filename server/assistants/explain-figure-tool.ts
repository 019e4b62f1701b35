import { addDecimals } from '@tillsight/core'
import { z } from 'zod'
import { aboutShop, definitionOf, searchOf } from './about.ts'
import { defineTool, inputs } from './tool.ts'

const mostFigureRows = 100

/** The rows that a figure consists of. */
export const explainFigure = defineTool({
  name: 'explain_figure',
  title: 'Explain a figure',
  description:
    'The rows of orders, refunds and ads that a figure consists of. The contributions of the rows and of the rest add up to it exactly.',
  needs: ['orders:read'],
  input: z.strictObject({
    shop: inputs.shop,
    metric: z.string().describe('Key, from find_metrics.'),
    from: inputs.from,
    to: inputs.to,
    filters: inputs.filters.optional(),
    currency: inputs.currency.optional(),
    claims: z.record(z.string(), z.string()).optional(),
    limit: z.int().min(1).max(mostFigureRows).optional(),
    cursor: inputs.cursor,
  }),
  output: {
    metric: z.string(),
    value: z.union([z.string(), z.number()]).nullable(),
    contribution: z.string().describe('Of all rows; for a quotient, of what is divided.'),
    denominator: z.string().optional(),
    count: z.number().describe('Rows on all pages.'),
    rest: z
      .object({ contribution: z.string(), denominator: z.string().optional() })
      .describe('Of the rows that are not listed here.'),
    rows: z.array(
      z.looseObject({
        bookedAt: z.string(),
        orderId: z.string(),
        orderName: z.string(),
        kind: z.string(),
        lineType: z.string(),
        title: z.string(),
        quantity: z.string(),
        contribution: z.string(),
        denominator: z.string().optional(),
      }),
    ),
    ads: z
      .array(
        z.looseObject({
          day: z.string(),
          platform: z.string(),
          campaignName: z.string(),
          adName: z.string(),
          currency: z.string(),
          spend: z.string(),
          contribution: z.string().nullable(),
        }),
      )
      .optional(),
  },
  async answer(caller, { shop: named, limit = mostFigureRows, claims, ...question }, { cursor }) {
    const shop = await caller.shop(named)
    const answer = await shop.run('metrics.rows', {
      ...question,
      ...(claims && { claims }),
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    })
    const { metric, value, contribution, denominator, count, rows, ads } = answer
    return {
      fixed: {
        metric,
        value,
        contribution,
        ...(denominator === undefined ? {} : { denominator }),
        count,
      },
      lists: { rows, ...(ads && { ads }) },
      beside(start, end) {
        const listed = [...rows, ...(ads ?? [])].slice(start, end)
        const contributions = listed.map((row) => row.contribution)
        const denominators = listed.map((row) => row.denominator)
        return {
          rest: {
            contribution: restOf(contribution, contributions),
            ...(denominator === undefined ? {} : { denominator: restOf(denominator, denominators) }),
          },
        }
      },
      next: answer.cursor,
      about: await aboutShop(caller, shop, {
        definition: definitionOf([metric], shop),
        period: { from: question.from, to: question.to },
        ...(question.currency === undefined ? {} : { currency: question.currency }),
        caveats: answer.warnings,
        page: searchOf(question, { open: metric }),
      }),
    }
  },
})

/** What is left of a sum without some of its parts. */
export function restOf(sum: string, parts: readonly (string | null | undefined)[]): string {
  const known = parts.flatMap((part) => part ?? [])
  return addDecimals([sum, ...known.map((part) => (part.startsWith('-') ? part.slice(1) : `-${part}`))])
}
