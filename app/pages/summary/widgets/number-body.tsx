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

/** A figure with its change and its sparkline. The whole tile links to the figure's explanation. */
export function NumberBody({ widget, view }: NumberBodyProps) {
  const t = useText()
  const { content } = widget
  const isLarge = widget.isPinned || widget.size > 1
  const { change, before } = widget.hasComparison ? content : { change: null, before: null }
  return (
    <div className="@container/tile flex h-full min-w-0 flex-col">
      <TitleLine>
        <Heading widget={widget} />
        <AboutFigure figure={content} label={widget.label} view={view} />
      </TitleLine>
      <Link
        className={`tile-figure @max-[10rem]/tile:text-base ${isLarge ? 'text-2xl leading-8' : 'text-xl leading-7'}`}
        preventScrollReset
        to={{ search: withSearch(view.state, { open: widget.metric }) }}
      >
        <span className="block truncate" title={content.text}>
          {content.text}
        </span>
        <span className="sr-only">: {t('widget.open_orders', { name: widget.title })}</span>
      </Link>
      <p className="tile-change">
        {change && <Delta change={change} than={view.than} />}
        {before && !change?.caveat && (
          <span className="text-faint tabular @max-[12rem]/tile:hidden">{t('widget.from', { before })}</span>
        )}
        <FigureNotes notes={content.notes} />
      </p>
      <ClaimNotes notes={content.notes} />
      <div className={`tile-course ${isLarge ? 'h-10' : 'h-7'}`}>
        <Sparkline course={content.spark} series={seriesOf(widget.section)} />
      </div>
    </div>
  )
}
