import { type Figure, type FigureFormat, printFigure } from '../format/index.ts'
import { useText } from '../language/index.ts'
import { type Caveat, type Change, changeOf } from './change.ts'

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

interface FigureTextProps {
  readonly figure: Figure
  readonly format: FigureFormat
  readonly as?: 'span' | 'dd' | 'td' | undefined
  readonly className?: string | undefined
  readonly title?: string | undefined
}

/** A formatted figure in its own element, with the sign of what is not exact. */
export function FigureText({ as: Element = 'span', figure, format, title, ...rest }: FigureTextProps) {
  const t = useText()
  const { bound = 'exact' } = figure
  return (
    // If the browser formats the language differently from the server, the server's text stays.
    <Element suppressHydrationWarning title={title ?? (bound === 'exact' ? undefined : t(`figure.${bound}`))} {...rest}>
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
