import { Form } from 'react-router'
import { ChevronDown } from '../../icons.ts'
import { type SearchState, toSearch, withSearch } from '../../search/index.ts'
import { useChoose } from '../../search/use-latest-search.ts'

interface Currency {
  readonly code: string
  readonly label: string
}

interface CurrencyChoiceProps {
  readonly value: string
  /** Codes of the shops' own currencies: offered first. */
  readonly own: readonly string[]
  readonly all: readonly Currency[]
  readonly state: SearchState
}

/** The currency of the whole page; part of the address. Without scripts a form with a button. */
export function CurrencyChoice({ value, own, all, state }: CurrencyChoiceProps) {
  const choose = useChoose()
  const others = [...new URLSearchParams(toSearch({ ...state, currency: undefined }))]
  const isOwn = ({ code }: Currency) => own.includes(code) || code === value
  return (
    <Form className="flex items-center gap-1.5" method="get">
      {others.map(([key, text]) => (
        <input key={`${key}=${text}`} name={key} type="hidden" value={text} />
      ))}
      <span className="relative inline-flex items-center">
        <select
          aria-label="Currency"
          className="touch-target h-9 max-w-40 appearance-none rounded-lg border border-line bg-surface ps-3 pe-8 font-medium shadow-xs hover:bg-hover [&_option]:bg-raised"
          defaultValue={value}
          key={value}
          name="currency"
          onChange={(event) => choose(withSearch(state, { currency: event.target.value }))}
        >
          <optgroup label="Of these shops">
            <Options of={all.filter(isOwn)} />
          </optgroup>
          <optgroup label="All others">
            <Options of={all.filter((currency) => !isOwn(currency))} />
          </optgroup>
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute end-2.5 size-4 text-faint" />
      </span>
      <noscript>
        <button className="rounded-lg border border-line px-3 py-2" type="submit">
          Show
        </button>
      </noscript>
    </Form>
  )
}

function Options({ of }: { readonly of: readonly Currency[] }) {
  return of.map(({ code, label }) => (
    <option key={code} value={code}>
      {label}
    </option>
  ))
}
