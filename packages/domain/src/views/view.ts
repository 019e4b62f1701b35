import type { SavedViewRow } from '@tillsight/database'
import { z } from 'zod'

/** A named address of a shop's page. */
export const SavedView = z.object({
  id: z.string(),
  name: z.string(),
  /** Below the shop's address; empty for the summary. */
  page: z.string(),
  /** With its question mark, or empty. */
  search: z.string(),
  /** Opens when the page is opened without a query. */
  isDefault: z.boolean(),
})
/** A named address of a shop's page. */
export type SavedView = z.infer<typeof SavedView>

/** Without whose it is. */
export function toSavedView({ id, name, page, search, isDefault }: SavedViewRow): SavedView {
  return { id, name, page, search, isDefault }
}
