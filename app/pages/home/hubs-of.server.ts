import type { Say } from '../../language/index.ts'
import type { ShopView } from '../../services.ts'
import type { WordKey } from './words.ts'

/** Hubs: one for each organisation with several shops, by the domain of its first. */
export function hubsOf(
  shops: readonly Pick<ShopView, 'domain' | 'organisation'>[],
  memberships: readonly { readonly organisation: string; readonly name: string }[],
  say: Say<WordKey>,
): { readonly domain: string; readonly label: string }[] {
  const groups = [...Map.groupBy(shops, ({ organisation }) => organisation)].filter(([, group]) => group.length > 1)
  return groups.flatMap(([organisation, [first]]) => {
    const name = memberships.find((membership) => membership.organisation === organisation)?.name
    const label = groups.length === 1 || name === undefined ? say('hubs.together') : say('hubs.all', { name })
    return first ? [{ domain: first.domain, label }] : []
  })
}
