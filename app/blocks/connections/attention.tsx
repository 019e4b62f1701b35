import { href, Link } from 'react-router'
import { Sentence, useText } from '../../language/index.ts'
import type { HealthView } from '../../services.ts'
import { Notice } from '../../ui/index.ts'
import { healthPath } from './health-path.ts'

/** A warning to read before trusting the page. */
export interface AttentionItem {
  readonly id: string
  readonly severity: 'info' | 'warning' | 'serious'
  readonly message: string
  /** The server's message has no translation. */
  readonly isEnglish?: boolean
  /** Where it can be fixed; null where nowhere. */
  readonly place: HealthView['place'] | null
}

const shown = 3

/** The three worst issues; the rest is one link away. */
export function Attention({ items, domain }: { readonly items: readonly AttentionItem[]; readonly domain: string }) {
  const t = useText()
  if (items.length === 0) return null
  const to = href('/shop/:domain/integrations', { domain })
  return (
    <section aria-label={t('connection.attention')} className="grid gap-2">
      {items.slice(0, shown).map((item) => (
        <Notice
          action={
            item.place && (
              <Link className="underline underline-offset-3" to={healthPath(domain, item.place)}>
                {t('connection.look')}
              </Link>
            )
          }
          key={item.id}
          severity={item.severity}
        >
          <Sentence isEnglish={item.isEnglish} text={item.message} />
        </Notice>
      ))}
      {items.length > shown && (
        <Link className="w-fit rounded text-[13px] text-soft hover:underline" to={to}>
          {t('connection.more', { count: items.length - shown })}
        </Link>
      )}
    </section>
  )
}
