import { lazy, type ReactNode, Suspense, startTransition, useRef, useState } from 'react'
import { useText } from '../language/index.ts'
import type { Waking } from './info-popover.tsx'

const load = () => import('./info-popover.tsx')
const InfoPopover = lazy(async () => ({ default: (await load()).InfoPopover }))

interface InfoButtonProps {
  /** The subject; part of the button's label. */
  readonly about: string
  /** One sentence, shown on hover. */
  readonly hint: ReactNode
  /** Everything, shown on press: touch has no hover. */
  readonly children: ReactNode
}

/**
 * An info button beside a name. A page has dozens of them: the popover's code is loaded when one is hovered, focused or
 * pressed.
 */
export function InfoButton({ about, hint, children }: InfoButtonProps) {
  const t = useText()
  const ref = useRef<HTMLButtonElement>(null)
  const [waking, setWaking] = useState<Waking>()
  const wake = async (isPressed: boolean) => {
    await load()
    const button = ref.current
    if (!button) return
    const next = { isPressed, isHovered: button.matches(':hover'), hadFocus: document.activeElement === button }
    startTransition(() => setWaking((now) => ({ ...next, isPressed: isPressed || now?.isPressed === true })))
  }
  const label = t('widget.about', { name: about })
  const plain = (
    <button
      aria-expanded={false}
      aria-haspopup="dialog"
      aria-label={label}
      className="info-button"
      onClick={() => void wake(true)}
      onFocus={() => void wake(false)}
      onPointerEnter={() => void wake(false)}
      ref={ref}
      type="button"
    />
  )
  if (!waking) return plain
  return (
    <Suspense fallback={plain}>
      <InfoPopover about={about} hint={hint} label={label} waking={waking}>
        {children}
      </InfoPopover>
    </Suspense>
  )
}
