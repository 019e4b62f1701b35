import { href, Link } from 'react-router'
import { Notice } from '../../ui/index.ts'

/** One thing to know before trusting the page. */
export interface AttentionItem {
  readonly id: string
  readonly severity: 'info' | 'warning' | 'serious'
  readonly message: string
  /** Connection behind it, if any. */
  readonly connectionId: string | null
}

const shown = 3

/** The worst three findings; the rest is one link away. */
export function Attention({ items, domain }: { readonly items: readonly AttentionItem[]; readonly domain: string }) {
  if (items.length === 0) return null
  const to = href('/shop/:domain/integrations', { domain })
  return (
    <section aria-label="Worth knowing" className="grid gap-2">
      {items.slice(0, shown).map((item) => (
        <Notice
          action={
            item.connectionId && (
              <Link className="underline underline-offset-3" to={`${to}#c-${item.connectionId}`}>
                Look at it
              </Link>
            )
          }
          key={item.id}
          severity={item.severity}
        >
          {item.message}
        </Notice>
      ))}
      {items.length > shown && (
        <Link className="w-fit rounded text-[13px] text-soft hover:underline" to={to}>
          {items.length - shown} more
        </Link>
      )}
    </section>
  )
}
