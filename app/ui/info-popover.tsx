import { Popover, Tooltip } from 'radix-ui'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSpokenAttributes } from '../language/index.ts'

/** How the plain button was being used when this replaced it. */
export interface Waking {
  readonly isPressed: boolean
  readonly isHovered: boolean
  readonly hadFocus: boolean
}

interface InfoPopoverProps {
  readonly about: string
  readonly label: string
  readonly hint: ReactNode
  readonly waking: Waking
  readonly children: ReactNode
}

/** A hint appears after this delay; the next one appears at once if it follows within the second value. */
const delayMs = 700
const skipDelayMs = 300
let lastHintAt = Number.NEGATIVE_INFINITY

/** The info button with its hint and popover. */
export function InfoPopover({ about, label, hint, waking, children }: InfoPopoverProps) {
  const spoken = useSpokenAttributes()
  const trigger = useRef<HTMLButtonElement>(null)
  const { isHinted, setHinted, delay, chooseDelay } = useHint(waking.isHovered && !waking.isPressed)
  useLayoutEffect(() => {
    // The plain button had the focus and is unmounted; if the focus has moved elsewhere it stays there.
    if (waking.hadFocus && document.activeElement === document.body) trigger.current?.focus()
  }, [waking])
  return (
    <Tooltip.Provider delayDuration={delayMs} skipDelayDuration={skipDelayMs}>
      <Popover.Root defaultOpen={waking.isPressed}>
        <Tooltip.Root delayDuration={delay} onOpenChange={setHinted} open={isHinted}>
          <Tooltip.Trigger asChild>
            <Popover.Trigger aria-label={label} className="info-button" onPointerEnter={chooseDelay} ref={trigger} />
          </Tooltip.Trigger>
          <Tooltip.Portal>
            <Tooltip.Content
              {...spoken}
              className="z-50 max-w-72 rounded-lg bg-ink px-3 py-2 text-canvas text-xs shadow-raised"
              collisionPadding={12}
              sideOffset={6}
            >
              {hint}
            </Tooltip.Content>
          </Tooltip.Portal>
        </Tooltip.Root>
        <Popover.Portal>
          <Popover.Content
            {...spoken}
            align="start"
            aria-label={about}
            className="z-50 w-80 max-w-[calc(100vw-1.5rem)] rounded-xl border border-line bg-raised p-4 shadow-raised outline-none"
            collisionPadding={12}
            sideOffset={6}
          >
            {children}
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </Tooltip.Provider>
  )
}

/** All buttons share one clock for their hints. */
function useHint(isHovered: boolean) {
  const [isHinted, setIsHinted] = useState(false)
  const [delay, setDelay] = useState(delayMs)
  const setHinted = (isOpen: boolean) => {
    if (!isOpen) lastHintAt = performance.now()
    setIsHinted(isOpen)
  }
  useEffect(() => {
    if (!isHovered) return
    // The pointer was here before the replacement: it need not move again.
    const timer = setTimeout(() => setIsHinted(true), delayFrom(performance.now()))
    const stop = new AbortController()
    const cancel = () => clearTimeout(timer)
    for (const kind of ['pointerdown', 'pointerout', 'keydown']) {
      document.addEventListener(kind, cancel, { signal: stop.signal })
    }
    return () => {
      cancel()
      stop.abort()
    }
  }, [isHovered])
  return { isHinted, setHinted, delay, chooseDelay: () => setDelay(delayFrom(performance.now())) }
}

function delayFrom(now: number): number {
  return now - lastHintAt < skipDelayMs ? 0 : delayMs
}
