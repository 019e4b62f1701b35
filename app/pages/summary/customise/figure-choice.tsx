import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import { useText } from '../../../language/index.ts'
import type { StatOption, SummaryCatalogue } from '../summary-catalogue.ts'

interface FigureChoiceProps {
  readonly catalogue: SummaryCatalogue
  readonly chosen: StatOption | undefined
  readonly onChoose: (stat: StatOption) => void
}

/** Every figure of every section, by name. */
export function FigureChoice({ catalogue, chosen, onChoose }: FigureChoiceProps) {
  const t = useText()
  const id = useId()
  const [words, setWords] = useState('')
  const found = catalogue.stats.filter(({ label, metric }) => matches(`${label} ${metric}`, words))
  const sections = catalogue.sections.filter((section) => found.some((stat) => stat.section === section.id))
  return (
    <div>
      <label className="sr-only" htmlFor={id}>
        {t('add.search')}
      </label>
      <span className="relative block">
        <Search
          aria-hidden
          className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-faint"
        />
        <input
          autoComplete="off"
          className="h-10 w-full rounded-lg border border-edge bg-surface ps-9 pe-3 pointer-coarse:h-11 pointer-coarse:text-base"
          id={id}
          onChange={(event) => setWords(event.target.value)}
          placeholder={t('add.search')}
          type="search"
          value={words}
        />
      </span>
      <fieldset className="mt-2 max-h-52 overflow-y-auto rounded-lg border border-line p-1.5">
        <legend className="sr-only">{t('add.figures')}</legend>
        {found.length === 0 && <p className="p-3 text-center text-[13px] text-faint">{t('add.none')}</p>}
        {sections.map((section) => (
          <div key={section.id}>
            <p className="px-2 pt-1.5 pb-1 text-faint text-xs">{section.name}</p>
            {found
              .filter((stat) => stat.section === section.id)
              .map((stat) => (
                <label
                  className="relative flex h-8 cursor-pointer items-center rounded-md px-2 hover:bg-hover has-checked:bg-accent-wash has-checked:font-medium has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
                  key={stat.key}
                >
                  <input
                    checked={chosen?.key === stat.key}
                    className="sr-only"
                    name="figure"
                    onChange={() => onChoose(stat)}
                    type="radio"
                    value={stat.key}
                  />
                  {stat.label}
                </label>
              ))}
          </div>
        ))}
      </fieldset>
    </div>
  )
}

/** Every word is somewhere in the name. */
function matches(name: string, words: string): boolean {
  const lower = name.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}
