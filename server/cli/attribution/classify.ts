import { classify } from '@tillsight/attribution'
import { z } from 'zod'
import { CaseId, readInput } from './input.ts'

const Landings = z.array(
  z.object({
    id: CaseId,
    url: z.string(),
    referrer: z.string().nullish(),
    own_domains: z.array(z.string()).default([]),
    brand_terms: z.array(z.string()).default([]),
    seen_click_ids: z.array(z.string()).default([]),
  }),
)

/** The channel of every visit. */
export async function classifyLandings(): Promise<unknown> {
  const landings = await readInput(Landings, 'landings')
  return landings.map(({ id, url, referrer, own_domains, brand_terms, seen_click_ids }) => {
    const landing = { url, referrer, ownDomains: own_domains, brandTerms: brand_terms, seenClickIds: seen_click_ids }
    const { newTouch, ...found } = classify(landing)
    return { id, new_touch: newTouch, ...found }
  })
}
