import { useEffect } from 'react'
import { href, useFetcher } from 'react-router'

/** A shop as the navigation names it. */
export interface FrameShop {
  readonly domain: string
  readonly name: string
}

/**
 * The person's shops, loaded when a menu that lists them opens, as there may be hundreds; undefined until they are there, null
 * when they could not be loaded.
 */
export function useShops(): readonly FrameShop[] | null | undefined {
  const { load, data } = useFetcher<readonly FrameShop[] | null>({ key: 'shops' })
  useEffect(() => void load(href('/frame/shops')), [load])
  return data
}
