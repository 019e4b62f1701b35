import { href, Link } from 'react-router'
import { Server } from '../../icons.ts'
import { Card, CardHeader } from '../../ui/index.ts'
import { useWords } from './words.ts'

const facts = [
  { name: 'billing.edition', text: 'billing.editionText' },
  { name: 'billing.features', text: 'billing.featuresText' },
  { name: 'billing.size', text: 'billing.sizeText' },
  { name: 'billing.charge', text: 'billing.chargeText' },
] as const

/** What this server costs: nothing. */
export function FreeBilling({ shopCount }: { readonly shopCount: number }) {
  const t = useWords()
  return (
    <div className="grid gap-6">
      <Card aria-labelledby="plan-heading">
        <CardHeader
          id="plan-heading"
          title={
            <span className="flex items-center gap-2">
              <Server aria-hidden className="size-4 text-faint" strokeWidth={1.75} /> {t('billing.plan')}
            </span>
          }
        />
        <dl className="mt-2 divide-y divide-line">
          {facts.map(({ name, text }) => (
            <div className="flex items-baseline justify-between gap-4 px-4 py-3 sm:px-5" key={name}>
              <dt className="text-soft">{t(name)}</dt>
              <dd className="text-end font-medium">{t(text)}</dd>
            </div>
          ))}
          <div className="flex items-baseline justify-between gap-4 px-4 py-3 sm:px-5">
            <dt className="text-soft">{t('billing.licence')}</dt>
            <dd className="text-end font-medium">AGPL-3.0</dd>
          </div>
        </dl>
      </Card>
      <p className="px-1 text-[13px] text-soft">
        {t('billing.outside')}{' '}
        <Link className="text-ink underline underline-offset-2" to="/">
          {t(shopCount === 1 ? 'billing.toShop' : 'billing.toShops')}
        </Link>
        {' · '}
        <Link className="text-ink underline underline-offset-2" to={href('/account/security')}>
          {t('billing.toSecurity')}
        </Link>
      </p>
    </div>
  )
}
