import { memo, type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { type FigureFormat, unpackFigures } from '../../format/index.ts'
import { ChevronRight, ExternalLink } from '../../icons.ts'
import { Sentence } from '../../language/index.ts'
import { Badge, PlatformIcon } from '../../ui/index.ts'
import { Below, Cell, phoneClass } from './cells.tsx'
import type { ColumnModel, RowModel } from './model.ts'
import { Thumbnail } from './thumbnail.tsx'
import { useTableWords } from './words.ts'

export interface TreeRowProps {
  readonly row: RowModel
  readonly columns: readonly ColumnModel[]
  readonly format: FigureFormat
  /** 0 for the top level. */
  readonly depth: number
  readonly isOpen: boolean
  /** Place among the lines of the table, from 1. */
  readonly place: number
  readonly isActive: boolean
  /** Whether Tab reaches its links: true for the active row only, and for every row without scripts. */
  readonly isReachable: boolean
  /** Queries that collapse or expand it, and that open its panel. */
  readonly foldTo: string
  readonly openTo: string
  /** Keys of the columns with platform-reported conversions. */
  readonly claimed: ReadonlySet<string>
}

/** Class names set once on the row: a table has hundreds of cells, and each would repeat them. */
const cells =
  '[&>td]:overflow-hidden [&>td]:whitespace-nowrap [&>td]:border-line [&>td]:border-b [&>td]:px-2.5 [&>td]:py-0 [&>td]:leading-snug [&>td]:tabular [&>td:last-child]:pe-5 [&:hover>td]:bg-hover'

/** A row of the table: its name opens the panel, the arrow expands it. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { row, columns, format, depth, isOpen, place, isActive, claimed } = props
  const say = useTableWords()
  const figures = useMemo(() => unpackFigures(row.figures, columns), [row.figures, columns])
  const claim = row.platform && say('row.reported', { platform: row.channel })
  return (
    <tr
      aria-expanded={row.canUnfold ? isOpen : undefined}
      aria-level={depth + 1}
      aria-rowindex={place}
      className={`group h-13 -outline-offset-2 ${cells}`}
      data-row={row.id}
      tabIndex={isActive ? 0 : -1}
    >
      <th
        className="sticky start-0 z-1 h-13 overflow-hidden border-line border-b bg-surface p-0 ps-2 pe-3 text-start font-normal group-hover:bg-hover group-focus-visible:bg-hover"
        scope="row"
      >
        <RowName {...props} below={<Below columns={columns} figures={figures} format={format} />} />
      </th>
      {columns.map((column, index) => (
        <td
          className={`${column.measure ? 'text-end' : ''} ${column.isLead ? 'font-medium' : ''} ${phoneClass(column)}`}
          key={column.key}
        >
          <Cell
            cells={row}
            claim={claimed.has(column.key) ? claim : undefined}
            column={column}
            figure={figures[index]}
            format={format}
          />
        </td>
      ))}
    </tr>
  )
})

const indents = ['', 'ps-4', 'ps-8', 'ps-12'] as const

interface RowNameProps extends TreeRowProps {
  /** What a phone shows below the name instead of where the row belongs. */
  readonly below: ReactNode
}

function RowName({ row, depth, isOpen, isReachable, foldTo, openTo, columns, below }: RowNameProps) {
  const hasBelow = columns.some(({ onPhone }) => onPhone === 'below')
  const say = useTableWords()
  const tabIndex = isReachable ? undefined : -1
  return (
    <div className={`flex items-center gap-1.5 ${indents[depth] ?? ''}`}>
      {row.canUnfold ? (
        <Link
          aria-label={say(isOpen ? 'row.collapse' : 'row.expand', { name: row.label })}
          className="grid size-7 shrink-0 place-items-center rounded text-faint hover:bg-line hover:text-ink pointer-coarse:size-11"
          preventScrollReset
          rel="nofollow"
          replace
          tabIndex={tabIndex}
          to={{ search: foldTo }}
        >
          <ChevronRight aria-hidden className={`size-4 rtl:-scale-x-100 ${isOpen ? 'rotate-90 rtl:-rotate-90' : ''}`} />
        </Link>
      ) : (
        <span className="w-7 shrink-0 pointer-coarse:w-2" />
      )}
      {row.creative && <Thumbnail creative={row.creative} size="small" />}
      {!row.creative && row.platform && (
        <PlatformIcon className="size-4 text-soft" label={row.channel} name={row.platform} />
      )}
      <div className="min-w-0 flex-1">
        <Link
          className={`line-clamp-2 wrap-anywhere text-match-parent rounded leading-[1.15] underline-offset-3 hover:underline ${row.isRemainder ? 'text-soft italic' : 'font-medium'}`}
          dir="auto"
          preventScrollReset
          rel="nofollow"
          tabIndex={tabIndex}
          title={row.label}
          to={{ search: openTo }}
        >
          {row.label}
        </Link>
        <RowDetail below={hasBelow ? below : undefined} row={row} />
      </div>
      {row.managerUrl && <ManagerLink row={row} tabIndex={tabIndex} url={row.managerUrl} />}
    </div>
  )
}

interface RowDetailProps extends Pick<TreeRowProps, 'row'> {
  readonly below: ReactNode | undefined
}

/** What stands below a name: what it is, and what has to be known about it. */
function RowDetail({ row: { channel, detail, isDetailEnglish, mark }, below }: RowDetailProps) {
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-faint text-xs">
      <span className="sr-only">{channel}</span>
      {below}
      <span
        className={`truncate text-match-parent ${below === undefined ? '' : 'max-sm:hidden'}`}
        dir="auto"
        title={detail}
      >
        <Sentence isEnglish={isDetailEnglish} text={detail} />
      </span>
      {mark && (
        <span className="shrink-0" title={mark.long}>
          <span className={below === undefined ? '' : 'max-sm:hidden'}>
            <Badge tone="warn">{mark.short}</Badge>
          </span>
          <span className="sr-only">{mark.long}</span>
        </span>
      )}
    </span>
  )
}

interface ManagerLinkProps extends Pick<TreeRowProps, 'row'> {
  readonly url: string
  readonly tabIndex: number | undefined
}

/** Opens the ad where it is managed. Under a mouse it appears over the end of the name, which has its room otherwise. */
function ManagerLink({ row: { label: name, channel: platform }, url, tabIndex }: ManagerLinkProps) {
  const say = useTableWords()
  return (
    <a
      aria-label={say('row.open', { name, platform })}
      className="grid size-7 shrink-0 place-items-center rounded text-faint hover:bg-line hover:text-ink max-sm:hidden pointer-fine:absolute pointer-fine:end-2 pointer-fine:bg-hover pointer-fine:not-group-focus-within:not-group-hover:opacity-0"
      href={url}
      rel="noreferrer"
      tabIndex={tabIndex}
      target="_blank"
      title={say('row.open_there', { platform })}
    >
      <ExternalLink aria-hidden className="size-3.5" />
    </a>
  )
}
