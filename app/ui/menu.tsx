import type { ReactNode } from 'react'
import { ChevronDown, type Glyph } from '../icons.ts'
import { useSelfClosing } from './basic/hooks.ts'
import { buttonClass } from './basic/parts.tsx'
import { useLateContent } from './late-content.ts'

interface DetailsMenuProps {
  readonly icon: Glyph
  /** Hidden beside the icon where room is short, unless it names what is chosen: the menu is then a select. */
  readonly label: ReactNode
  readonly isSelect?: boolean
  readonly hint?: string | undefined
  /** A choice other than the default is active. */
  readonly isMarked?: boolean
  readonly width?: 'normal' | 'wide'
  /** The edge that it shares with its button. */
  readonly edge?: 'start' | 'end'
  readonly children: ReactNode
}

const widths = { normal: 'w-72', wide: 'w-96' } as const
const edges = { start: 'start-0', end: 'end-0' } as const

/** A menu that opens without scripts; on a phone it is as wide as the screen. */
export function DetailsMenu(props: DetailsMenuProps) {
  const {
    icon: Icon,
    label,
    isSelect = false,
    hint,
    isMarked = false,
    width = 'normal',
    edge = 'end',
    children,
  } = props
  const ref = useSelfClosing()
  const isDrawn = useLateContent(ref)
  return (
    <details className="relative max-w-full print:hidden" ref={ref}>
      <summary
        className={`${buttonClass('secondary', 'small')} max-w-full list-none [&::-webkit-details-marker]:hidden`}
        title={hint}
      >
        <Icon aria-hidden className={`size-3.5 shrink-0 ${isMarked ? 'text-accent' : ''}`} />
        <span className={`truncate ${isSelect ? '' : 'max-sm:sr-only'} ${isMarked ? 'text-accent' : ''}`}>{label}</span>
        {isSelect && <ChevronDown aria-hidden className="size-3.5 shrink-0 text-faint" />}
      </summary>
      <div
        className={`absolute top-full z-40 mt-1.5 grid max-h-[70dvh] gap-3 overflow-y-auto overscroll-contain rounded-xl border border-line bg-raised p-3 shadow-raised max-sm:fixed max-sm:inset-x-4 max-sm:top-24 max-sm:w-auto ${edges[edge]} ${widths[width]}`}
      >
        {isDrawn && children}
      </div>
    </details>
  )
}
