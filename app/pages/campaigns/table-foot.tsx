import { href, Link } from 'react-router'
import { FurtherRows } from '../../blocks/breakdown-table/further-rows.tsx'
import type { TableModel } from '../../blocks/breakdown-table/model.ts'
import type { TreeFoot } from '../../blocks/breakdown-table/tree-card.tsx'
import { Sentence, Tagged } from '../../language/index.ts'
import type { SearchState } from '../../search/index.ts'
import { useWords } from './words.ts'

interface TableFootProps extends TreeFoot {
  readonly table: TableModel
  readonly state: SearchState
  readonly domain: string
}

/** Caveats about the figures, and the control that loads further rows. */
export function TableFoot({ table, tree, state, domain, isLoading, loadNext, retry }: TableFootProps) {
  const say = useWords()
  return (
    <footer className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-line border-t px-4 py-2.5 text-[13px] sm:px-5">
      <ul className="min-w-0 max-w-prose flex-1 max-sm:basis-full space-y-0.5 text-faint">
        {table.maturing && table.columns.some(({ isClaim }) => isClaim) && <li>{table.maturing.long}</li>}
        {table.notes.map(({ text, isEnglish }) => (
          <li key={text}>
            <Sentence isEnglish={isEnglish} text={text} />
          </li>
        ))}
        <li>
          <Tagged
            tags={{
              spend: (content) => (
                <Link
                  className="rounded text-soft underline underline-offset-3"
                  to={href('/shop/:domain/campaigns/spend', { domain })}
                >
                  {content}
                </Link>
              ),
            }}
            text={say('foot.custom')}
          />
        </li>
      </ul>
      <FurtherRows isLoading={isLoading} loadNext={loadNext} retry={retry} state={state} tree={tree} />
    </footer>
  )
}
