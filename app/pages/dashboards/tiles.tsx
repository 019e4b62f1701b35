import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { ChartTable, Delta, Sparkline, TimeSeries, unpackPoints } from '../../charts/index.ts'
import { Sentence } from '../../language/index.ts'
import { DataTable } from '../../ui/index.ts'
import { GoalBody } from './goal-body.tsx'
import type { ChartTile, FigureTile, StatTile, TableTile, TextTile, TileModel } from './model.ts'
import { TextBody } from './text-body.tsx'
import type { BoardWords } from './words.server.ts'

interface TileProps<Of extends TileModel = TileModel> {
  readonly tile: Of
  /** Names the comparison. */
  readonly than: string | undefined
  readonly words: BoardWords
}

/** Columns of the grid: two on a phone, four on a wide screen. */
const spans = {
  stat: '',
  goal: 'max-lg:col-span-2',
  chart: 'col-span-2 lg:col-span-3',
  table: 'col-span-2',
  text: 'col-span-2',
  missing: '',
} as const satisfies Record<TileModel['kind'], string>

/** A widget of a dashboard. */
export function Tile({ tile, than, words }: TileProps) {
  const heading = `tile-${tile.id}`
  return (
    // No landmark: one figure may stand there as a number, a goal and a chart.
    <article
      aria-labelledby={tile.title === '' ? undefined : heading}
      className={`@container/tile flex min-w-0 flex-col rounded-xl border border-line bg-surface ${spans[tile.kind]}`}
    >
      {tile.title !== '' && (
        <h2 className="line-clamp-2 px-4 pt-3.5 text-[13px] text-soft leading-4.5" dir="auto" id={heading}>
          {tile.title}
        </h2>
      )}
      <Body than={than} tile={tile} words={words} />
    </article>
  )
}

function Body(props: TileProps) {
  const { tile } = props
  switch (tile.kind) {
    case 'stat':
      return <StatBody {...props} tile={tile} />
    case 'chart':
      return <ChartBody {...props} tile={tile} />
    case 'table':
      return <TableBody tile={tile} words={props.words} />
    case 'goal':
      return (
        <GoalBody tile={tile} words={props.words}>
          <About figure={tile.figure} words={props.words} />
        </GoalBody>
      )
    case 'text':
      return <Plain>{<TextBody blocks={(tile satisfies TextTile).blocks} />}</Plain>
    case 'missing':
      return (
        <Plain>
          <Sentence isEnglish={tile.isEnglish} text={tile.message} />
        </Plain>
      )
  }
}

function Plain({ children }: { readonly children: ReactNode }) {
  return <div className="px-4 py-3.5 text-[13px] text-soft">{children}</div>
}

/** The figure, which opens what is behind it where it is one of the catalogue. */
function Value({ figure, words }: { readonly figure: FigureTile; readonly words: BoardWords }) {
  const [only, ...others] = figure.opens
  const look = 'font-semibold text-2xl tabular tracking-tight @max-[12rem]/tile:text-lg'
  if (!only || others.length > 0) return <span className={look}>{figure.text}</span>
  return (
    <Link
      aria-label={`${figure.text}: ${words.orders.replace('{name}', only.label)}`}
      className={`${look} touch-target rounded underline-offset-4 hover:underline`}
      to={only.to}
    >
      {figure.text}
    </Link>
  )
}

function Status({ figure, than, words }: { readonly figure: FigureTile } & Pick<TileProps, 'than' | 'words'>) {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2.5 px-4 pt-0.5">
        <Value figure={figure} words={words} />
        {figure.change && (
          <span className="text-xs">
            <Delta change={figure.change} than={than} />
          </span>
        )}
      </p>
      {figure.before !== null && (
        <p className="px-4 text-faint text-xs tabular">{words.compared.replace('{before}', figure.before)}</p>
      )}
      {figure.notes.map((note) => (
        <p className="px-4 text-warn text-xs" key={note}>
          {note}
        </p>
      ))}
    </>
  )
}

function StatBody({ tile: { figure, spark }, than, words }: TileProps<StatTile>) {
  return (
    <>
      <Status figure={figure} than={than} words={words} />
      <div className="mt-auto px-4 pt-3">
        <Sparkline className="h-9 w-full" course={spark} />
      </div>
      <About figure={figure} words={words} />
    </>
  )
}

function ChartBody({ tile, than, words }: TileProps<ChartTile>) {
  const points = useMemo(() => unpackPoints(tile.points), [tile.points])
  const compare = useMemo(() => (tile.compare === undefined ? undefined : unpackPoints(tile.compare)), [tile.compare])
  return (
    <>
      <Status figure={tile.figure} than={than} words={words} />
      <div className="mt-3 flex flex-1 flex-col px-4">
        <TimeSeries
          axis={tile.axis}
          compare={compare}
          isFilled
          isRunning={tile.isRunning}
          isShort
          label={tile.title}
          points={points}
        />
      </div>
      <div className="mt-2 px-4">
        <ChartTable compare={compare} label={tile.title} points={points} />
      </div>
      <About figure={tile.figure} words={words} />
    </>
  )
}

function TableBody({ tile, words }: { readonly tile: TableTile; readonly words: BoardWords }) {
  if (tile.rows.length === 0) return <Plain>{words.nothing}</Plain>
  return (
    <div className="mt-1.5">
      <DataTable
        caption={`${tile.title}, ${tile.by}`}
        columns={tile.columns.map(({ key, label }) => ({ key, label }))}
        labelHeader={{ label: tile.by }}
        rows={tile.rows.map(({ value, label, cells, to }) => ({
          key: value,
          label: (
            <Link
              className="rounded underline-offset-3 hover:underline"
              dir="auto"
              preventScrollReset
              to={{ search: to }}
            >
              {label}
            </Link>
          ),
          cells,
        }))}
        total={{ label: words.total, cells: tile.totals }}
      />
      {tile.note !== null && <p className="px-4 pb-3 text-faint text-xs">{tile.note}</p>}
    </div>
  )
}

/** What a figure is, and the way down to what it is made of; opens without JavaScript. */
function About({ figure, words }: { readonly figure: FigureTile; readonly words: BoardWords }) {
  return (
    <details className="mt-auto px-4 pt-2 pb-3 text-xs print:hidden">
      <summary
        aria-label={`${words.definition}: ${figure.label}`}
        className="touch-target w-fit rounded text-faint hover:text-ink"
      >
        {words.definition}
      </summary>
      <div className="mt-1.5 grid gap-1.5 text-soft">
        {figure.description !== '' && <p>{figure.description}</p>}
        <p className="wrap-anywhere">{figure.formula}</p>
        <ul className="grid gap-1">
          {figure.opens.map(({ label, to }) => (
            <li key={to}>
              <Link className="touch-target rounded text-accent underline underline-offset-3" to={to}>
                {words.orders.replace('{name}', label)}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </details>
  )
}
