import { signIn, toHeader } from '../e2e/signed-in.ts'
import { demoShops } from '../server/demo-shops.ts'
import { people } from './product.ts'

/** The shops that are looked at. */
export const frozenShops: readonly string[] = [demoShops.demo.domain, demoShops.shopify.domain]

/** The cookie header of everybody who looks: `nobody` has none. */
export async function openSessions(address: string): Promise<Readonly<Record<'owner' | 'viewer' | 'nobody', string>>> {
  const [owner, viewer] = [await signIn(address, people.owner), await signIn(address, people.viewer)]
  return { owner: toHeader(owner), viewer: toHeader(viewer), nobody: '' }
}
