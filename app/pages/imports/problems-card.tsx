import { Download } from 'lucide-react'
import { href } from 'react-router'
import { buttonClass, Card } from '../../ui/index.ts'
import type { ImportModel } from './model.ts'

/** Rows that stay out, each with what is wrong and how to mend it. */
export function ProblemsCard({ page, domain }: { readonly page: ImportModel; readonly domain: string }) {
  const { problems } = page
  return (
    <Card>
      <header className="flex flex-wrap items-start justify-between gap-3 px-4 py-3 sm:px-5">
        <div className="min-w-0">
          <h2 className="font-semibold text-[15px]">{problems.title}</h2>
          <p className="mt-0.5 max-w-prose text-pretty text-[13px] text-faint">
            An order with a mistake stays out whole: half an order would be a wrong figure. Mend the file and import it
            again; what is in already is not counted twice.
          </p>
        </div>
        <a
          className={buttonClass('secondary', 'small')}
          download
          href={href('/shop/:domain/integrations/imports/:import/problems.csv', { domain, import: page.id })}
        >
          <Download aria-hidden className="size-4" /> All as CSV
        </a>
      </header>
      <ul aria-label="What is wrong with which row" className="divide-y divide-line border-line border-t">
        {problems.shown.map(({ key, row, field, value, text }) => (
          <li className="px-4 py-2.5 text-[13px] sm:flex sm:gap-6 sm:px-5" key={key}>
            <p className="min-w-0 break-words sm:w-72 sm:shrink-0">
              <span className="font-medium tabular">Row {row}</span> · {field}
              <span className="block truncate text-soft" title={value}>
                {value === '' ? 'empty' : `“${value}”`}
              </span>
            </p>
            <p className="mt-1 min-w-0 text-pretty sm:mt-0">{text}</p>
          </li>
        ))}
      </ul>
      {problems.count > problems.shown.length && (
        <p className="border-line border-t px-4 py-3 text-[13px] text-soft sm:px-5">
          {problems.count - problems.shown.length} more are in the CSV.
        </p>
      )}
    </Card>
  )
}
