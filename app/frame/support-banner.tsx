import { useEffect } from 'react'
import type { SupportTexts } from '../identity.ts'
import { Button } from '../ui/basic/parts.tsx'

interface SupportBannerProps {
  /** When the visit is over. */
  readonly endsAt: string
  readonly texts: SupportTexts
}

/** Says on every page as whom somebody looks in, and ends it; its form works without scripts, too. */
export function SupportBanner({ endsAt, texts }: SupportBannerProps) {
  useEffect(() => {
    // What is on the screen belongs to somebody else, and goes when the time is up.
    const timer = setTimeout(() => location.assign('/admin'), Math.max(0, Date.parse(endsAt) - Date.now()))
    return () => clearTimeout(timer)
  }, [endsAt])
  return (
    <aside
      aria-label={texts.text}
      className="sticky top-0 z-60 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-line border-b bg-warn-wash px-4 py-2 text-[13px]"
    >
      <p className="min-w-0 break-words">{texts.text}</p>
      <form action="/look-in/end" method="post">
        <Button size="small">{texts.end}</Button>
      </form>
    </aside>
  )
}
