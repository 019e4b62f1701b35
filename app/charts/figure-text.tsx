import { type Figure, type FigureFormat, printFigure } from '../format/index.ts'
import { useText } from '../language/index.ts'
import { type Caveat, type Change, changeOf } from './change.ts'

const tones = { good: 'text-good', bad: 'text-bad', neutral: 'text-soft' } as const
const meanings = { good: 'change.better', bad: 'change.worse' } as const
// Bare paths instead of the library's icons: a table draws hundreds, and each icon is three elements and long.
const arrows = { up: 'm5 12 7-7 7 7M12 19V5', down: 'M12 5v14M19 12l-7 7-7-7', flat: 'M5 12h14M12 5l7 7-7 7' } as const

/** A change with sign, arrow and good/bad colour. `than` names the comparison for screen readers. */
export function Delta({ change, than }: { readonly change: Change; readonly than?: string | undefined }) {
  const t = useText()
  return (
    <span className={`change ${tones[change.tone]}`} suppressHydrationWarning title={change.caveat?.long}>
      {change.text !== '–' && (
        <svg aria-hidden className="arrow rtl:-scale-x-100" viewBox="0 0 24 24">
          <path d={arrows[change.direction]} />
        </svg>
      )}
      {change.text}
      {change.caveat && <span className="ms-0.5 font-normal text-faint">{change.caveat.short}</span>}
      <span className="sr-only">
        {change.tone !== 'neutral' && t(meanings[change.tone])} {than}
      </span>
    </span>
  )
}

interface FigureTextProps {
  readonly figure: Figure
  readonly format: FigureFormat
  readonly as?: 'span' | 'dd' | 'td' | undefined
  readonly className?: string | undefined
  readonly title?: string | undefined
}

/** A formatted figure in its own element. */
export function FigureText({ as: Element = 'span', figure, format, ...rest }: FigureTextProps) {
  return (
    // If the browser formats the language differently from the server, the server's text stays.
    <Element suppressHydrationWarning {...rest}>
      {printFigure(figure, format)}
    </Element>
  )
}

interface FigureChangeProps extends Pick<FigureTextProps, 'figure' | 'format'> {
  /** Why the change may not be significant. */
  readonly caveat?: Caveat | undefined
  /** Name of the comparison. */
  readonly than?: string | undefined
}

/** The change of a figure; nothing where there is no comparison. */
export function FigureChange({ figure, format, caveat, than }: FigureChangeProps) {
  const change = changeOf(figure, format, caveat)
  return change && <Delta change={change} than={than} />
}
