import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server'
import { cleanText } from '../../assistants/clean.ts'

interface OfferedPrompt {
  readonly listed: Prompt
  readonly text: string
}

const shop = {
  name: 'shop',
  description: 'Domain of the shop; may be left out where the key sees one shop only.',
  required: false,
}

/** What people can have an assistant do, in the order in which it is listed. */
export const prompts: readonly OfferedPrompt[] = [
  {
    listed: {
      name: 'weekly_review',
      title: 'Weekly review',
      description: 'Last week beside the week before: what changed, why, and what needs a look.',
      arguments: [shop],
    },
    text: `Review the last whole week (Monday to Sunday) of the shop beside the week before.
1. list_shops for today's date and how fresh the sources are.
2. query_metrics for sales, orders, trueaov, newCustomers, blendedAdSpend and mer, with compare.
3. explain_change for sales; if the key may see costs, profit_and_loss with compare, and explain_change for netProfit.
4. data_health, and list_number_changes for the four weeks before.
Write at most ten sentences for the owner: what happened, what it comes from, what is uncertain (caveats), and one thing to do. Give each figure as the tools say it, with its currency, and link the pages.`,
  },
  {
    listed: {
      name: 'why_did_profit_change',
      title: 'Why did profit change?',
      description: 'The causes of a change of profit, down to products and orders.',
      arguments: [
        shop,
        { name: 'from', description: 'First day, YYYY-MM-DD; otherwise the last 30 whole days.', required: false },
        { name: 'to', description: 'Last day, included.', required: false },
      ],
    },
    text: `Explain why net profit changed beside the period before.
1. profit_and_loss with compare: which lines moved, and how far costs are known.
2. explain_change for netProfit, or for cm2 where net profit has no value; then for the line that moved most, by product.
3. For the largest part, explain_figure: which orders and refunds are behind it.
Say the causes with amounts that add up to the change, the largest first, and what is not exact. Where costs are not known, say that profit is at most what is shown, and where they can be entered (data_health).`,
  },
  {
    listed: {
      name: 'check_my_tracking',
      title: 'Check my tracking',
      description: 'Whether orders are tracked well enough to trust attribution.',
      arguments: [shop],
    },
    text: `Check whether the tracking of the shop can be trusted.
1. data_health: findings about connections, tracking and tags.
2. query_attribution for the last 30 days by channel: tracked_share, not_tracked, and the closing. The same for the 30 days before.
3. Compare claimed_orders of each ad platform with the orders credited to it.
4. For two or three orders of not_tracked (explain_figure for orders, then get_order), say why nothing is known of them.
Say what share is tracked and how it moved, name each problem with its remedy from the findings, and say what to do first.`,
  },
]

/** A prompt with what was filled in; undefined for an unknown name. */
export function getPrompt(name: string, filled: Readonly<Record<string, string>> = {}): GetPromptResult | undefined {
  const prompt = prompts.find(({ listed }) => listed.name === name)
  if (!prompt) return undefined
  const { description, arguments: known = [] } = prompt.listed
  const given = known.flatMap((argument) => {
    const value = filled[argument.name]
    return value === undefined || value === '' ? [] : [`${argument.name}: ${cleanText(value)}`]
  })
  const text = [prompt.text, ...given].join('\n')
  return {
    ...(description === undefined ? {} : { description }),
    messages: [{ role: 'user', content: { type: 'text', text } }],
  }
}
