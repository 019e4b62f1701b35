import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react'
import { useText } from '../language/index.ts'
import type { Change } from './change.ts'

const tones = { good: 'text-good', bad: 'text-bad', neutral: 'text-soft' } as const
const meanings = { good: 'change.better', bad: 'change.worse' } as const
const icons = { up: ArrowUp, down: ArrowDown, flat: ArrowRight } as const

/** A change with sign, arrow and colour by good or bad. `than` names the comparison for those who listen. */
export function Delta({ change, than }: { readonly change: Change; readonly than?: string | undefined }) {
  const t = useText()
  const Icon = icons[change.direction]
  return (
    <span
      className={`inline-flex items-center gap-0.5 font-medium tabular ${tones[change.tone]}`}
      title={change.caveat?.long}
    >
      {change.text !== '–' && <Icon aria-hidden className="size-3.5 shrink-0 rtl:-scale-x-100" strokeWidth={2.25} />}
      <span>{change.text}</span>
      {change.caveat && <span className="ms-0.5 font-normal text-faint">{change.caveat.short}</span>}
      <span className="sr-only">
        {change.tone !== 'neutral' && t(meanings[change.tone])} {than}
      </span>
    </span>
  )
}
