import type { ReactNode } from 'react'
import { useText } from '../../../language/index.ts'
import { withSearch } from '../../../search/index.ts'
import { InfoButton } from '../../../ui/index.ts'
import { Formula } from '../formula.tsx'
import type { FigureModel, PageView, WidgetModel } from '../model.ts'

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

type Explained = Pick<FigureModel, 'description' | 'formula' | 'terms' | 'text' | 'before'>

interface AboutFigureProps {
  readonly label: string
  readonly figure: Explained
  readonly view: PageView
}

/** The info button: a short explanation with the formula's terms. Everything else is in the panel. */
export function AboutFigure({ label, figure, view }: AboutFigureProps) {
  const t = useText()
  return (
    <InfoButton about={label} hint={figure.description}>
      <h4 className="font-semibold">{label}</h4>
      <p className="mt-1 mb-3 text-[13px] text-soft">{figure.description}</p>
      <Formula
        formula={figure.formula}
        label={label}
        openTerm={(key) => withSearch(view.state, { open: key })}
        terms={figure.terms}
        text={figure.text}
      />
      {figure.before && (
        <p className="mt-3 text-[13px] text-faint">
          {t('widget.before', { before: figure.before })}
          {view.than && ` (${view.than})`}
        </p>
      )}
    </InfoButton>
  )
}
