import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

const name = 'connect-shop'
/** Installing an app in a store of apps takes a few minutes. */
const seconds = 1800
const path = '/connect/app'

/** Remembers the shop from which somebody left for a platform's app store, where no address of ours can carry it. */
export function rememberShop(c: Context, shop: string): void {
  setCookie(c, name, shop, { path, httpOnly: true, sameSite: 'Lax', maxAge: seconds })
}

/** The shop that was remembered; asking forgets it. */
export function takeBegunShop(c: Context): string | undefined {
  const begun = getCookie(c, name)
  if (begun !== undefined) deleteCookie(c, name, { path })
  return begun
}

/** The shop among these that somebody began with, else all of them. */
export function preferBegun<T extends { readonly ctx: { readonly shop: { readonly id: string } } }>(
  shops: readonly T[],
  begun: string | undefined,
): readonly T[] {
  const own = shops.filter(({ ctx }) => ctx.shop.id === begun)
  return own.length > 0 ? own : shops
}
