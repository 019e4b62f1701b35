import { type Figure, type FigureFormat, printFigure } from '../format/index.ts'
import { useText } from '../language/index.ts'
import { type Caveat, changeOf } from './change.ts'
import { Delta } from './delta.tsx'

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
