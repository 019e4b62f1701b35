import { Form } from 'react-router'
import { Search } from '../../icons.ts'
import { type SearchState, toSearch } from '../../search/index.ts'
import { searchFieldId } from './use-search-key.ts'
import { useTableWords } from './words.ts'

/** Searches names on submit; a form of the address, so that it works without scripts. */
export function FindName({ state }: { readonly state: SearchState }) {
  const say = useTableWords()
  const others = [...new URLSearchParams(toSearch({ ...state, find: undefined, after: undefined, unfolded: [] }))]
  return (
    <search className="min-w-0 max-sm:flex-1">
      <Form className="relative" method="get" preventScrollReset>
        {others.map(([key, text]) => (
          <input key={`${key}=${text}`} name={key} type="hidden" value={text} />
        ))}
        <Search
          aria-hidden
          className="pointer-events-none absolute start-2.5 top-1/2 size-3.5 -translate-y-1/2 text-faint"
        />
        <input
          aria-keyshortcuts="/"
          aria-label={say('find.names')}
          className="h-8 w-full rounded-lg sm:w-44 border border-line bg-surface ps-8 pe-2 text-[13px] placeholder:text-faint pointer-coarse:h-11 pointer-coarse:text-base"
          defaultValue={state.find}
          id={searchFieldId}
          key={state.find}
          maxLength={80}
          name="find"
          placeholder={say('find.names')}
          type="search"
        />
      </Form>
    </search>
  )
}
