import { Form } from 'react-router'
import { Search } from '../../icons.ts'
import { type SearchState, toSearch } from '../../search/index.ts'

interface FindRowProps {
  /** Name and placeholder of the field. */
  readonly label: string
  readonly state: SearchState
}

/** Searches the table on submit; a form of the address, so that it works without scripts. */
export function FindRow({ label, state }: FindRowProps) {
  const others = [...new URLSearchParams(toSearch({ ...state, find: undefined, after: undefined }))]
  return (
    <search>
      <Form className="relative" method="get" preventScrollReset>
        {others.map(([key, text]) => (
          <input key={`${key}=${text}`} name={key} type="hidden" value={text} />
        ))}
        <Search
          aria-hidden
          className="pointer-events-none absolute start-2.5 top-1/2 size-3.5 -translate-y-1/2 text-faint"
        />
        <input
          aria-label={label}
          className="h-8 w-52 rounded-lg border border-line bg-surface ps-8 pe-2 text-[13px] placeholder:text-faint pointer-coarse:h-11 pointer-coarse:text-base"
          defaultValue={state.find}
          key={state.find}
          maxLength={80}
          name="find"
          placeholder={label}
          type="search"
        />
      </Form>
    </search>
  )
}
