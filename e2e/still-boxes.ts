import type { Page } from '@playwright/test'

/** Something that can be pressed and was somewhere else before. */
interface Move {
  readonly what: string
  readonly from: readonly number[]
  readonly to: readonly number[]
}

/**
 * Notes from the first painting on where everything is that can be pressed, and what leaves its place afterwards. Call it
 * before the page is opened. What a page does when it is scrolled or resized is not looked at.
 */
export async function watchBoxes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const pressable = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="switch"]'
    const moves: Move[] = []
    Reflect.set(globalThis, 'movesOfBoxes', moves)
    let boxes = new Map<Element, readonly number[]>()
    let window = ''
    const isInReach = (element: Element, box: DOMRect) => {
      if (box.width === 0 || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
      const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      return hit !== null && (element.contains(hit) || hit.contains(element))
    }
    const look = () => {
      const now = new Map<Element, readonly number[]>()
      const view = [scrollX, scrollY, innerWidth, innerHeight].join()
      for (const element of document.querySelectorAll(pressable)) {
        const box = element.getBoundingClientRect()
        if (!isInReach(element, box)) continue
        const to = [box.x, box.y].map(Math.round)
        now.set(element, to)
        const from = boxes.get(element)
        if (!from || view !== window) continue
        if (from.some((at, side) => Math.abs(at - (to[side] ?? 0)) > 1)) {
          const what = element.getAttribute('aria-label') ?? element.textContent ?? ''
          moves.push({ what: `${element.tagName.toLowerCase()} ${what.trim().slice(0, 60)}`, from, to })
        }
      }
      boxes = now
      window = view
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

/** What has moved since this was asked last. */
export async function movedBoxes(page: Page): Promise<readonly Move[]> {
  return await page.evaluate(() => {
    const moves: unknown = Reflect.get(globalThis, 'movesOfBoxes')
    return Array.isArray(moves) ? moves.splice(0) : []
  })
}

/** A processor and a network of a busy machine. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await session.send('Network.enable')
  const kilobyte = 1024
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 400 * kilobyte,
    uploadThroughput: 100 * kilobyte,
  })
}
