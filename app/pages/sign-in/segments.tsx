import { Link } from 'react-router'

interface SegmentsProps {
  readonly label: string
  readonly choices: readonly { readonly key: string; readonly text: string; readonly to: string }[]
  readonly current: string | undefined
}

/** A few ways side by side, as links: each has its own address and works without a script. */
export function Segments({ label, choices, current }: SegmentsProps) {
  return (
    <nav aria-label={label} className="flex rounded-lg bg-hover p-0.5 dark:bg-sunken">
      {choices.map(({ key, text, to }) => (
        <Link
          aria-current={key === current ? 'page' : undefined}
          className="flex h-8 min-w-0 flex-auto items-center justify-center rounded-md px-1.5 font-medium text-[13px] text-soft hover:text-ink aria-[current=page]:bg-surface aria-[current=page]:text-ink aria-[current=page]:shadow-xs dark:aria-[current=page]:bg-hover pointer-coarse:h-11"
          key={key}
          preventScrollReset
          replace
          to={to}
        >
          <span className="truncate">{text}</span>
        </Link>
      ))}
    </nav>
  )
}
