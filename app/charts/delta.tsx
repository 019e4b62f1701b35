import { useText } from '../language/index.ts'
import type { Change } from './change.ts'

const tones = { good: 'text-good', bad: 'text-bad', neutral: 'text-soft' } as const
const meanings = { good: 'change.better', bad: 'change.worse' } as const
// Shapes of the style sheet instead of icons: a table draws hundreds.
const arrows = { up: 'change-up', down: 'change-down', flat: 'change-flat' } as const

/** A change with sign, arrow and good/bad colour. `than` names the comparison for screen readers. */
export function Delta({ change, than }: { readonly change: Change; readonly than?: string | undefined }) {
  const t = useText()
  return (
    <span
      className={`change ${change.text === '–' ? '' : `${arrows[change.direction]} `}${tones[change.tone]}`}
      suppressHydrationWarning
      title={change.caveat?.long}
    >
      {change.text}
      {change.caveat && <span className="ms-0.5 font-normal text-faint">{change.caveat.short}</span>}
      {(change.tone !== 'neutral' || than) && (
        <span className="sr-only">
          {change.tone !== 'neutral' && t(meanings[change.tone])} {than}
        </span>
      )}
    </span>
  )
}
