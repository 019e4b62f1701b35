import { type PlatformFace, type PlatformId, platformFaces } from '@tillsight/platforms'
import { type ReactNode, useCallback, useSyncExternalStore } from 'react'
import { Check, Copy, type Glyph } from '../icons.ts'
import { useText } from '../language/index.ts'
import { useCopy } from './basic/hooks.ts'
import { Button } from './basic/parts.tsx'
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

interface EmptyStateProps {
  readonly icon: Glyph
  readonly title: string
  /** What will be here and why it is empty. */
  readonly children: ReactNode
  /** The next step. */
  readonly action?: ReactNode
}

/** Placeholder where content will be. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-6 py-14 text-center">
      <span className="mb-4 grid size-12 place-items-center rounded-2xl bg-hover text-soft">
        <Icon aria-hidden className="size-6" strokeWidth={1.75} />
      </span>
      <h2 className="font-semibold text-base">{title}</h2>
      <p className="mt-1.5 text-balance text-soft">{children}</p>
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}

interface MeterProps {
  readonly label: string
  readonly done: number
  /** Null: unknown; the bar is then indeterminate. */
  readonly total: number | null
}

const track =
  'block h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-hover [&::-webkit-progress-bar]:bg-transparent'
const filling =
  '[&::-moz-progress-bar]:rounded-full [&::-moz-progress-bar]:bg-series-1 [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-series-1'

/** A progress bar. */
export function Meter({ label, done, total }: MeterProps) {
  if (total === null || total <= 0) {
    return (
      <progress
        aria-label={label}
        className={`${track} animate-pulse bg-series-1/40 [&::-moz-progress-bar]:bg-transparent`}
      />
    )
  }
  return <progress aria-label={label} className={`${track} ${filling}`} max={total} value={Math.min(done, total)} />
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
  return <div aria-hidden className={`animate-pulse rounded-md bg-hover ${className}`} />
}

interface CopyTextProps {
  readonly label: string
  readonly text: string
  /** Code of several lines: line breaks are kept, and about a dozen lines are visible before scrolling. */
  readonly isCode?: boolean
}

/** A text to paste elsewhere; without scripts it can still be selected whole. */
export function CopyText({ label, text, isCode = false }: CopyTextProps) {
  const { isCopied, copy } = useCopy()
  const t = useText()
  const Icon = isCopied ? Check : Copy
  return (
    <div className="rounded-lg border border-line bg-sunken">
      <div className="flex items-center justify-between gap-3 border-line border-b py-1.5 ps-3.5 pe-1.5">
        <span className="font-medium text-[13px]">{label}</span>
        <Button aria-label={`${t('action.copy')} ${label}`} onClick={() => copy(text)} size="small" type="button">
          <Icon aria-hidden className="size-3.5" /> {isCopied ? t('action.copied') : t('action.copy')}
        </Button>
        <span aria-live="polite" className="sr-only">
          {isCopied ? t('action.copied') : ''}
        </span>
      </div>
      {isCode ? <Lines label={label} text={text} /> : <Line text={text} />}
    </div>
  )
}

function Line({ text }: Pick<CopyTextProps, 'text'>) {
  return (
    <code className="block select-all break-all px-3.5 py-3 text-[13px] leading-6" dir="ltr">
      {text}
    </code>
  )
}

function Lines({ label, text }: Omit<CopyTextProps, 'isCode'>) {
  return (
    <Scroller className="max-h-64" label={label}>
      <pre className="w-fit select-all px-3.5 py-3 text-[13px] leading-6" dir="ltr">
        {text}
      </pre>
    </Scroller>
  )
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
