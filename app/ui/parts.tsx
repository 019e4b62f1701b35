import { type PlatformFace, type PlatformId, platformFaces } from '@tillsight/platforms'
import { type ReactNode, useCallback, useSyncExternalStore } from 'react'
import { platformMarks } from './icon-store.ts'

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad'

const tones = {
  neutral: 'bg-hover text-soft',
  accent: 'bg-accent-wash text-accent',
  good: 'bg-good-wash text-good',
  warn: 'bg-warn-wash text-warn',
  bad: 'bg-bad-wash text-bad',
} as const satisfies Record<Tone, string>

/** A short status label. */
export function Badge({ tone = 'neutral', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span className={`inline-flex items-center gap-1 rounded-md px-1.5 py-0.5 font-medium text-xs ${tones[tone]}`}>
      {children}
    </span>
  )
}

interface ScrollerProps {
  /** Accessible name of the scrollable area. */
  readonly label: string
  readonly className?: string
  readonly children: ReactNode
}

/**
 * Scrolls content wider than its container. Positioned, because visually hidden text inside would otherwise widen the page.
 */
export function Scroller({ label, className = '', children }: ScrollerProps) {
  return (
    <section
      aria-label={label}
      className={`relative overflow-auto ${className}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without it the keyboard cannot scroll it
      tabIndex={0}
    >
      {children}
    </section>
  )
}

/** Placeholder of loading content; give it the content's size. */
export function Skeleton({ className }: { readonly className: string }) {
  return <div aria-hidden className={`animate-pulse rounded-md bg-line ${className}`} />
}

const marks = new Map<string, Pick<PlatformFace<PlatformId>, 'icon' | 'iconBox'>>(
  platformFaces.map((face) => [face.id, face]),
)

interface PlatformIconProps {
  /** Id of the platform. */
  readonly name: string
  /** Its name; the first letter is the placeholder until the icon is loaded, or if it cannot be. */
  readonly label: string
  readonly className?: string
}

/** The icon of a platform, beside its name: hidden from screen readers. Reserves its space from the start. */
export function PlatformIcon({ name, label, className = 'size-4' }: PlatformIconProps) {
  const { icon, iconBox = wholeIcon } = marks.get(name) ?? { icon: name }
  const find = useCallback(() => platformMarks.find(icon), [icon])
  const paths = useSyncExternalStore(platformMarks.subscribe, find, nothing)
  return (
    <svg
      aria-hidden
      className={`shrink-0 ${className}`}
      fill="currentColor"
      focusable="false"
      viewBox={paths === undefined ? wholeIcon : iconBox}
    >
      {paths === undefined ? (
        <text className="font-semibold" fontSize="18" textAnchor="middle" x="12" y="18.5">
          {label.slice(0, 1).toUpperCase()}
        </text>
      ) : (
        paths.map(({ d, fillRule }) => <path d={d} fillRule={fillRule} key={d} />)
      )}
    </svg>
  )
}

const wholeIcon = '0 0 24 24'

function nothing(): undefined {
  return undefined
}
