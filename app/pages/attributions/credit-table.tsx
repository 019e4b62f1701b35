import { href, Link } from 'react-router'
import { ColumnsMenu } from '../../blocks/breakdown-table/columns-menu.tsx'
import { FindName } from '../../blocks/breakdown-table/find-name.tsx'
import { FurtherRows } from '../../blocks/breakdown-table/further-rows.tsx'
import { levels } from '../../blocks/breakdown-table/levels.ts'
import type { TableModel } from '../../blocks/breakdown-table/model.ts'
import type { RowsParams } from '../../blocks/breakdown-table/rows-address.ts'
import { TreeCard, type TreeFoot } from '../../blocks/breakdown-table/tree-card.tsx'
import { useTableWords } from '../../blocks/breakdown-table/words.ts'
import { Download } from '../../icons.ts'
import { Sentence } from '../../language/index.ts'
import { type SearchState, toSearch, withSearch } from '../../search/index.ts'
import { buttonClass } from '../../ui/index.ts'
import { useWords } from './words.ts'

interface CreditTableProps {
  readonly table: TableModel
  readonly state: SearchState
  readonly domain: string
  /** New figures are being loaded. */
  readonly isWaiting: boolean
}

/** The attribution table: channel, campaign, ad set, ad. */
export function CreditTable({ table, state, domain, isWaiting }: CreditTableProps) {
  const say = useWords()
  return (
    <TreeCard
      addressOf={(params) => creditRowsAddress(domain, state, params)}
      empty={
        <p className="border-line border-t px-4 py-10 text-center">
          {say('credit.not_found', { find: state.find ?? '' })}
        </p>
      }
      foot={(foot) => <Foot {...foot} state={state} table={table} />}
      isWaiting={isWaiting}
      labels={{ caption: say('credit.caption'), section: say('credit.section') }}
      state={state}
      table={table}
      toolbar={<Toolbar domain={domain} state={state} table={table} />}
    />
  )
}

function Toolbar({ table, state, domain }: Omit<CreditTableProps, 'isWaiting'>) {
  const page = href('/shop/:domain/attributions', { domain })
  const say = useWords()
  const sayTable = useTableWords()
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-3 sm:px-5">
      <nav
        aria-label={say('credit.view')}
        className="flex max-w-full overflow-x-auto rounded-lg bg-hover p-0.5 text-[13px]"
      >
        {levels.map((level) => (
          <Link
            aria-current={level === table.showing || undefined}
            className="touch-target inline-flex shrink-0 items-center justify-center rounded-md px-2.5 py-1 text-soft max-sm:px-1.5 max-sm:text-xs hover:text-ink focus-visible:-outline-offset-2 aria-current:bg-surface aria-current:font-medium aria-current:text-ink aria-current:shadow-xs"
            key={level}
            preventScrollReset
            to={{
              search: withSearch(state, {
                level: level === 'channel' ? undefined : level,
                after: undefined,
                unfolded: [],
              }),
            }}
          >
            {sayTable(`level.${level}`)}
          </Link>
        ))}
      </nav>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full print:hidden">
        <FindName state={state} />
        <ColumnsMenu page={page} state={state} table={table} />
        <a
          className={buttonClass('secondary', 'small')}
          download
          href={`${href('/shop/:domain/attributions.csv', { domain })}${table.exportSearch}`}
          title={say('credit.file')}
        >
          <Download aria-hidden className="size-3.5" /> <span className="max-sm:sr-only">CSV</span>
        </a>
      </div>
    </header>
  )
}

interface FootProps extends TreeFoot {
  readonly table: TableModel
  readonly state: SearchState
}

function Foot({ table, ...further }: FootProps) {
  return (
    <footer className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-line border-t px-4 py-2.5 text-[13px] sm:px-5">
      <ul className="min-w-0 max-w-prose flex-1 max-sm:basis-full space-y-0.5 text-faint">
        {table.notes.map(({ text, isEnglish }) => (
          <li key={text}>
            <Sentence isEnglish={isEnglish} text={text} />
          </li>
        ))}
      </ul>
      <FurtherRows {...further} />
    </footer>
  )
}

/** Address that loads rows of the table at the page's address. */
function creditRowsAddress(domain: string, state: SearchState, { after, below }: RowsParams): string {
  const params = new URLSearchParams(toSearch({ ...state, unfolded: [], place: undefined, after }))
  if (below !== undefined) params.set('below', below)
  return `${href('/shop/:domain/attributions/rows', { domain })}?${params}`
}
