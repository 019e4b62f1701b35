import { href, Link } from 'react-router'
import { buttonClass, Card, CardHeader } from '../../ui/index.ts'
import { useWords } from './words.ts'

/** Stored data, printed. */
export interface FreePlanModel {
  readonly facts: readonly { readonly name: string; readonly text: string }[]
}

/** What is stored; nothing is sold here. */
export function FreePlan({ plan }: { readonly plan: FreePlanModel }) {
  const t = useWords()
  return (
    <div className="grid gap-6">
      <Card aria-labelledby="plan-heading" className="pb-5">
        <CardHeader id="plan-heading" note={t('plan.note')} title={t('plan.name')} />
        <div className="mt-3 px-4 sm:px-5">
          <p className="max-w-prose">{t('plan.text')}</p>
          <p className="mt-4 flex flex-wrap gap-2">
            <Link className={buttonClass()} to={href('/account/billing')}>
              {t('plan.billing')}
            </Link>
          </p>
        </div>
      </Card>
      <Card aria-labelledby="usage-heading" className="pb-5">
        <CardHeader id="usage-heading" note={t('plan.usageNote')} title={t('plan.usage')} />
        <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-4 px-4 sm:grid-cols-4 sm:px-5">
          {plan.facts.map(({ name, text }) => (
            <div className="flex flex-col justify-end" key={name}>
              <dt className="text-[13px] text-soft">{name}</dt>
              <dd className="font-semibold text-lg tabular tracking-tight">{text}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  )
}
