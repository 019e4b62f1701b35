import { useEffect } from 'react'
import type { SupportTexts, SupportView } from '../identity.ts'
import { fill } from '../language/fill.ts'
import { Button } from '../ui/basic/parts.tsx'

interface SupportBannerProps {
  readonly support: SupportView
  readonly texts: SupportTexts
}

/** Says on every page as whom somebody looks in, and ends it; its form works without scripts, too. */
export function SupportBanner({ support, texts }: SupportBannerProps) {
  const { name, organisation, endsAt } = support
  useEffect(() => {
    // What is on the screen belongs to somebody else, and goes when the time is up.
    const timer = setTimeout(() => location.assign('/admin'), Math.max(0, Date.parse(endsAt) - Date.now()))
    return () => clearTimeout(timer)
  }, [endsAt])
  const time = `${endsAt.slice(11, 16)} UTC`
  return (
    <aside
      aria-label={texts.text}
      className="sticky top-0 z-60 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-line border-b bg-warn-wash px-4 py-2 text-[13px]"
    >
      <p className="min-w-0 break-words">{fill(texts.text, { name, organisation, time })}</p>
      <form action="/look-in/end" method="post">
        <Button size="small">{texts.end}</Button>
      </form>
    </aside>
  )
}
