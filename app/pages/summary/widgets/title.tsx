import { lazy, type ReactNode, Suspense } from 'react'
import { InfoButton, orMissing } from '../../../ui/index.ts'
import type { WidgetModel } from '../model.ts'
import type { FigureHelpProps } from './figure-help.tsx'

const FigureHelp = lazy(() => orMissing(import('./figure-help.tsx').then((piece) => piece.FigureHelp)))

type Titled = Pick<WidgetModel, 'title' | 'key'>

/** `id` of a widget's heading, which names its chart or table. */
export function headingId(key: string): string {
  return `title-${key.replaceAll('.', '-')}`
}

interface TitleLineProps {
  readonly children: ReactNode
  /** The title is a select field, and has its height. */
  readonly isChoice?: boolean
}

/** The first line of a widget; leaves space for the menu at its end. */
export function TitleLine({ children, isChoice = false }: TitleLineProps) {
  return (
    <div className={isChoice ? 'tile-title items-center pt-2' : 'tile-title'} data-picture="skip">
      {children}
    </div>
  )
}

/** The name alone, while there is nothing to explain. */
export function PlainTitle({ widget }: { readonly widget: Titled }) {
  return (
    <TitleLine>
      <Heading widget={widget} />
    </TitleLine>
  )
}

/** The title, at most two lines. */
export function Heading({ widget }: { readonly widget: Titled }) {
  return (
    <h3 className="tile-heading" dir="auto" id={headingId(widget.key)}>
      {widget.title}
    </h3>
  )
}

/** The info button: a short explanation with the formula's terms. Everything else is in the panel. */
export function AboutFigure({ label, figure, view }: FigureHelpProps) {
  return (
    <InfoButton about={label} hint={figure.description}>
      <Suspense>
        <FigureHelp figure={figure} label={label} view={view} />
      </Suspense>
    </InfoButton>
  )
}
