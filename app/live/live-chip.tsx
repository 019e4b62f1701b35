import { RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../language/index.ts'
import { useLive } from './use-live.ts'

const spokenMs = 4_000
/** Whoever listens to the page hears of updates this often at most. */
const quietMs = 60_000

/** What the page shows. */
export interface LiveChipProps {
  /** Ids of shops, joined by commas. */
  readonly shops: string
  readonly version: string
}

/** Keeps the page up to date; while that would disturb, a chip offers it. */
export function LiveChip({ shops, version }: LiveChipProps) {
  const t = useText()
  const { isOffered, updates, apply } = useLive(shops, version)
  const isSpoken = useSpoken(updates)
  return (
    <output className="pointer-events-none fixed inset-x-0 bottom-4 z-60 flex justify-center max-lg:bottom-[calc(4.75rem+env(safe-area-inset-bottom))] print:hidden">
      {isOffered && (
        <button
          className="pointer-events-auto inline-flex h-9 animate-[fade-in_150ms_ease-out] items-center gap-2 rounded-full border border-line bg-raised px-4 font-medium shadow-raised hover:bg-hover motion-reduce:animate-none"
          onClick={apply}
          type="button"
        >
          <RefreshCw aria-hidden className="size-4 text-accent" />
          {t('live.offer')}
        </button>
      )}
      {isSpoken && !isOffered && <span className="sr-only">{t('live.updated')}</span>}
    </output>
  )
}

/** True for a moment after an update, seldom enough to be no nuisance. */
function useSpoken(updates: number): boolean {
  const spokenAt = useRef(Number.NEGATIVE_INFINITY)
  const [isSpoken, setIsSpoken] = useState(false)
  useEffect(() => {
    const now = performance.now()
    if (updates === 0 || now - spokenAt.current < quietMs) return
    spokenAt.current = now
    setIsSpoken(true)
  }, [updates])
  useEffect(() => {
    if (!isSpoken) return
    const timer = setTimeout(() => setIsSpoken(false), spokenMs)
    return () => clearTimeout(timer)
  }, [isSpoken])
  return isSpoken
}
