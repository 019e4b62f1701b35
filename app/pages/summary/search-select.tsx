import { use } from 'react'
import { Form } from 'react-router'
import { ChevronDown } from '../../icons.ts'
import { useText } from '../../language/index.ts'
import { type SearchState, toSearch, withSearch } from '../../search/index.ts'
import { useChoose } from '../../search/use-latest-search.ts'
import { RunsScripts, useAlive } from '../../ui/index.ts'

interface SearchSelectProps {
  readonly label: string
  readonly name: 'metric' | 'by'
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly state: SearchState
}

/**
 * A select for a parameter of the address; without JavaScript a form with a button. Where scripts are known to run, the page
 * comes with the chosen option, and they add the others.
 */
export function SearchSelect({ label, name, value, options, state }: SearchSelectProps) {
  const t = useText()
  const choose = useChoose()
  const alive = useAlive()
  const isLate = use(RunsScripts) && !alive
  const others = [...new URLSearchParams(toSearch(state))].filter(([key]) => key !== name)
  return (
    <Form className="inline-flex items-center gap-2" method="get" preventScrollReset>
      {others.map(([key, text]) => (
        <input key={`${key}=${text}`} name={key} type="hidden" value={text} />
      ))}
      <span className="relative inline-flex items-center">
        <select
          aria-label={label}
          className="touch-target -ms-2 h-8 max-w-56 appearance-none field-sizing-content rounded-lg bg-transparent ps-2 pe-7 font-semibold text-[15px] hover:bg-hover [&>option]:bg-raised"
          name={name}
          onChange={(event) => choose(withSearch(state, { [name]: event.target.value }))}
          value={value}
        >
          {(isLate ? options.filter((option) => option.value === value) : options).map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute end-2 size-4 text-faint" />
      </span>
      <noscript>
        <button className="rounded-lg border border-line px-2 py-1 text-[13px]" type="submit">
          {t('period.show')}
        </button>
      </noscript>
    </Form>
  )
}
