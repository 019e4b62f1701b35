import { Link } from 'react-router'
import { Cell } from '../../blocks/breakdown-table/cells.tsx'
import type { RowModel, TableModel } from '../../blocks/breakdown-table/model.ts'
import { Thumbnail } from '../../blocks/breakdown-table/thumbnail.tsx'
import type { Line } from '../../blocks/breakdown-table/tree-state.ts'
import { useTableWords } from '../../blocks/breakdown-table/words.ts'
import { unpackFigures } from '../../format/index.ts'
import { ExternalLink } from '../../icons.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import { PlatformIcon } from '../../ui/index.ts'
import { useWords } from './words.ts'

interface GalleryProps {
  readonly lines: readonly Line[]
  readonly table: TableModel
  readonly state: SearchState
}

/** Maximum number of figures below each picture. */
const mostFigures = 6

/** Ads as pictures with their figures; by spend unless another sorting is chosen. */
export function Gallery({ lines, table, state }: GalleryProps) {
  const say = useWords()
  const ads = lines.flatMap((line) => (line.kind === 'row' && !line.row.isRemainder ? [line.row] : []))
  return (
    <section aria-labelledby="gallery-heading" className="border-line border-t">
      <h2 className="sr-only" id="gallery-heading">
        {say('gallery.title')}
      </h2>
      <ul className="grid grid-cols-1 gap-4 p-4 min-[28rem]:grid-cols-2 sm:p-5 md:grid-cols-3 xl:grid-cols-5">
        {ads.map((row) => (
          <AdCard key={row.id} openTo={withSearch(state, { place: row.id })} row={row} table={table} />
        ))}
      </ul>
    </section>
  )
}

interface AdCardProps extends Pick<GalleryProps, 'table'> {
  readonly row: RowModel
  readonly openTo: string
}

function AdCard({ row, table, openTo }: AdCardProps) {
  const say = useWords()
  const sayTable = useTableWords()
  const { creative } = row
  const unpacked = unpackFigures(row.figures, table.columns)
  const claim = row.platform && sayTable('row.reported', { platform: row.channel })
  const figures = table.columns.flatMap((column, index) =>
    column.measure ? [{ column, figure: unpacked[index] }] : [],
  )
  return (
    <li className="relative flex flex-col rounded-xl border border-line [contain-intrinsic-size:auto_26rem] [content-visibility:auto] focus-within:border-edge hover:border-edge">
      <Thumbnail creative={creative ?? { title: row.label, text: '', isVideo: false, picture: null }} size="large" />
      <div className="flex items-start gap-2 p-3 pb-2">
        {row.platform && <PlatformIcon className="mt-0.5 size-4 text-soft" label={row.channel} name={row.platform} />}
        <div className="min-w-0 flex-1">
          <h3 className="font-medium">
            <Link
              className="line-clamp-2 text-match-parent rounded after:absolute after:inset-0 after:rounded-xl"
              dir="auto"
              preventScrollReset
              rel="nofollow"
              to={{ search: openTo }}
            >
              {row.label}
            </Link>
          </h3>
          <p className="truncate text-faint text-xs" title={row.detail}>
            {row.detail}
          </p>
        </div>
        {row.managerUrl && (
          <a
            aria-label={sayTable('row.open', { name: row.label, platform: row.channel })}
            className="relative z-1 grid size-7 shrink-0 place-items-center rounded text-faint hover:bg-hover hover:text-ink"
            href={row.managerUrl}
            rel="noreferrer"
            target="_blank"
            title={sayTable('row.open_there', { platform: row.channel })}
          >
            <ExternalLink aria-hidden className="size-3.5" />
          </a>
        )}
      </div>
      <dl className="mt-auto grid grid-cols-2 gap-x-3 gap-y-1.5 p-3 pt-1 text-[13px]">
        {figures.slice(0, mostFigures).map(({ column, figure }) => (
          <div className="min-w-0" key={column.key}>
            <dt className="truncate text-faint text-xs">
              {column.label}
              {column.isClaim && <span className="sr-only">, {claim}</span>}
            </dt>
            <dd className="tabular">
              <Cell cells={row} claim={undefined} column={column} figure={figure} format={table.format} />
            </dd>
          </div>
        ))}
      </dl>
      {claim && figures.slice(0, mostFigures).some(({ column }) => column.isClaim) && (
        <p className="border-line border-t px-3 py-1.5 text-faint text-xs">
          {say('gallery.reported', { platform: row.channel })}
        </p>
      )}
    </li>
  )
}
