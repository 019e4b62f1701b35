import { adPlatformIds } from '@tillsight/platforms'
import { z } from 'zod'

/** Pages below a shop's address that a view can lead to; empty is the summary. */
const pages = [
  '',
  'hub',
  'campaigns',
  'attributions',
  'costs',
  'costs/goods',
  'costs/gateway',
  'costs/shipping',
  'tracking',
  ...adPlatformIds.map((id) => `tracking/${id}` as const),
  'integrations',
  'settings',
  'settings/plans',
  'settings/members',
] as const

/** A view as somebody saves it. */
export const SaveViewInput = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Give the view a name.')
    .max(60, 'This name is too long: at most 60 characters.')
    .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'This name holds a character that cannot be shown.'),
  page: z.enum(pages, 'This is not a page of a shop.'),
  /** As browsers have it in an address. */
  search: z
    .string()
    .max(2000, 'This view’s address is too long: at most 2000 characters. Leave some filters out.')
    .regex(/^(?:\?[!-"$-~]*)?$/, 'This is not the query of an address: expected “?” and what follows it, or nothing.'),
  isDefault: z.boolean(),
})
