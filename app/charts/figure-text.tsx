import { type Figure, type FigureFormat, printFigure } from '../format/index.ts'
import { type Caveat, changeOf } from './change.ts'
import { Delta } from './delta.tsx'

interface FigureTextProps {
  readonly figure: Figure
  readonly format: FigureFormat
  readonly as?: 'span' | 'dd' | 'td' | undefined
  readonly className?: string | undefined
  readonly title?: string | undefined
}

/** A figure as people read it, in an element of its own. */
export function FigureText({ as: Element = 'span', figure, format, ...rest }: FigureTextProps) {
  return (
    // A browser that knows other rules of a language than the server leaves what the server has printed.
    <Element suppressHydrationWarning {...rest}>
      {printFigure(figure, format)}
    </Element>
  )
}

interface FigureChangeProps extends Pick<FigureTextProps, 'figure' | 'format'> {
  /** Why the change should not be read much into. */
  readonly caveat?: Caveat | undefined
  /** Words for the comparison. */
  readonly than?: string | undefined
}

/** How a figure has changed; nothing where there is nothing to compare it with. */
export function FigureChange({ figure, format, caveat, than }: FigureChangeProps) {
  const change = changeOf(figure, format, caveat)
  return change && <Delta change={change} than={than} />
}
