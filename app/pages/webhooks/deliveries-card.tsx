import { Form, useNavigation } from 'react-router'
import { Badge, Button, Card, CardHeader, Scroller } from '../../ui/index.ts'
import type { DeliveryModel } from './model.ts'
import { useWords } from './words.ts'

interface DeliveriesCardProps {
  readonly deliveries: readonly DeliveryModel[]
  /** Whether messages can be sent again. */
  readonly isOn: boolean
}

/** The latest messages, each with what is in it. */
export function DeliveriesCard({ deliveries, isOn }: DeliveriesCardProps) {
  const t = useWords()
  return (
    <Card aria-labelledby="deliveries-heading">
      <CardHeader id="deliveries-heading" note={t('messages.note')} title={t('messages.title')} />
      {deliveries.length === 0 ? (
        <p className="px-4 pt-2 pb-4 text-[13px] text-soft sm:px-5">{t('messages.empty')}</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {deliveries.map((delivery) => (
            <li className="px-4 py-3 sm:px-5" key={delivery.id}>
              <Delivery isOn={isOn} of={delivery} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Delivery({ of, isOn }: { readonly of: DeliveryModel; readonly isOn: boolean }) {
  const { id, type, tone, state, at, answer, reason, body, mayResend } = of
  const t = useWords()
  const { formData } = useNavigation()
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px]">
        <code className="font-medium" dir="ltr">
          {type}
        </code>
        <Badge tone={tone}>{state}</Badge>
        <span className="text-faint">
          {at} · {answer}
        </span>
      </p>
      {reason !== '' && <p className="mt-0.5 break-words text-[13px] text-soft">{reason}</p>}
      <details className="mt-1 text-[13px]">
        <summary className="touch-target w-fit cursor-pointer text-soft">
          {t('messages.one')}
          <span className="sr-only"> {id}</span>
        </summary>
        <div className="mt-2 grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3 rounded-lg bg-sunken p-3">
          <p className="break-all text-faint">
            <code>webhook-id: {id}</code>
          </p>
          <Scroller className="max-h-72 w-full overflow-auto" label={t('messages.body', { id })}>
            <pre className="text-[12px] leading-5" dir="ltr">
              {body}
            </pre>
          </Scroller>
          {mayResend && isOn && (
            <Form method="post" preventScrollReset>
              <input name="delivery" type="hidden" value={id} />
              <Button isBusy={formData?.get('delivery') === id} name="intent" size="small" value="resend">
                {t('do.resend')}
                <span className="sr-only"> {id}</span>
              </Button>
            </Form>
          )}
        </div>
      </details>
    </>
  )
}
