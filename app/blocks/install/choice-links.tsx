import { Link, useSearchParams } from 'react-router'

interface ChoiceLinksProps {
  readonly label: string
  /** Name in the address. */
  readonly name: string
  readonly chosen: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

/** One of a few, as links: the choice is in the address, and everything else there stays. */
export function ChoiceLinks({ label, name, chosen, choices }: ChoiceLinksProps) {
  const [params] = useSearchParams()
  const withChoice = (value: string) => {
    const next = new URLSearchParams(params)
    next.set(name, value)
    return `?${next}`
  }
  return (
    <nav aria-label={label}>
      <ul className="inline-flex max-w-full flex-wrap gap-1 rounded-lg bg-sunken p-1">
        {choices.map(({ value, label: text }) => (
          <li key={value}>
            <Link
              aria-current={value === chosen ? 'true' : undefined}
              className="touch-target flex h-8 items-center whitespace-nowrap rounded-md px-3 text-[13px] text-soft hover:text-ink aria-[current]:bg-surface aria-[current]:font-medium aria-[current]:text-ink aria-[current]:shadow-xs"
              preventScrollReset
              replace
              to={withChoice(value)}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
