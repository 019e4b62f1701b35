import 'virtual:words/tables'
import { Link } from 'react-router'
import { inSentence, useLanguage, useText } from '../../language/index.ts'
import { withSearch } from '../../search/index.ts'
import type { PageContent } from '../figures-page/load-page.server.ts'
import type { TableModel } from './model.ts'
import { TableSection } from './table-section.tsx'

interface RecordedSectionProps {
  readonly page: PageContent
  readonly recorded: {
    readonly by: string
    readonly choices: readonly { readonly key: string; readonly label: string }[]
    readonly table: Promise<TableModel>
  }
  readonly note: string
}

/** Orders by a fact that the store wrote on them, with a choice of the fact. */
export function RecordedSection({ page, recorded, note }: RecordedSectionProps) {
  const t = useText()
  const language = useLanguage()
  const { by, choices, table } = recorded
  const chosen = choices.find(({ key }) => key === by)?.label ?? by
  const title = t('tables.orders_by_name', { name: inSentence(chosen, language) })
  return (
    <section aria-label={t('tables.recorded')} className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-[15px]">{t('tables.recorded')}</h2>
        <nav aria-label={t('tables.orders_by')} className="flex rounded-lg bg-hover p-0.5 text-[13px]">
          {choices.map(({ key, label }, index) => (
            <Link
              aria-current={key === by || undefined}
              className="touch-target inline-flex items-center rounded-md px-2.5 py-1 text-soft hover:text-ink aria-current:bg-surface aria-current:font-medium aria-current:text-ink aria-current:shadow-xs"
              key={key}
              preventScrollReset
              to={{
                search: withSearch(page.state, { by: index === 0 ? 'country' : key, sort: undefined, find: undefined }),
              }}
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
      <TableSection caption={title} findLabel={chosen} key={by} note={note} page={page} table={table} title={title} />
    </section>
  )
}
