import type { Page } from '@playwright/test'

/** A control that has moved. */
interface Move {
  readonly what: string
  readonly from: readonly number[]
  readonly to: readonly number[]
}

/**
 * Records positions of all controls from the first paint on, and those that move afterwards. Call it before the page is
 * opened. Movement by scrolling or resizing is ignored.
 */
export async function watchBoxes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const pressable = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="switch"]'
    const mostStillFrames = 10
    const moves: Move[] = []
    Reflect.set(globalThis, 'movesOfBoxes', moves)
    let boxes = new Map<Element, readonly number[]>()
    let window = ''
    const isInReach = (element: Element, box: DOMRect) => {
      if (box.width === 0 || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
      const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      return hit !== null && (element.contains(hit) || hit.contains(element))
    }
    let changed = true
    new MutationObserver(() => {
      changed = true
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    let places: readonly number[] = []
    let stillFrames = 0
    // Hit testing takes longer than everything else in an idle page's frame: only where something may have changed.
    const isStill = (all: readonly DOMRect[]) => {
      const now = all.flatMap(({ x, y, width, height }) => [x, y, width, height])
      const isSame = now.length === places.length && now.every((at, nth) => at === places[nth])
      places = now
      stillFrames = isSame && !changed && document.getAnimations().length === 0 ? stillFrames + 1 : 0
      changed = false
      return stillFrames % mostStillFrames !== 0
    }
    const look = () => {
      requestAnimationFrame(look)
      const elements = [...document.querySelectorAll(pressable)]
      const all = elements.map((element) => element.getBoundingClientRect())
      const view = [scrollX, scrollY, innerWidth, innerHeight].join()
      if (isStill(all) && view === window) return
      const now = new Map<Element, readonly number[]>()
      for (const [nth, box] of all.entries()) {
        const element = elements[nth]
        if (!element || !isInReach(element, box)) continue
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
    }
    requestAnimationFrame(look)
  })
}

/** Controls that have moved since the last call. */
export async function movedBoxes(page: Page): Promise<readonly Move[]> {
  return await page.evaluate(() => {
    const moves: unknown = Reflect.get(globalThis, 'movesOfBoxes')
    return Array.isArray(moves) ? moves.splice(0) : []
  })
}

/** Controls the speed of a throttled page. */
export interface SlowedDown {
  /** Back to the machine's own speed: a throttled processor keeps the machine busy, even while the page only waits. */
  pause(): Promise<void>
  resume(): Promise<void>
}

/** Throttles CPU and network to those of a busy machine. */
export async function slowDown(page: Page): Promise<SlowedDown> {
  const session = await page.context().newCDPSession(page)
  const setRate = async (rate: number) => void (await session.send('Emulation.setCPUThrottlingRate', { rate }))
  await setRate(4)
  await session.send('Network.enable')
  const kilobyte = 1024
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 400 * kilobyte,
    uploadThroughput: 100 * kilobyte,
  })
  return { pause: () => setRate(1), resume: () => setRate(4) }
}
