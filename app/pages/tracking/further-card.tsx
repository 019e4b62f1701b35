import { ArrowRight } from 'lucide-react'
import { href, Link } from 'react-router'
import { Card } from '../../ui/index.ts'

/** What else belongs to tracking. */
export function FurtherCard({ domain }: { readonly domain: string }) {
  const pages = [
    {
      to: href('/shop/:domain/tracking/live', { domain }),
      title: 'Live events',
      text: 'What comes in, while it comes in.',
    },
    {
      to: href('/shop/:domain/tracking/rules', { domain }),
      title: 'Channel rules',
      text: 'Which visits belong to which channel.',
    },
    {
      to: href('/shop/:domain/tracking/survey', { domain }),
      title: 'Survey',
      text: 'Ask buyers how they heard about you: what no click can tell.',
    },
  ]
  return (
    <Card aria-labelledby="further-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="further-heading">
        Then
      </h2>
      <ul className="mt-2 grid gap-1">
        {pages.map(({ to, title, text }) => (
          <li key={to}>
            <Link className="-mx-2 flex items-center justify-between gap-3 rounded-lg px-2 py-2 hover:bg-hover" to={to}>
              <span className="min-w-0">
                <span className="block font-medium text-[13px]">{title}</span>
                <span className="block text-[13px] text-soft">{text}</span>
              </span>
              <ArrowRight aria-hidden className="size-3.5 shrink-0 text-faint rtl:-scale-x-100" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
