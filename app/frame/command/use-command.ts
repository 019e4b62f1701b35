import { lazy, useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { isQuickKey } from '../../ui/index.ts'
import { overlays } from '../../ui/overlays/index.ts'
import { destinationsOf } from '../destinations.ts'
import type { FrameShop } from '../use-shops.ts'
import { type GoTarget, readGoKey } from './go-keys.ts'
import type { CommandPlace } from './model.ts'

const CommandMenu = lazy(async () => ({ default: (await import('./command-menu.tsx')).CommandMenu }))
const ShortcutHelp = lazy(async () => ({ default: (await import('./shortcut-help.tsx')).ShortcutHelp }))

const menu = overlays.create<CommandPlace, 'help'>(CommandMenu, { place: 'top' })
const help = overlays.create<{ readonly domain: string | undefined }, never>(ShortcutHelp)

/** Handles global shortcuts; returns the function that opens the command menu. */
export function useCommand(shop: FrameShop | undefined): () => void {
  const navigate = useNavigate()
  const began = useRef<number>(undefined)
  const openHelp = () => void overlays.open(help, { domain: shop?.domain })
  const openMenu = async () => {
    if (overlays.isOpen(menu)) overlays.close(menu)
    else if ((await overlays.open(menu, { shop })) === 'help') openHelp()
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isMenuKey(event)) {
      event.preventDefault()
      void openMenu()
      return
    }
    if (!isQuickKey(event)) return
    if (event.key === '?') {
      event.preventDefault()
      openHelp()
      return
    }
    const step = readGoKey({ key: event.key, at: event.timeStamp, began: began.current }, targetsOf(shop))
    began.current = step.kind === 'begin' ? event.timeStamp : undefined
    if (step.kind === 'none') return
    // Otherwise the second key would also trigger its single-key shortcut.
    event.preventDefault()
    if (step.kind === 'go') void navigate(step.to)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    // Runs before the listeners of single keys.
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [])
  return () => void openMenu()
}

function targetsOf(shop: FrameShop | undefined): readonly GoTarget[] {
  return shop ? destinationsOf(shop.domain) : []
}

function isMenuKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
}
