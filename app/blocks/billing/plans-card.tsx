import { Form, Link, useNavigation } from 'react-router'
import { Check } from '../../icons.ts'
import { Badge, Button, buttonClass, Card, CardHeader } from '../../ui/index.ts'
import { type BillingModel, billingPage, type PlanModel, type PreviewModel } from './model.ts'
import { useBillingWords } from './words.ts'

/** The plans that are sold, at one billing period. */
export function PlansCard({ model: { page, plans, interval, hasIntervals } }: { readonly model: BillingModel }) {
  const t = useBillingWords()
  return (
    <Card aria-labelledby="plans-heading" className="pb-5">
      <CardHeader id="plans-heading" note={t('pay.tax')} title={t('plans.title')}>
        {hasIntervals && (
          <nav aria-label={t('plans.interval')} className="flex gap-1">
            {(['month', 'year'] as const).map((each) => (
              <Link
                aria-current={each === interval ? 'true' : undefined}
                className={`${buttonClass('quiet', 'small')} aria-[current]:bg-hover aria-[current]:text-ink`}
                key={each}
                preventScrollReset
                to={billingPage(page, { interval: each })}
              >
                {t(`plans.${each}`)}
              </Link>
            ))}
          </nav>
        )}
      </CardHeader>
      <ul className="mt-3 grid gap-3 px-4 sm:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))] sm:px-5">
        {plans.map((plan) => (
          <PlanItem interval={interval} key={plan.id} page={page} plan={plan} />
        ))}
      </ul>
    </Card>
  )
}

interface PlanItemProps {
  readonly plan: PlanModel
  readonly interval: string
  readonly page: string
}

function PlanItem({ plan, interval, page }: PlanItemProps) {
  const t = useBillingWords()
  const { id, name, price, limits, features, isOwn } = plan
  return (
    <li className="flex flex-col rounded-lg border border-line p-4">
      <h3 className="flex flex-wrap items-center justify-between gap-2 font-semibold">
        <span dir="auto">{name}</span>
        {isOwn && <Badge tone="accent">{t('plans.own')}</Badge>}
      </h3>
      <p className="mt-0.5 tabular">{price ?? <span className="text-soft">{t('plans.unsold')}</span>}</p>
      <ul className="mt-3 mb-4 grid gap-1.5 text-[13px] text-soft">
        {[...limits, ...features].map((line) => (
          <li className="flex gap-2" key={line}>
            <Check aria-hidden className="mt-0.5 size-3.5 shrink-0 text-good" />
            <span dir="auto">{line}</span>
          </li>
        ))}
      </ul>
      <div className="mt-auto empty:hidden">
        <Offer id={id} interval={interval} offer={plan.offer} page={page} />
      </div>
    </li>
  )
}

interface OfferProps {
  readonly id: string
  readonly interval: string
  readonly page: string
  readonly offer: PlanModel['offer']
}

/** Buys a plan, or shows what changing to it means. */
function Offer({ id, interval, page, offer }: OfferProps) {
  const form = useNavigation().formData
  if (offer === null) return null
  if (offer.kind === 'change') {
    return (
      <Link className={buttonClass()} to={billingPage(page, { plan: id, interval })}>
        {offer.label}
      </Link>
    )
  }
  return (
    <Form method="post">
      <input name="plan" type="hidden" value={id} />
      <input name="interval" type="hidden" value={interval} />
      <Button
        isBusy={form?.get('intent') === 'checkout' && form.get('plan') === id}
        kind="primary"
        name="intent"
        value="checkout"
      >
        {offer.label}
      </Button>
    </Form>
  )
}

interface PreviewCardProps {
  readonly preview: PreviewModel
  readonly page: string
}

/** What a change means and costs; it happens once it is confirmed. */
export function PreviewCard({ preview: { plan, interval, at, title, sentences }, page }: PreviewCardProps) {
  const t = useBillingWords()
  const isBusy = useNavigation().formData?.get('intent') === 'change'
  return (
    <Card aria-labelledby="preview-heading" className="pb-5">
      <CardHeader id="preview-heading" title={title} />
      <Form action={page} className="mt-2 px-4 sm:px-5" method="post">
        {sentences.map((sentence) => (
          <p className="max-w-prose text-pretty" key={sentence}>
            {sentence}
          </p>
        ))}
        <input name="plan" type="hidden" value={plan} />
        <input name="interval" type="hidden" value={interval} />
        <input name="at" type="hidden" value={at} />
        <p className="mt-4 flex flex-wrap gap-2">
          <Button isBusy={isBusy} kind="primary" name="intent" value="change">
            {t('preview.confirm')}
          </Button>
          <Link className={buttonClass('quiet')} to={page}>
            {t('preview.back')}
          </Link>
        </p>
      </Form>
    </Card>
  )
}
