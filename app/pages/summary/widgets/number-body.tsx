import { Link } from 'react-router'
import { Delta, Sparkline, seriesOf } from '../../../charts/index.ts'
import { useText } from '../../../language/index.ts'
import { withSearch } from '../../../search/index.ts'
import type { NumberWidget, PageView } from '../model.ts'
import { ClaimNotes, FigureNotes } from './figure-notes.tsx'
import { AboutFigure, Heading, TitleLine } from './title.tsx'

interface NumberBodyProps {
  readonly widget: Extract<NumberWidget, { state: 'ready' }>
  readonly view: PageView
}

/** A figure with its change; pinned and wide ones have a sparkline. The whole tile links to the figure's explanation. */
export function NumberBody({ widget, view }: NumberBodyProps) {
  const t = useText()
  const { content } = widget
  const isLarge = widget.isPinned || widget.size > 1
  const { change, before } = widget.hasComparison ? content : { change: null, before: null }
  return (
    <>
      <TitleLine>
        <Heading widget={widget} />
        <AboutFigure figure={content} label={widget.label} view={view} />
      </TitleLine>
      <Link
        aria-label={`${content.text}: ${t('widget.open_orders', { name: widget.title })}`}
        className={isLarge ? 'tile-figure tile-figure-large' : 'tile-figure'}
        preventScrollReset
        to={{ search: withSearch(view.state, { open: widget.metric }) }}
      >
        {content.text}
      </Link>
      <p className="tile-change">
        {change && <Delta change={change} than={view.than} />}
        {before && !change?.caveat && <span className="tile-before">{t('widget.from', { before })}</span>}
        <FigureNotes notes={content.notes} />
      </p>
      <ClaimNotes notes={content.notes} />
      {isLarge && <Sparkline className="tile-course h-10" course={content.spark} series={seriesOf(widget.section)} />}
    </>
  )
}
