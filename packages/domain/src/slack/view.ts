import type { SlackAddressRow } from '@tillsight/database'
import { z } from 'zod'

/** A place in Slack as people see it: never its address, which lets everybody post. */
export const SlackView = z.object({
  id: z.string(),
  name: z.string(),
  /** `off`: Slack refused it; `reason` says why. */
  state: z.enum(['on', 'off']),
  reason: z.string(),
  createdAt: z.iso.datetime(),
  /** The last message that Slack took; null: none yet. */
  postedAt: z.iso.datetime().nullable(),
})
export type SlackView = z.infer<typeof SlackView>

/** Prints a stored address. */
export function toSlackView({ id, name, state, reason, createdAt, postedAt }: SlackAddressRow): SlackView {
  return {
    id,
    name,
    state,
    reason,
    createdAt: createdAt.toISOString(),
    postedAt: postedAt?.toISOString() ?? null,
  }
}
