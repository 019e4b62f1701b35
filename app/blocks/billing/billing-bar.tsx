import { href, Link } from 'react-router'
import { directionOf, type Language } from '../../language/index.ts'
import { buttonClass } from '../../ui/index.ts'

interface BillingBarProps {
  readonly domain: string
  /** Of the texts: the page around them may be in English only. */
  readonly language: Language
  readonly text: string
  readonly link: string
  /** Whether nothing new can be made. */
  readonly isClosed: boolean
}

/** On every page of a shop: what has to be done about its plan. */
export function BillingBar({ domain, language, text, link, isClosed }: BillingBarProps) {
  return (
    <aside
      aria-label={text}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-4 py-2.5 text-[13px] sm:px-8 print:hidden ${isClosed ? 'bg-bad-wash' : 'bg-warn-wash'}`}
      dir={directionOf(language)}
      lang={language}
    >
      <p className="min-w-0 flex-1 basis-64 text-pretty">{text}</p>
      <Link className={buttonClass('secondary', 'small')} to={href('/shop/:domain/settings/plans', { domain })}>
        {link}
      </Link>
    </aside>
  )
}
